// The log in words, and looking back at any moment of it.

import { row, words } from "./dice.js";
import { $, $$, announce, ask, h, says } from "./page.js";
import { api, main, side, view } from "./state.js";

export const back = { at: null, status: "", show() {}, now() {}, fail() {} }; // the moment looked back at, null: now; and who shows it
const frames = new Map();
let isFetching = false;

export const stop = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);
export function tell({ player, text, events, dice }) {
  return [dice ? words(dice) : `${side(player)} ${text}.`, ...events.map(([sentence]) => stop(sentence))].join(" ");
}

export function drawLog(first) {
  const list = $("#log");
  while (list.children.length > first) list.lastChild.remove();
  for (let n = first; n < view.log.length; n++) list.append(line(view.log[n], view.log[n].turn !== view.log[n - 1]?.turn));
  if (back.at === null) list.scrollTop = list.scrollHeight;
}

function line({ at, turn, player, text, events, dice }, isFirst) {
  return h("li", { class: isFirst && "first" },
    isFirst && h("span", { class: "turn" }, `${turn}.`),
    h("button", { class: "jump", "data-at": at },
      player >= 0 && h("span", { class: `token seat${player}`, "aria-hidden": "true" }),
      h("span", { class: "hidden" }, `${side(player)} `),
      dice ? [row(dice), h("span", { class: "hidden" }, words(dice))] : text),
    events.map((sentence) => h("p", null, says(sentence))));
}

export const forget = (after) => [...frames.keys()].filter((at) => at > after).forEach((at) => frames.delete(at));

async function go(at) {
  at = Math.max(0, Math.min(view.at, at));
  if (at === view.at) return comeBack();
  back.at = at;
  drawScrubber();
  if (isFetching) return; // it will come to this moment
  isFetching = true;
  try {
    for (let shown = null; back.at !== null && shown !== back.at;) {
      shown = back.at;
      if (!frames.has(shown)) frames.set(shown, await ask("GET", `${api}/frames/${shown}`));
      if (back.at === shown) showFrame(frames.get(shown));
    }
  } catch (refusal) {
    back.fail(refusal.message);
  }
  isFetching = false;
}

function showFrame(frame) {
  back.status = frame.status;
  back.show(frame);
  drawStatus();
  announce(frame.entry ? `${tell(frame.entry)} ${frame.status}` : frame.status);
}

export function drawStatus() {
  $("#status").textContent = back.at === null ? view.status : `Looking back at ${back.at} of ${view.at}: ${back.status}`;
}

export function comeBack() {
  back.at = null;
  back.now();
}

export function drawScrubber() {
  const at = back.at ?? view.at, scrub = $("#scrub");
  scrub.max = view.at;
  scrub.value = at;
  scrub.setAttribute("aria-valuetext", back.at === null ? "now" : `${at} of ${view.at}`);
  $("#now").hidden = back.at === null;
  main.classList.toggle("looking", back.at !== null);
  const entries = $$("#log .jump"), current = entries.findLast((entry) => Number(entry.dataset.at) <= at);
  for (const entry of entries) entry.toggleAttribute("aria-current", entry === current);
  if (back.at !== null) current?.scrollIntoView({ block: "nearest" });
  for (const place of $$("#reviewed .place")) place.classList.toggle("here", Number(place.dataset.at) === at);
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const step = (key) => go((back.at ?? view.at) + STEPS[key]);

$("#scrub").addEventListener("input", (event) => go(Number(event.target.value)));
for (const button of $$("[data-step]")) button.addEventListener("click", () => step(button.dataset.step));
$("#now").addEventListener("click", comeBack);
$(".book").addEventListener("click", ({ target }) => {
  const jump = target.closest("[data-at]"); // a line of the log, a point of the review
  if (jump) go(Number(jump.dataset.at));
});
document.addEventListener("keydown", (event) => {
  const isTaken = event.target.closest("input, textarea, select, [data-spot]");
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !(event.key in STEPS)) return;
  event.preventDefault();
  step(event.key);
});
