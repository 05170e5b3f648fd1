// What is kept in this browser has a name with the path before every page, under which other pages keep their own.
const nameKept = (name) => `companion${document.documentElement.dataset.path ?? ""}-${name}`;
// What this browser remembers by itself; a private window may forbid it, and then it is forgotten with the page.
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
