// A phone can be felt by who it belongs to, when it concerns them.
{
  const box = document.querySelector("[data-vibrates]");
  if (box && told.list) {
    const wanted = () => (kept.get("vibrates") ?? "yes") === "yes";
    const mine = (item) => (item.seats ?? "").split(" ").includes(told.list.dataset.own);
    box.checked = wanted();
    box.closest("label").hidden = !("vibrate" in navigator);
    box.addEventListener("change", () => kept.set("vibrates", box.checked ? "yes" : "no"));
    // One's own card turns over: short, so that the others hear whose it is just before they see it.
    const PATTERNS = { reminder: [120, 80, 120], card: 70 };
    told.listen((news) => {
      if (!told.tapped() || !wanted()) return;
      for (const item of news.filter(mine)) navigator.vibrate?.(PATTERNS[item.kind] ?? 200);
    });
  }
}
