// Reads a page of the product as React would be told to draw it: [tag, properties, children]. What is closed is left out:
// sheets, and what stands in <details> below its summary. So are hx-attributes, which React has no use for.
() => {
  const NAMES = {
    class: "className", for: "htmlFor", tabindex: "tabIndex", readonly: "readOnly",
    checked: "defaultChecked", colspan: "colSpan", autocomplete: "autoComplete", maxlength: "maxLength",
    inputmode: "inputMode", autofocus: "data-autofocus", onclick: "data-onclick",
  };
  const FLAGS = new Set(["hidden", "disabled", "open", "defaultChecked", "readOnly", "required", "reversed"]);
  const shut = (one) => one.matches("script, dialog:not([open]), details:not([open]) > :not(summary)");
  const styles = (text) =>
    Object.fromEntries(
      text.split(";").filter((one) => one.includes(":")).map((one) => {
        const [name, ...value] = one.split(":");
        const key = name.trim();
        return [key.startsWith("--") ? key : key.replace(/-(\w)/g, (_, c) => c.toUpperCase()), value.join(":").trim()];
      }),
    );
  const properties = (one) => {
    const found = {};
    for (const { name, value } of one.attributes) {
      if (/^(hx-|data-htmx)/.test(name)) continue;
      const key = name === "value" && one.matches("input, select, textarea") ? "defaultValue" : (NAMES[name] ?? name);
      found[key] = key === "style" ? styles(value) : FLAGS.has(key) ? true : value;
    }
    return found;
  };
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? node.data : null;
    if (node.nodeType !== Node.ELEMENT_NODE || shut(node)) return null;
    const tag = node.namespaceURI.endsWith("svg") ? node.tagName : node.localName;
    return [tag, properties(node), [...node.childNodes].map(read).filter((one) => one !== null)];
  };
  const parts = [...document.body.children].filter((one) => one.id !== "live" && one.id !== "stream");
  return {
    body: document.body.className,
    shell: parts.map(read).filter((one) => one !== null),
    live: read(document.getElementById("live")),
    styles: [...document.querySelectorAll("link[rel=stylesheet]")].map((one) => one.getAttribute("href")),
    files: performance.getEntriesByType("resource").map((one) => one.name),
  };
}
