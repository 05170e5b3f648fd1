// What this browser remembers by itself; a private window may forbid it, and then it is forgotten with the page.
const kept = {
  get(name) {
    try {
      return localStorage.getItem(`companion-${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`companion-${name}`, value);
    } catch {
      // It holds for this page.
    }
  },
};
