// Dice that are seen to roll, and what they came to in words.

import { h, isStill } from "./page.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function face(number) {
  const pips = (PIPS[number] ?? []).map((n) => `<circle cx="${8 + (n % 3) * 8}" cy="${8 + Math.floor(n / 3) * 8}" r="2.6"/>`);
  const digits = pips.length ? "" : `<text x="16" y="22" text-anchor="middle">${Number(number)}</text>`;
  return `<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="6"/>${pips.join("")}${digits}</svg>`;
}

export function words({ faces, need, hits }) {
  const rolled = `Rolled ${faces.join(", ")}`;
  if (need == null) return `${rolled}.`;
  return `${rolled}: ${need + 1} or more was needed, ${hits} of ${faces.length} hit.`;
}

export function row({ faces, need }) {
  return h("span", { class: "dice" }, faces.map((number) => {
    const hit = need == null ? "" : number > need ? " hit" : " miss";
    const die = h("span", { class: `die${hit}` });
    die.innerHTML = face(number);
    return die;
  }));
}

/** Rolls over the board, out of the way of whoever wants to go on. */
export function roll(stage, dice) {
  const shown = row(dice);
  const told = h("p", null, words(dice));
  stage.replaceChildren(shown, told);
  stage.hidden = false;
  clearTimeout(stage.end);
  stage.end = setTimeout(() => (stage.hidden = true), 3200);
  if (isStill()) return;
  told.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], 900);
  [...shown.children].forEach((die, n) => {
    const last = die.innerHTML, side = die.className;
    const whirl = setInterval(() => (die.innerHTML = face(1 + Math.floor(Math.random() * 6))), 70);
    die.className = "die";
    const spin = (Math.random() < 0.5 ? -1 : 1) * (360 + Math.random() * 360);
    const fall = die.animate(
      [{ translate: `${(Math.random() - 0.5) * 160}px -140px`, rotate: `${spin}deg`, opacity: 0 }, { opacity: 1, offset: 0.2 }, {}],
      { duration: 480 + 60 * Math.min(n, 5), easing: "cubic-bezier(.2,.8,.3,1)" });
    fall.onfinish = fall.oncancel = () => {
      clearInterval(whirl);
      die.innerHTML = last;
      die.className = side;
    };
  });
}
