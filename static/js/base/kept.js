// What is saved in this browser has the prefix of every page in its name; under other prefixes other pages save their
// own.
const nameKept = (name) => `companion${document.documentElement.dataset.path ?? ""}-${name}`;
// What this browser remembers on its own; a private window may forbid it, and then it is forgotten with the page.
const kept = {
  get(name) {
    try {
      return localStorage.getItem(nameKept(name));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(nameKept(name), value);
    } catch {
      // It holds for this page.
    }
  },
};
