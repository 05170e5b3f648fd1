// What is in the middle of the table gets smaller where it would not fit between the places.
if (live) {
  const TIGHTEST = 3;
  const fit = () => {
    const middle = document.querySelector(".ring .middle");
    if (!middle) return;
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      middle.dataset.keepTight = tight;
      if (middle.scrollHeight <= middle.clientHeight + 1) return;
    }
  };
  live.stream.addEventListener("changed", fit);
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
}
