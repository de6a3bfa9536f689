// Any picture and any answers: touched, dragged, or walked over with the keys. It knows spots, never a game.
//
// An answer [text, spots, loose] is said by touching its spots in order, or in any order if it is loose. What fits what
// was touched so far stays; exactly one answer with exactly these spots is said. The owner of the board decides what becomes of it (`hooks`):
//   said(answers, how, more)  one answer, or several with the same spots; `more` if longer ones begin like this
//   touched(spots)            an answer is begun        tried(spots)    nothing fits
//   looked(answer, spot)      the mouse or the focus is on a spot that would complete this answer (or on none)

import { isStill } from "./page.js";

const SHIFT = 260; // milliseconds a piece takes to get where it goes
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] }; // as on a number pad
const where = ({ clientX, clientY }) => ({ clientX, clientY });
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export class Board {
  constructor(svg, hooks) {
    Object.assign(this, { svg, hooks, answers: [], marks: {}, labels: {}, touched: [], said: null, parts: new Map() });
    this.layer = svg.querySelector(".layer");
    this.shown = svg.querySelector(".marks");
    for (const part of this.layer.children) this.parts.set(part.dataset.part, null);
    const heard = { // on the figure: listening for the focus would make the picture itself a stop of the tab key
      click: (event) => this.clicked(event),
      pointerover: (event) => event.pointerType === "mouse" && this.look(event.target),
      pointerleave: () => this.look(null),
      focusin: (event) => (this.rove(event.target), this.pointer === "touch" || this.look(event.target)),
      focusout: () => this.look(null),
      keydown: (event) => this.key(event),
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.drag(event),
      pointerup: (event) => this.drop(event),
      pointercancel: () => this.letGo(),
    };
    for (const [name, listener] of Object.entries(heard)) svg.parentElement.addEventListener(name, listener);
    const hold = (event) => this.grip && event.cancelable && event.preventDefault(); // or the page would be drawn along
    svg.addEventListener("touchmove", hold, { passive: false });
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  /** A picture, what lies where, and the answers that can be given; returns what moved, for the ear. */
  show({ frame, layer, labels, answers, marks }) {
    if (frame) this.svg.setAttribute("viewBox", frame.join(" "));
    Object.assign(this, { answers: answers ?? [], marks: marks ?? {}, labels: labels ?? {} });
    const changes = this.draw(layer);
    this.clear();
    return changes;
  }

  draw(layer) {
    this.land();
    const changed = Object.keys(layer).filter((part) => layer[part] !== this.parts.get(part));
    const gone = [...this.parts.keys()].filter((part) => !(part in layer));
    const before = this.pieces([...changed, ...gone]);
    for (const part of gone) this.part(part)?.remove(), this.parts.delete(part);
    for (const part of changed) {
      const group = this.part(part) ?? this.layer.appendChild(document.createElementNS(this.svg.namespaceURI, "g"));
      group.dataset.part = part;
      group.innerHTML = layer[part]; // our own server's drawing
      this.parts.set(part, layer[part]);
    }
    const order = Object.keys(layer);
    if (order.some((part, n) => this.layer.children[n].dataset.part !== part)) {
      for (const part of order) this.layer.append(this.part(part));
    }
    return this.animate(before, this.pieces(changed));
  }

  part(name) {
    return [...this.layer.children].find((group) => group.dataset.part === name);
  }

  pieces(parts) {
    return parts.flatMap((part) => [...(this.part(part)?.querySelectorAll("[data-at]") ?? [])]
      .map((element) => ({ element, part, at: element.dataset.at, looks: element.getAttribute("href") ?? "", where: middle(element) })));
  }

  /** First, last, invert, play: pieces that stayed alike glide, the others come and go. */
  animate(before, after) {
    const alike = (a, b) => a.looks === b.looks && a.part === b.part;
    const take = (list, test) => { const n = list.findIndex(test); return n < 0 ? null : list.splice(n, 1)[0]; };
    const came = after.filter((piece) => !take(before, (old) => old.at === piece.at && alike(old, piece)));
    const changes = { moved: 0, came: 0, gone: 0 };
    const scale = this.scale();
    for (const piece of came) {
      const old = take(before, (each) => alike(each, piece));
      const worn = old ? null : take(before, (each) => each.at === piece.at && each.part === piece.part);
      changes[old ? "moved" : worn ? "gone" : "came"]++;
      if (old) {
        const [dx, dy] = [0, 1].map((n) => (old.where[n] - piece.where[n]) / scale);
        piece.element.parentNode.append(piece.element); // over those it passes
        this.play(piece.element, [{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], "cubic-bezier(.3,.1,.2,1)");
      } else this.play(piece.element, [{ opacity: worn ? 0.2 : 0, translate: worn ? "0px 0px" : "0px -18px" }, {}]);
    }
    for (const { element, part } of before) {
      changes.gone++;
      if (isStill()) continue;
      element.removeAttribute("data-at"); // it lies nowhere any more
      this.part(part)?.append(element);
      this.play(element, [{ opacity: 1 }, { opacity: 0 }]).onfinish = () => element.remove();
    }
    return changes;
  }

  play(element, frames, easing = "ease-out") {
    return isStill() ? null : element.animate(frames, { duration: SHIFT, easing });
  }

  /** What is still on its way arrives at once. */
  land() {
    for (const motion of this.layer.getAnimations({ subtree: true })) motion.finish();
  }

  scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  // --- saying an answer -----------------------------------------------------------------------------------------------

  fitting(spots) {
    return this.answers.filter(([, said, loose]) => spots.every((spot, n) => (loose ? said.includes(spot) : said[n] === spot)));
  }

  /** What can be touched next, and whether that completes an answer. */
  next() {
    const found = new Map(), n = this.touched.length;
    for (const [, spots, loose] of this.fitting(this.touched)) {
      const further = loose ? spots.filter((spot) => !this.touched.includes(spot)) : spots.slice(n, n + 1);
      for (const spot of further) found.set(spot, found.get(spot) || spots.length === n + 1);
    }
    return found;
  }

  /** What touching a spot comes to: spots that fit answers, or null. */
  reach(spot) {
    const further = [...this.touched, spot];
    if (this.fitting(further).length) return further;
    return this.touched.length && this.fitting([spot]).length ? [spot] : null;
  }

  exact(spots) {
    return this.fitting(spots).filter(([, said]) => said.length === spots.length);
  }

  touch(spot, how) {
    if (this.said && spot === this.touched.at(-1)) return this.hooks.said(this.said, "again", false);
    if (this.touched.includes(spot) && this.fitting(this.touched)[0]?.[2]) return this.untouch(spot);
    if (spot === this.touched.at(-1) && !this.fitting([...this.touched, spot]).length) return this.clear();
    const spots = this.reach(spot);
    if (!spots) return this.hooks.tried([...this.touched, spot]);
    const turned = this.touched.length && spots.length === 1; // an answer was begun and another one is meant now
    this.touched = spots;
    const exact = this.exact(spots), all = this.fitting(spots);
    this.said = exact.length ? exact : null;
    this.refresh();
    if (exact.length) this.hooks.said(exact, turned ? "turned" : how, all.length > exact.length);
    else this.hooks.touched?.(spots);
  }

  /** A spot of a loose answer is taken back. */
  untouch(spot) {
    this.touched = this.touched.filter((each) => each !== spot);
    this.said = null;
    this.refresh();
    this.hooks.touched?.(this.touched);
  }

  /** Nothing can be said until the next picture. */
  rest() {
    this.answers = [];
    this.refresh();
  }

  /** Show an answer as if it had been touched, without saying it. */
  point(spots) {
    this.touched = [...spots];
    this.said = this.exact(spots);
    this.refresh();
  }

  clear() {
    this.letGo();
    this.putBack(this.dropped);
    this.dropped = null;
    this.touched = [];
    this.said = null;
    this.refresh();
    this.hooks.touched?.([]);
  }

  refresh() {
    const next = this.next(), ends = [], steps = [];
    for (const [spot, isEnd] of next) (isEnd && this.touched.length ? ends : steps).push(this.marks[spot] ?? "");
    const here = this.touched.map((spot) => this.marks[spot] ?? "");
    this.shown.innerHTML = `<g>${steps.join("")}</g><g class="ends">${ends.join("")}${here.join("")}</g>`;
    this.svg.classList.toggle("asks", this.answers.length > 0);
    const spots = this.spots();
    for (const [spot, element] of spots) {
      const begins = next.has(spot) || this.touched.length > 0 && this.reach(spot) !== null;
      const name = `${spot}${this.labels[spot] ? `: ${this.labels[spot]}` : ""}${next.has(spot) ? ", can be touched" : ""}`;
      if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
      element.setAttribute("role", "button");
      if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", -1);
      element.setAttribute("aria-pressed", this.touched.includes(spot));
      element.classList.toggle("next", begins);
      element.classList.toggle("held", this.touched.includes(spot));
      element.classList.toggle("grip", begins && this.begins(spot));
    }
    this.rove(spots.get(this.here) ?? spots.get([...next.keys()][0]) ?? spots.values().next().value);
  }

  begins(spot) {
    return this.answers.some(([, spots]) => spots.length > 1 && spots[0] === spot);
  }

  spots() {
    return new Map([...this.svg.querySelectorAll("[data-spot]")].map((element) => [element.dataset.spot, element]));
  }

  look(target) {
    const spot = target?.closest?.("[data-spot]")?.dataset.spot ?? null;
    const spots = spot === null ? null : this.said && spot === this.touched.at(-1) ? this.touched : this.reach(spot);
    const exact = spots ? this.exact(spots) : [];
    this.hooks.looked?.(exact.length === 1 ? exact[0][0] : null, spot);
  }

  clicked(event) {
    const spot = this.spotAt(event);
    const how = this.pointer ?? "key"; // a click without a pointer comes from a screen reader
    this.pointer = null;
    if (spot !== undefined) this.touch(spot, how);
    else this.clear();
  }

  /** The spot under the pointer; of several that lie on each other the first that can be touched on. */
  spotAt({ target, clientX, clientY }) {
    const top = target.closest("[data-spot]")?.dataset.spot;
    if (top === undefined || !this.pointer || !this.touched.length) return top;
    const under = document.elementsFromPoint(clientX, clientY).map((each) => each.closest("[data-spot]")?.dataset.spot);
    return [top, ...under].find((spot) => spot !== undefined && this.fitting([...this.touched, spot]).length) ?? top;
  }

  // --- dragging -------------------------------------------------------------------------------------------------------

  down(event) {
    this.pointer = event.pointerType;
    const spot = event.target.closest("[data-spot]")?.dataset.spot;
    if (event.button === 0 && event.isPrimary && spot !== undefined && this.begins(spot)) {
      this.grip = { spot, from: [event.clientX, event.clientY], id: event.pointerId, pieces: null };
    }
  }

  drag(event) {
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.id) return;
    const [dx, dy] = [event.clientX - grip.from[0], event.clientY - grip.from[1]];
    if (!grip.pieces && Math.hypot(dx, dy) < 8) return;
    if (!grip.pieces) {
      this.svg.setPointerCapture(grip.id);
      const isIt = (piece) => piece.dataset.at === grip.spot || piece.querySelector(`[data-spot="${grip.spot}"]`);
      grip.pieces = [...this.layer.querySelectorAll("[data-at]")].filter(isIt);
      this.touched = [grip.spot];
      this.said = null;
      this.refresh();
      this.svg.classList.add("drags");
    }
    const scale = this.scale();
    for (const piece of grip.pieces) piece.style.translate = `${dx / scale}px ${dy / scale}px`;
    this.look(document.elementFromPoint(event.clientX, event.clientY));
  }

  drop(event) {
    const grip = this.grip;
    if (!grip?.pieces) return (this.grip = null);
    this.pointer = null;
    const spot = this.spotAt({ target: document.elementFromPoint(event.clientX, event.clientY) ?? this.svg, ...where(event) });
    const lands = spot !== undefined && spot !== grip.spot;
    if (lands && this.fitting([grip.spot, spot]).length) {
      const spots = this.spots(), from = middle(spots.get(grip.spot)), scale = this.scale();
      const [dx, dy] = middle(spots.get(spot)).map((value, n) => (value - from[n]) / scale);
      for (const piece of grip.pieces) piece.style.translate = `${dx}px ${dy}px`;
      this.dropped = grip.pieces; // lies there until the server has drawn it, or the answer is given up
      grip.pieces = null;
    }
    this.letGo();
    if (lands) this.touch(spot, event.pointerType);
  }

  letGo() {
    this.putBack(this.grip?.pieces);
    this.grip = null;
    this.svg.classList.remove("drags");
  }

  putBack(pieces) {
    for (const piece of pieces ?? []) {
      const from = piece.style.translate;
      piece.style.translate = "";
      if (from && piece.isConnected) this.play(piece, [{ translate: from }, { translate: "0px 0px" }]);
    }
  }

  // --- keys -----------------------------------------------------------------------------------------------------------

  rove(element) {
    if (!element?.dataset?.spot) return;
    for (const each of this.svg.querySelectorAll("[data-spot][tabindex='0']")) each.setAttribute("tabindex", -1);
    element.setAttribute("tabindex", 0);
    this.here = element.dataset.spot;
  }

  key(event) {
    const spot = event.target.dataset?.spot;
    if (spot === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.touch(spot, "key");
    else if (event.key === "Escape" && this.touched.length) this.clear();
    else if (event.key in ARROWS) this.walk(event.target, ARROWS[event.key], event.shiftKey);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) this.spell(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest spot that way; with shift only to those that can be touched. */
  walk(element, [right, down], choosy) {
    const [x, y] = middle(element), next = this.next();
    let best = null, least = Infinity;
    for (const [spot, each] of this.spots()) {
      if (each === element || choosy && !next.has(spot)) continue;
      const [dx, dy] = middle(each).map((value, n) => value - [x, y][n]);
      const along = dx * right + dy * down, aside = Math.abs(dx * down - dy * right);
      const far = along + 2.2 * aside;
      if (along > 1 && far < least) [best, least] = [each, far];
    }
    best?.focus();
  }

  /** Typing a spot's name goes there. */
  spell(letter) {
    const now = performance.now(), spots = this.spots();
    const longer = (now - (this.typedAt ?? 0) < 1200 ? this.typed : "") + letter;
    this.typed = [...spots.keys()].some((name) => name.startsWith(longer)) ? longer : letter;
    this.typedAt = now;
    spots.get(this.typed)?.focus();
  }
}
