// What a page opens, and what is wrong with what is shown.
(() => {
  if (getComputedStyle(document.documentElement).opacity !== "1") throw new Error("mark the test as one that sees what is drawn");
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label";
  const frame = () => new Promise(requestAnimationFrame);
  const soon = () => new Promise((done) => setTimeout(done, 5)); // nothing is drawn for it
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
        const lines = rects.length > 1 ? new Set(letters(text, found).map((one) => Math.round(one.bottom))).size : 1;
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
  // Words on a plain ground that are hardly readable on it.
  const colour = (text) => {
    const [, r, g, b, a = "1"] = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/) ?? [];
    return r === undefined ? null : { rgb: [r, g, b].map(Number), alpha: Number(a) };
  };
  const light = ({ rgb }) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // What a word is on, null for a picture or a gradient, at which axe gives up; and whether it is surely on nothing
  // else.
  const ground = (one) => {
    let sure = true;
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return [null, sure && style.opacity === "1"];
      if (style.opacity !== "1") return [];
      const found = colour(style.backgroundColor);
      if (!found || found.alpha === 1) return [found, sure && !!found];
      if (found.alpha) return [];
      sure &&= style.position === "static";
    }
    return [];
  };
  const faint = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (walker.nextNode()) {
      const one = walker.currentNode.parentElement;
      if (seen.has(one) || !walker.currentNode.data.trim()) continue;
      seen.add(one);
      one.toggleAttribute("data-unsure", true);
      if (one.closest("svg, option, script, style, .sr, :disabled") || !shown(block(one))) continue;
      const [style, [below, sure]] = [getComputedStyle(one), ground(one)];
      const ink = colour(style.color);
      const plain = below && ink?.alpha === 1 && style.webkitTextFillColor === style.color;
      one.toggleAttribute("data-unsure", !(sure && (plain || below === null)));
      if (!plain) continue;
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
  // At its middle; for what has others on it, anywhere where nothing is.
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
        // A seat is one large button under what is on it.
        if (one.matches(BACKDROP) && inside(b, a)) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) yield `${name(one)} and ${name(other)} overlap`;
      }
    }
  };
  // Two controls are apart, or are parts of one: a number with its − and +, a name with its badge.
  const APART = 7.5;
  const ONE = ":has(> [data-step]), .pair, .log li";
  const touching = function* (all) {
    const boxes = all.filter((one) => !clips(one) && !one.matches(BACKDROP) && !inSentence(one)).map((one) => [one, one.getBoundingClientRect(), inFront(one)]);
    for (const [n, [one, a, front]] of boxes.entries()) {
      for (const [other, b, behind] of boxes.slice(n + 1)) {
        if (front !== behind || one.contains(other) || other.contains(one)) continue;
        if (one.closest(ONE) && one.closest(ONE) === other.closest(ONE)) continue;
        const wide = Math.max(a.left, b.left) - Math.min(a.right, b.right);
        const high = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
        const gap = Math.max(wide, high);
        if (gap < APART && gap > -2) yield `${name(one)} and ${name(other)} are ${Math.round(gap)} px apart`;
      }
    }
  };
  const hidden = function* (all) {
    for (const one of all) {
      one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = one.getClientRects()[0];
      const hits = points(one, box);
      const [hit] = hits;
      const menu = hit?.closest("details[open] > .pick")?.parentElement;
      if (menu && !menu.contains(one)) continue; // it was judged before that one was opened
      const labels = [...(one.labels ?? [])];
      if (!hits.some((at) => at && (one.contains(at) || labels.some((label) => label.contains(at))))) {
        yield `${name(one)} is not hit at its middle, but ${hit ? name(hit) : "nothing"}`;
      }
    }
    scrollTo(0, 0);
  };

  // The table screen: what is on it, and what is written there for three metres.
  const PARTS =
    ".plate, .chair, .middle h1:not(.sr), .todo li, .heaps, .goals, .corner, .topline, .machinebar, .footline:not(.lobbyfoot), .box, .taps, " +
    ".deal, .say-it > *, .flip, .spot .who, .nuggets, .winner, .retold, .ways > *, .nextstep";
  const WORDS =
    ".plate .name, .chair .name, .chair small, .todo li, .middle h1, .stock li > :is(b, span:last-child:not(.goal, .sr)), .corner p, .pill, .button, .box b, .box small, .say-it, " +
    ".flip b, .flip small, .spot .who b, .spot p, .standing li, .winner h1, .why li, .retold li, .when, .telling, .topline > *, .logline";
  const NAMES = ".me, .wins .name";
  const LEAST_FONT = 0.013;
  const LEAST_HEADING = 0.055;
  const BESIDE_I = ".topbar > *";
  const [FEW, LITTLE] = [4, 16]; // pixels: for so few no page scrolls, and so much may be empty
  const meet = (a, b, room) =>
    a.left < b.right - room && b.left < a.right - room && a.top < b.bottom - room && b.top < a.bottom - room;
  const font = (one) => parseFloat(getComputedStyle(one).fontSize);
  const called = (one) => `${one.className || one.localName} “${words(one)}”`;
  const crowded = function* (parts) {
    const boxes = [...document.querySelectorAll(parts)].map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width);
    for (const [n, [one, a]] of boxes.entries()) {
      for (const [other, b] of boxes.slice(n + 1)) if (meet(a, b, 1)) yield `${called(one)} and ${called(other)} overlap`;
    }
  };
  const tooLow = (one) =>
    one.matches(".telling")
      ? one.scrollHeight > one.clientHeight + 1
      : one.matches(".box small, .flip *, .spot .who *") && one.scrollHeight > one.clientHeight + font(one) / (one.matches("b") ? 4 : 8);
  const beyond = (one) => {
    const [inner, outer] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    return inner.width && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || inner.left < outer.left - 1 || inner.right > outer.right + 1);
  };
  const onStage = function* (doubled) {
    yield* crowded(PARTS);
    for (const one of document.querySelectorAll(WORDS)) {
      if (!one.checkVisibility()) continue;
      const { right, bottom } = one.getBoundingClientRect();
      const low = !doubled && (tooLow(one) || right > innerWidth + 1 || bottom > innerHeight + 1);
      const cut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline" && (doubled || !one.matches(".topline > *, .logline"));
      if (!one.closest(".sr") && (low || cut)) yield `cut: ${called(one)}`;
      // Next to the code of a new address there is less room for what is in the middle.
      const few = one.matches(".topline > *, .logline") || (one.closest(".stock") && document.querySelector(".again"));
      if (!doubled && font(one) < LEAST_FONT * innerWidth && !few) yield `small: ${called(one)}`;
    }
    const middle = document.querySelector(".middle")?.getBoundingClientRect();
    for (const one of doubled ? [] : document.querySelectorAll(".middle .button, .todo li")) {
      const { top, bottom, height } = one.getBoundingClientRect();
      if (height && !one.closest("dialog") && (top < middle.top - 1 || bottom > middle.bottom + 1)) yield `cut by the middle: ${called(one)}`;
    }
    if (doubled) return;
    yield* stacked();
    yield* facts();
    yield* stepped();
    for (const one of document.querySelectorAll(".flip > :not(svg), .say-it > *, .spot > *, .ended > *")) {
      if (beyond(one)) yield `beyond its box: ${called(one)}`;
    }
    if (document.documentElement.scrollHeight > innerHeight || document.querySelector(".middle[data-keep-scrolls]:has(.waits)")) yield "scrolls";
    const heading = document.querySelector(".plate") && document.querySelector("h1:not(.sr)");
    const pile = [...document.querySelectorAll(".stock :is(.pile, .goal, .heap)")].find(shown);
    const gap = heading && pile && pile.getBoundingClientRect().top - heading.getBoundingClientRect().bottom;
    const least = font(document.documentElement) * getComputedStyle(document.body).getPropertyValue("--fit");
    if (pile && gap < least) yield `the heading is ${gap} px above the piles`;
    if (heading && innerWidth > innerHeight && font(heading) < LEAST_HEADING * innerHeight) yield `the heading is ${font(heading)} px`;
  };
  const inHand = function* () {
    const scrolls = document.documentElement.scrollHeight - document.documentElement.clientHeight;
    if (scrolls > 0 && scrolls <= FEW) yield `scrolls by ${scrolls} px`;
    const below = document.querySelector(".plate") ? innerHeight - document.querySelector(".footline").getBoundingClientRect().bottom : 0;
    if (below > LITTLE) yield `${below} px are empty below the seats`;
    yield* crowded("body.table:not(.on-paper) :is(.machinebar, .topline, .telling, .footline, .corner)");
    yield* uneven();
    for (const one of document.querySelectorAll(".spots .sr")) {
      if (one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow !== "ellipsis") yield `cut without a sign: ${called(one)}`;
    }
    for (const one of document.querySelectorAll(NAMES)) if (one.checkVisibility() && one.scrollWidth > one.clientWidth) yield `cut: ${called(one)}`;
    const front = [...document.querySelectorAll(BESIDE_I)].map((one) => one.getBoundingClientRect());
    for (const one of document.querySelectorAll("#top h1, .me-line .next, #say, #live > .say")) {
      const range = document.createRange();
      range.selectNodeContents(one);
      if ([...range.getClientRects()].some((line) => front.some((box) => meet(line, box, 0)))) yield `under the i: ${called(one)}`;
    }
  };
  // Whoever has won tonight is in one row of the screen.
  const stacked = function* () {
    const tops = [...document.querySelectorAll(".tonight .wins > li")].map((one) => Math.round(one.getBoundingClientRect().top / 8));
    const rows = new Set(tops).size;
    if (innerWidth >= 960 && rows > 1) yield `the people of tonight stand in ${rows} rows`;
  };
  // Plates that stand beside each other are as high.
  const stepped = function* () {
    const boxes = [...document.querySelectorAll(".plate")].map((one) => [one, one.getBoundingClientRect()]);
    for (const [n, [one, a]] of boxes.entries()) {
      for (const [other, b] of boxes.slice(n + 1)) {
        const middle = (b.top + b.bottom) / 2;
        const beside = a.top < middle && middle < a.bottom;
        if (beside && Math.abs(a.height - b.height) > 1) yield `${called(one)} and ${called(other)} are ${a.height} and ${b.height} px high`;
      }
    }
  };
  // In a hand in rows that are alike: of seven four and three.
  const uneven = function* () {
    const many = new Map();
    for (const one of document.querySelectorAll(".tonight:not(.once) .wins > li")) {
      const row = Math.round(one.getBoundingClientRect().top / 8);
      many.set(row, (many.get(row) ?? 0) + 1);
    }
    const rows = [...many.values()];
    if (Math.max(...rows) - Math.min(...rows) > 1) yield `the people of tonight stand in rows of ${rows.join(" and ")}`;
  };
  // A page of facts uses its room: names are whole, and next to their questions.
  const facts = function* () {
    const people = [...document.querySelectorAll(".factsheet .who .name, .whoever .name")];
    for (const one of people) if (one.scrollWidth > one.clientWidth + 1) yield `cut: ${called(one)}`;
    const sizes = [...new Set(people.map(font))];
    if (sizes.length > 1) yield `names are ${sizes.join(" and ")} px large`;
    const gaps = [...document.querySelectorAll(".telling .people > li:has(.answers)")].map((one) => {
      const name = one.querySelector(".name");
      const range = document.createRange();
      range.selectNodeContents(name);
      return one.querySelector(".answers").getBoundingClientRect().left - range.getBoundingClientRect().right;
    });
    const gap = Math.min(...gaps);
    if (innerWidth >= 960 && gaps.length && gap > innerWidth / 8) yield `${Math.round(gap)} px between names and figures`;
    const matrix = document.querySelector(".telling .matrix:not(:has(.of-card))")?.getBoundingClientRect();
    if (innerHeight >= 1000 && matrix && matrix.height < innerHeight / 3) yield `what is asked is ${Math.round(matrix.height)} px high`;
  };
  // − and + are seen to be buttons.
  const unframed = function* (root) {
    for (const one of root.querySelectorAll("[data-step]")) {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
      const frame = borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0 && colour(borderTopColor)?.alpha === 1;
      if (shown(one) && !frame) yield `${name(one)} has no frame`;
    }
  };
  // What scrolls in a sheet goes under its whole heading, not under the cross alone.
  const cornered = function* (root) {
    const cross = root.querySelector(":scope > .grab");
    if (!cross || getComputedStyle(cross).position !== "sticky") return;
    root.scrollTop = 40;
    const box = cross.getBoundingClientRect();
    const left = root.querySelector("h2")?.getBoundingClientRect().left ?? box.left - 24;
    const beside = document.elementFromPoint(left + 8, box.top + box.height / 2);
    if (root.scrollTop && beside !== root && !beside?.closest("h2")) yield `${name(beside)} scrolls beside the cross`;
    root.scrollTop = 0;
  };
  // Words next to their drawing.
  const stuck = function* (root) {
    for (const one of root.querySelectorAll(".hear [data-is]")) {
      const range = document.createRange();
      range.selectNodeContents(one.lastChild);
      const gap = range.getBoundingClientRect().left - one.lastChild.previousSibling.getBoundingClientRect().right;
      if (shown(one) && gap < 4) yield `${name(one.parentElement)} stands ${gap} px beside its drawing`;
    }
  };
  // A link in a sentence can be as high as its line.
  const TARGETS = "a[href], button, summary, select, label:has(input), input:not([type=hidden], [type=radio], [type=checkbox])";
  const inSentence = (one) => {
    const around = one.matches("a") && one.closest("p, small, li, h2, caption");
    return around && (around.matches("small, h2, caption") || around.textContent.trim() !== one.textContent.trim());
  };
  const small = function* (root) {
    for (const one of root.querySelectorAll(TARGETS)) {
      const { width, height } = one.getBoundingClientRect();
      if (one.checkVisibility({ visibilityProperty: true }) && !inSentence(one) && width > 2 && Math.min(width, height) < 43.5) {
        yield `${name(one)} is ${Math.round(width)} × ${Math.round(height)}`;
      }
    }
  };
  const plots = function* (root) {
    for (const one of root.querySelectorAll(".plot text")) {
      if (shown(one.ownerSVGElement) && font(one) * one.getScreenCTM().a < 12) yield `${words(one)} in a plot is small`;
    }
  };

  const tooWide = function* () {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) yield `${wide} px too wide`;
  };

  // Of what is measured alone nothing need be drawn.
  const draws = (all) => {
    document.documentElement.style.opacity = all ? "" : 0;
  };

  // Whether the page fits the window as it is now: the table's on one screen, others without scrolling sideways.
  const fits = async () => {
    draws(false);
    await frame();
    await soon(); // what is fitted in its room is, before this frame is drawn
    const page = document.documentElement;
    const stage = document.body.matches(".table:not(.remote, .on-paper)") && innerWidth > 600;
    return [...tooWide(), ...(stage ? onStage(page.style.fontSize === "200%") : inHand())];
  };
  const faults = () => {
    draws(true);
    const root = top();
    const all = controls(root);
    return [...new Set([...tooWide(), ...narrow(root), ...squeezed(root), ...plots(root), ...stuck(root), ...(root === document.body ? small(root) : []), ...faint(root), ...overlapping(all), ...touching(all), ...hidden(all), ...cornered(root), ...unframed(root)])];
  };
  // As the browser sends each form: with nothing chosen besides what always is one of several, and with all that can be.
  const forms = () => {
    const found = [];
    for (const form of top().querySelectorAll("form")) {
      if (!shown(form) || (form.method !== "post" && !form.hasAttribute("hx-post"))) continue;
      const button = form.querySelector("button:not([type=button]):not(:disabled)");
      if (!button) continue;
      for (const all of [false, true]) {
        const copy = form.cloneNode(true);
        for (const one of copy.elements) {
          if (one.type === "checkbox" || one.type === "radio") one.checked = all || (one.type === "radio" && one.defaultChecked);
          else if (!all && one.matches("input[type=text], input:not([type]), textarea")) one.value = "";
        }
        const data = new FormData(copy);
        if (form.getAttribute("hx-include")) data.set("stamp", document.querySelector("#stamp input").value);
        if (button.name) data.append(button.name, button.value);
        const url = new URL(form.getAttribute("hx-post") ?? form.getAttribute("action"), document.baseURI);
        found.push([url.pathname + url.search, [...data].map(([name, value]) => [name, String(value)])]);
      }
    }
    return found;
  };

  const open = async (wanted) => {
    const opener = openers().find((one) => key(one) === wanted);
    if (!opener) return false;
    opener.scrollIntoView({ block: "center", behavior: "instant" });
    opener.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    opener.click();
    const whole = () =>
      opener.dataset.sheet ? document.getElementById(opener.dataset.sheet) : opener.parentElement;
    for (let tries = 0; tries < 2000; tries++) {
      const one = whole();
      if (one?.open && filled(one)) {
        one.getBoundingClientRect(); // which asks for the faces of its words
        await document.fonts.ready;
        return true;
      }
      // A question that comes before it ("Only these 6?") has the same opener.
      const asked = opener.dataset.sheet && top().querySelector(`[data-sheet="${opener.dataset.sheet}"][data-close]`);
      if (asked && asked !== opener) asked.click();
      await soon();
    }
    throw new Error(`${location}: ${wanted} does not open`);
  };
  const close = (wanted) => {
    const one = wanted[0] === "#" ? document.getElementById(wanted.slice(1).split(" ")[0]) : null;
    if (one) return one.close();
    for (const details of document.querySelectorAll("details[open]")) {
      if (key(details.querySelector("summary")) === wanted) details.open = false;
    }
  };
  // Of what differs only in a number, such as lines of the log, this many are opened.
  const ALIKE = 3;
  const behind = async function* (seen, path) {
    for (const one of new Set(openers(path.at(-1)).map(key))) {
      const kind = one.replace(/\d+/g, "n");
      if (seen[one] || seen[kind] === ALIKE) continue;
      for (const name of new Set([one, kind])) seen[name] = (seen[name] ?? 0) + 1;
      if (!(await open(one))) {
        for (const step of path) await open(step); // what was opened from here has closed it
        if (!(await open(one))) continue;
      }
      yield [...path, one].join(" ");
      yield* behind(seen, [...path, one]);
      close(one);
    }
  };

  window.opened = {
    fits,
    // Words that are faint; and what axe finds, where it is asked: but for what nobody sees, and for words that are judged.
    async colours(asked) {
      draws(true);
      const found = [...faint(document.body)];
      if (!asked) return found;
      axe.configure({ rules: [{ id: "color-contrast", selector: "[data-unsure], input, select, textarea" }] });
      const closed = [...document.querySelectorAll("dialog:not([open])")].map((one) => [one, new Comment()]);
      for (const [one, place] of closed) one.replaceWith(place);
      const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...asked });
      for (const [one, place] of closed.reverse()) place.replaceWith(one);
      return [...found, ...violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 140)} ${JSON.stringify(any[0])}`))];
    },
    // The page itself, then each thing that it opens, and what that opens, one after the other; its name.
    async *walk() {
      yield "page";
      yield* behind({}, []);
    },
    async judge(most) {
      const [found, sent] = [[], []];
      for await (const name of opened.walk()) {
        found.push(...faults().map((fault) => `${name}: ${fault}`));
        sent.push(...forms());
        if (!--most) break;
      }
      return [found, sent];
    },
    async large() {
      document.documentElement.style.fontSize = "200%";
      const found = [...(await fits()), ...faults()];
      document.documentElement.style.fontSize = "";
      return found.map((fault) => `twice as large: ${fault}`);
    },
  };
})();
