// What goes on beside the game: talk between the players, the proof of the dice, the review afterwards.

import { inquire, send } from "./line.js";
import { $, announce, ask, h, remembered } from "./page.js";
import { api, id, isOver, view } from "./state.js";

// --- talk ---------------------------------------------------------------------------------------------------------------

let isMuted = false, lines = 0, known = 0; // when the line is taken up again all that was said comes again
remembered($("#mute"), `mute ${id}`, "off", (on) => (isMuted = on));

export function silence() {
  lines = 0;
  $("#said").replaceChildren();
}

export function hear({ seat, name, text }) {
  const isNew = ++lines > known, isMine = view.seats.includes(seat);
  known = Math.max(known, lines);
  if (isMuted && !isMine) return;
  $("#said").append(h("li", null, h("b", null, `${name}: `), text));
  $("#said").scrollTop = $("#said").scrollHeight;
  if (!isNew || isMine) return;
  announce(`${name} says: ${text}`);
  if (!$("#chat").open) $("#unread").textContent = Number($("#unread").textContent) + 1;
}

$("#chat").addEventListener("toggle", () => ($("#unread").textContent = ""));
$("#chat form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = $("#chat input"), text = field.value.trim();
  if (text && send({ do: "chat", text })) field.value = "";
});

// --- the dice -----------------------------------------------------------------------------------------------------------

export function drawBeside() {
  $("#chat").hidden = !view.can.chat;
  $("#review").hidden = !isOver();
  $("#fair").hidden = !view.dice;
  $("#fair").open ||= isOver() && !drawBeside.isOver;
  drawBeside.isOver = isOver();
  $("#word").hidden = !view.can.word;
  $("#seal").textContent = view.dice?.commitment ?? "";
  $("#seed").replaceChildren(...(view.dice?.seed ? ["The seed was ", h("code", null, view.dice.seed), "."] : []));
  $("#watching").textContent = view.watching ? `${view.watching} watching` : "";
}

$("#word").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { refused } = await inquire({ do: "word", text: $("#own").value });
  if (refused) say($("#proven"), refused.text);
});

$("#proof").addEventListener("click", () => attempt($("#proven"), async (place) => {
  say(place, "Checking every roll …");
  const { ok, lines: [first, ...rest] } = await ask("GET", `${api}/proof`);
  place.replaceChildren(h("p", { class: ok ? "good" : "why" }, ok ? "✓ " : "✗ ", first), ...rest.map((text) => h("p", null, text)));
  announce(place.textContent);
}));

function say(place, text) {
  place.replaceChildren(h("p", null, text));
  announce(text);
}

async function attempt(place, deed) {
  try {
    await deed(place);
  } catch (refusal) {
    say(place, refusal.message);
  }
}

// --- the review ---------------------------------------------------------------------------------------------------------

let later;
$("#review").addEventListener("click", () => attempt($("#reviewed"), async () => reviewing(await ask("POST", `${api}/review`))));

export function reviewing({ done, of, ready }) {
  clearTimeout(later);
  attempt($("#reviewed"), async (place) => {
    if (ready) {
      place.innerHTML = await ask("GET", `/g/${id}/review`); // our own server's page
      place.scrollIntoView({ block: "nearest" });
    } else {
      place.replaceChildren(h("p", null, `Looking at ${done} of ${of || "…"}`), h("progress", { max: of || 1, value: done, "aria-label": "Review" }));
      later = setTimeout(() => attempt(place, async () => reviewing(await ask("GET", `${api}/review`))), 3000);
    }
  });
}
