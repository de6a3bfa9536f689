// The lobby and the pages where a game is set up: a new game by three questions, a name, a record to look at.

import { $, $$, ask } from "./page.js";

for (const form of $$("form.new")) {
  const fields = form.elements;
  const settle = () => {
    for (const group of $$("[data-for]", form)) group.hidden = group.disabled = !group.dataset.for.includes(fields.opponent.value);
    for (const field of $$("[data-clock]", form)) field.hidden = fields.clock.value !== field.dataset.clock;
    $(".go", form).textContent = { computer: "Play", here: "Set the board", friend: "Make a link" }[fields.opponent.value];
  };
  form.addEventListener("change", settle);
  settle();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $(".go", form);
    button.disabled = true;
    try {
      location.assign((await ask("POST", "/api/games", wanted(form))).page);
    } catch (refusal) {
      $(".why", form).textContent = refusal.message;
    }
    button.disabled = false;
  });
}

function wanted(form) {
  const chosen = new FormData(form), opponent = chosen.get("opponent"), options = {};
  for (const [name, value] of chosen) {
    if (name.startsWith("option ")) options[name.slice(7)] = /^\d+$/.test(value) ? Number(value) : value;
  }
  const [kind, seconds, increment] = chosen.get("clock").split(" ");
  const clock = { none: { kind }, move: { kind, days: Number(chosen.get("days")) },
    game: { kind, seconds: Number(seconds ?? 60 * chosen.get("minutes")), increment: Number(increment ?? chosen.get("increment")) } }[kind];
  const told = { game: form.dataset.game, options, opponent, clock };
  if (opponent === "computer") told.level = chosen.get("level");
  if (opponent !== "here") told.seat = chosen.get("seat") === "" ? null : Number(chosen.get("seat"));
  return told;
}

$("#me")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = $(".told", event.target);
  try {
    await ask("PUT", "/api/me", { name: event.target.elements.name.value });
    told.textContent = "Kept.";
  } catch (refusal) {
    told.textContent = refusal.message;
  }
});

$("#upload")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file, text } = event.target.elements;
  try {
    const record = file.files[0] ? await file.files[0].text() : text.value;
    location.assign((await ask("POST", "/api/records", record)).page);
  } catch (refusal) {
    $(".why", event.target).textContent = refusal.message;
  }
});
