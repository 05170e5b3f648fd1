// What was promised about the next deal is remembered by this browser, with the bits that it has added.
{
  const BYTES = 16;
  const digits = (byte) => byte.toString(16).padStart(2, "0");

  // With which game of the table it is for.
  const remember = () => {
    for (const { dataset } of document.querySelectorAll("[data-game][data-promise]")) {
      if (kept.get(`promise-${dataset.promise}`) === null) kept.set(`promise-${dataset.promise}`, `game:${dataset.game}`);
    }
  };
  remember();
  if (typeof live !== "undefined") live?.stream.addEventListener("changed", remember);

  // By seat what this browser has added: several people may share it.
  const added = (field) => (kept.get(`promise-${field.dataset.promise}`) ?? "").split(" ").filter(Boolean);
  const keep = (field, all) => kept.set(`promise-${field.dataset.promise}`, all.join(" "));
  const of = (field) => (one) => one.startsWith(`${field.dataset.of}:`);

  for (const field of document.querySelectorAll("[data-refused]")) keep(field, added(field).filter((one) => !of(field)(one)));

  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target.querySelector("input[name=bits]");
      if (!field) return;
      let mine = added(field).find(of(field));
      if (!mine) {
        mine = `${field.dataset.of}:${Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), digits).join("")}`;
        keep(field, [...added(field), mine]);
      }
      field.value = mine.split(":")[1];
    },
    true,
  );
}
