// What is in the middle of the table gets smaller where it would not fit between the places.
{
  const TIGHTEST = 3;
  const news = live?.stream ?? document.getElementById("past");
  const fit = () => {
    const middle = document.querySelector(".ring .middle");
    if (!middle) return;
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      middle.dataset.keepTight = tight;
      if (middle.scrollHeight <= middle.clientHeight + 1) return;
    }
  };
  news?.addEventListener("changed", fit);
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
}
