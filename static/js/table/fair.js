// The table screen says whether all deals so far are fair; phones say it by what they have checked themselves.
{
  const place = document.getElementById("dealt");
  const mark = () => {
    const { fits, breaks } = JSON.parse(place.firstElementChild?.dataset.deal ?? "{}");
    document.body.dataset.fair = breaks ? "breaks" : fits ? "fits" : "";
  };
  if (place) {
    mark();
    new MutationObserver(mark).observe(place, { childList: true, subtree: true, attributes: true });
  }
}
