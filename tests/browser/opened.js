// What a page opens, and what is wrong with what is shown.
(() => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label";
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const top = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: !one.matches("input") }) && one.getClientRects().length && one.offsetWidth > 2 &&
    getComputedStyle(one).clipPath !== "inset(50%)";
  const words = (one) => one.textContent.replace(/\s+/g, " ").trim().slice(0, 40);
  const name = (one) => `${one.tagName.toLowerCase()} “${one.getAttribute("aria-label") ?? (words(one) || one.name)}”`;
  const key = (one) => (one.dataset.sheet ? `#${one.dataset.sheet} ${one.dataset.of ?? ""}`.trim() : `>${one.parentElement.id || words(one)}`);
  const openers = (within) => {
    const panel = [...document.querySelectorAll("details[open]")].find((one) => key(one.querySelector("summary")) === within);
    const all = (panel ?? top()).querySelectorAll("[data-sheet], summary");
    return [...all].filter((one) => shown(one) && !(one.matches("summary") && one.parentElement.open));
  };
  const filled = (one) => {
    const inside = one.matches("[data-panel]") && one.querySelector(":scope > [hx-morph-skip]");
    return !inside || inside.childNodes.length > 0;
  };

  const inFront = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      if (at.matches("dialog")) return null;
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const clips = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      if (at.matches("dialog")) return false;
      const style = getComputedStyle(at);
      if (style.textOverflow === "ellipsis" || ["auto", "scroll"].includes(style.overflowX)) return true;
      if (style.clipPath !== "none" || (at.offsetWidth <= 2 && style.overflow !== "visible")) return true;
    }
    return false;
  };
  const block = (one) => {
    while (getComputedStyle(one).display.startsWith("inline") && one.parentElement) one = one.parentElement;
    return one;
  };

  const letters = (text, { index, 0: word }) => {
    const range = document.createRange();
    return [...word].map((_, n) => {
      range.setStart(text, index + n);
      range.setEnd(text, index + n + 1);
      return range.getBoundingClientRect();
    });
  };

  // Words that are cut in two, or stick out of their box.
  const narrow = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const parent = text.parentElement;
      if (parent.closest("svg, option, script, style, .sr") || !shown(block(parent)) || clips(parent)) continue;
      for (const found of text.data.matchAll(/[^\s\u00ad\-–/.:]{2,}/g)) {
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        const rects = [...range.getClientRects()].filter((box) => box.width > 0.5);
        if (!rects.length) continue;
        const box = block(parent).getBoundingClientRect();
        const lines = new Set(letters(text, found).map((one) => Math.round(one.bottom))).size;
        const hyphens = getComputedStyle(parent).hyphens === "auto" && lines === 2;
        const width = document.documentElement.clientWidth;
        const out = rects.some((one) => one.right > Math.max(box.right, box.left + block(parent).scrollWidth) + 2 || one.right > width + 1);
        if ((lines > 1 && !hyphens) || out) yield `${found[0]}: in ${Math.round(box.width)} px of ${name(parent)}`;
      }
    }
  };
  // Figures that are no discs.
  const squeezed = function* (root) {
    for (const one of root.querySelectorAll(".figure")) {
      const box = one.getBoundingClientRect();
      if (shown(one) && Math.abs(box.width - box.height) > 1) yield `a figure is ${box.width} × ${box.height} in ${name(block(one.parentElement))}`;
    }
  };
  // Words that stand on a plain ground and are hardly to be read on it.
  const colour = (text) => {
    const [, r, g, b, a = "1"] = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/) ?? [];
    return r === undefined ? null : { rgb: [r, g, b].map(Number), alpha: Number(a) };
  };
  const light = ({ rgb }) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none" || style.opacity !== "1") return null;
      const found = colour(style.backgroundColor);
      if (!found || found.alpha === 1) return found;
      if (found.alpha) return null;
    }
    return null;
  };
  const faint = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (walker.nextNode()) {
      const one = walker.currentNode.parentElement;
      if (seen.has(one) || !walker.currentNode.data.trim() || one.closest("svg, option, script, style, .sr, :disabled")) continue;
      seen.add(one);
      if (!shown(block(one))) continue;
      const [style, below] = [getComputedStyle(one), ground(one)];
      const ink = colour(style.color);
      if (!below || ink?.alpha !== 1 || style.webkitTextFillColor !== style.color) continue;
      const [high, low] = [light(ink), light(below)].sort((a, b) => b - a);
      const px = parseFloat(style.fontSize);
      const least = px >= 24 || (px >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
      const contrast = (high + 0.05) / (low + 0.05);
      if (contrast < least) yield `${name(one)} is faint: ${contrast.toFixed(2)}`;
    }
  };
  const controls = (root) =>
    [...root.querySelectorAll(CONTROLS)].filter(
      (one) => shown(one) && !(one.matches("input") && one.closest("label")) && (!one.matches("label") || one.querySelector("input, select, textarea")),
    );
  const BACKDROP = ".plate > .open, .middle > .open";
  const inside = (inner, outer) =>
    inner.left >= outer.left - 2 && inner.right <= outer.right + 2 && inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;
  // At its middle; of what others stand on, anywhere where nothing stands.
  const points = (one, box) => {
    const middle = [[0.5, 0.5]];
    const edges = [0.04, 0.2, 0.35, 0.65, 0.8, 0.96];
    const all = one.matches(BACKDROP) ? [...middle, ...edges.flatMap((x) => edges.map((y) => [x, y]))] : middle;
    return all.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
  };
  const overlapping = function* (all) {
    const boxes = all.map((one) => [one, one.getBoundingClientRect(), inFront(one)]).filter(([one]) => !clips(one));
    for (const [n, [one, a, front]] of boxes.entries()) {
      for (const [other, b, behind] of boxes.slice(n + 1)) {
        if (front !== behind || one.contains(other) || other.contains(one)) continue;
        // A place is one large button under what stands on it.
        if (one.matches(BACKDROP) && inside(b, a)) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) yield `${name(one)} and ${name(other)} overlap`;
      }
    }
  };
  const hidden = function* (all) {
    for (const one of all) {
      one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = one.getClientRects()[0];
      const hits = points(one, box);
      const [hit] = hits;
      const labels = [...(one.labels ?? [])];
      if (!hits.some((at) => at && (one.contains(at) || labels.some((label) => label.contains(at))))) {
        yield `${name(one)} is not hit at its middle, but ${hit ? name(hit) : "nothing"}`;
      }
    }
    scrollTo(0, 0);
  };

  window.opened = {
    keys: (within) => [...new Set(openers(within).map(key))],
    async open(wanted) {
      const opener = openers().find((one) => key(one) === wanted);
      if (!opener) return false;
      opener.scrollIntoView({ block: "center", behavior: "instant" });
      opener.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      opener.click();
      const whole = () =>
        opener.dataset.sheet ? document.getElementById(opener.dataset.sheet) : opener.parentElement;
      for (let tries = 0; tries < 400; tries++) {
        const one = whole();
        if (one?.open && filled(one)) {
          one.getBoundingClientRect(); // which asks for the faces of its words
          await document.fonts.ready;
          return true;
        }
        await wait(15);
      }
      return "never";
    },
    close(wanted) {
      const one = wanted[0] === "#" ? document.getElementById(wanted.slice(1).split(" ")[0]) : null;
      if (one) return one.close();
      for (const details of document.querySelectorAll("details[open]")) {
        if (key(details.querySelector("summary")) === wanted) details.open = false;
      }
    },
    faults() {
      const root = top();
      const all = controls(root);
      return [...new Set([...narrow(root), ...squeezed(root), ...faint(root), ...overlapping(all), ...hidden(all)])];
    },
    // As the browser sends each form: with nothing chosen, and with all that can be.
    forms() {
      const found = [];
      for (const form of top().querySelectorAll("form")) {
        if (!shown(form) || (form.method !== "post" && !form.hasAttribute("hx-post"))) continue;
        const button = form.querySelector("button:not([type=button]):not(:disabled)");
        if (!button) continue;
        for (const all of [false, true]) {
          const copy = form.cloneNode(true);
          for (const one of copy.elements) {
            if (one.type === "checkbox" || one.type === "radio") one.checked = all;
            else if (!all && one.matches("input[type=text], input:not([type]), textarea")) one.value = "";
          }
          const data = new FormData(copy);
          if (form.getAttribute("hx-include")) data.set("stamp", document.querySelector("#stamp input").value);
          if (button.name) data.append(button.name, button.value);
          found.push([form.getAttribute("hx-post") ?? form.getAttribute("action"), [...data].map(([name, value]) => [name, String(value)])]);
        }
      }
      return found;
    },
  };
})();
