// The tour: a small position and a task. Every answer goes to the server, which says what came of it.

import { Board } from "./board.js";
import { roll } from "./dice.js";
import { $, $$, announce, ask, cite, h, kept, says } from "./page.js";
import { sound } from "./sound.js";

const first = JSON.parse($("#view").textContent);
const main = $("#main"), shelf = `tour ${main.dataset.game}`; // what this device has learned
const learned = new Set((kept.get(shelf) ?? "").split(" "));
const given = []; // the answers so far
let now = first;

const board = new Board($(".board svg"), {
  said: (answers, how, more) => (answers.length > 1 || more ? pick(answers) : play(answers[0][0])),
  tried: (spots) => play(null, spots),
});

function tell(...content) {
  $("#tell").replaceChildren(...content, choices(now.answers.filter(([, spots]) => !spots.length))); // no spot says these
  $("#tell").classList.add("filled");
  announce($("#tell").textContent);
}

function pick(answers) {
  tell(h("p", null, answers.length > 1 ? "Which one?" : "This, or touch on:"), choices(answers));
}

function choices(answers) {
  return h("div", { class: "choice" }, answers.map(([answer, , , words]) =>
    h("button", { click: () => play(answer), "data-answer": answer }, words || answer)));
}

async function play(answer, touched) {
  try {
    const told = await ask("POST", `/tour/${main.dataset.game}/${main.dataset.n}`, touched ? { answers: given, touched } : { answers: [...given, answer] });
    if (told.why) return refuse(told.why);
    if (told.at > now.at) given.push(answer); // a wrong answer is not played
    show(told);
  } catch (refusal) {
    refuse({ text: refusal.message, rules: refusal.rules });
  }
}

function refuse({ text, rules }) {
  sound("refused");
  board.clear();
  tell(h("p", { class: "why" }, h("b", null, "No: "), says([text, rules])));
}

function show(told) {
  now = { ...now, ...told };
  const dice = (told.entry ?? told.log_entry)?.dice;
  if (dice) roll($("#dice"), dice), sound("dice");
  if (told.lesson?.done) now.answers = [];
  const { moved, gone } = board.show(now);
  sound(gone ? "shot" : moved ? "move" : "placement");
  $("#status").textContent = now.status ?? "";
  const { lesson } = told;
  if (!lesson) return;
  if (lesson.done) sound("win", 0.3), learned.add(main.dataset.n), kept.set(shelf, [...learned].join(" ")), tick();
  $("#next").classList.toggle("go", lesson.done);
  tell();
  if (lesson.says) tell(h("p", { class: lesson.done ? "good" : "" }, lesson.done ? "✓ " : "", lesson.says, cite(lesson.rules)));
}

function tick() {
  for (const step of $$(".steps a")) step.classList.toggle("done", learned.has(step.textContent));
}
tick();

$("#again").addEventListener("click", () => {
  given.length = 0;
  now = first;
  board.show(first);
  tell();
  $("#tell").classList.remove("filled");
});

board.show(first);
tell();
$("#status").textContent = first.status ?? "";
