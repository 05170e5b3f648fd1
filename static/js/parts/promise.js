// What was promised about the next deal is remembered by this browser, with the bits that it has added.
{
  const BYTES = 16;
  const digits = (byte) => byte.toString(16).padStart(2, "0");

  const remember = () => {
    for (const { dataset } of document.querySelectorAll("[data-promise]")) {
      if (kept.get(`promise-${dataset.promise}`) === null) kept.set(`promise-${dataset.promise}`, "");
    }
  };
  remember();
  if (typeof live !== "undefined") live?.stream.addEventListener("changed", remember);

  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target.querySelector("input[name=bits]");
      if (!field) return;
      const name = `promise-${field.dataset.promise}`;
      field.value = kept.get(name) || Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), digits).join("");
      kept.set(name, field.value);
    },
    true,
  );
}
