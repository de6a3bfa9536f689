// Who sits at the table, their clocks, and what they have offered each other.

import { send } from "./line.js";
import { $, $$, announce, h } from "./page.js";
import { isOver, side, view } from "./state.js";

let heard = 0; // when the clocks were last told
export const wind = () => (heard = performance.now());

export function drawPeople() {
  const near = view.viewer ?? 0;
  $("#people").replaceChildren(...[1 - near, near].map((seat) => {
    const person = view.people[seat], isDue = view.to_move === seat && !isOver();
    return h("li", { class: `person seat${seat}${isDue ? " due" : ""}` },
      h("span", { class: "token", "aria-hidden": "true" }),
      h("span", { class: "who" }, h("b", null, person.name || "Nobody yet"),
        h("small", null, [side(seat), state(person, isDue), isDue && "to act"].filter(Boolean).join(" · "))),
      view.clock.kind !== "none" && h("span", { class: "clock", role: "timer", "data-seat": seat }));
  }));
  tick();
  $("#invitation")?.toggleAttribute("hidden", view.people.every((person) => person.kind !== "nobody"));
}

function state({ seat, kind, here }, isDue) {
  if (kind === "nobody") return "empty seat";
  if (kind === "computer") return isDue && view.thinking ? "thinking …" : "computer";
  return view.seats.includes(seat) ? "you" : here ? "here" : "away";
}

function tick() {
  for (const clock of $$(".clock")) {
    const seat = Number(clock.dataset.seat), runs = view.clock.running === seat && !isOver();
    const left = Math.max(0, view.clock.left[seat] - (runs ? performance.now() - heard : 0));
    const text = told(left / 1000);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("runs", runs);
    clock.classList.toggle("short", left < 20000);
  }
}
setInterval(tick, 100);

function told(seconds) {
  const [days, hours, minutes] = [86400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  const two = (n) => String(Math.floor(n) % 60).padStart(2, "0");
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return `${minutes}:${seconds < 20 ? seconds.toFixed(1).padStart(4, "0") : two(seconds)}`;
}

const YES_NO = [["Yes", "yes"], ["No", "no"]], AGAIN = [["Play again", "rematch"]];

export function drawOffers() {
  const { undo, draw, rematch } = view.offers;
  const open = [
    undo && [undo.seat, `asks you to agree. ${undo.says}.`, `has asked. ${undo.says}.`, YES_NO],
    draw !== null && [draw, "offers a draw.", "has offered a draw.", YES_NO],
    rematch !== null && [rematch, "would like a rematch.", "has asked for a rematch.", AGAIN],
  ].filter(Boolean).map(([seat, theirs, others, answers]) => {
    const isForMe = view.seats.length > 0 && !view.seats.includes(seat);
    return [`${view.people[seat].name} ${isForMe ? theirs : others}`, isForMe ? answers : []];
  });
  const words = open.map(([text]) => text).join(" "), place = $("#offers");
  if (place.dataset.words === words) return;
  place.dataset.words = words;
  place.replaceChildren(...open.map(([text, answers]) => h("div", { class: "offer" }, h("p", null, text),
    answers.map(([name, what]) => h("button", { click: () => send({ do: what }) }, name)))));
  if (words) announce(words);
}
