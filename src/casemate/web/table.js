// A table: what the server tells, what the visitor does. The board (board.js) says answers; here they are sent.

import { Board } from "./board.js";
import { roll, row, words } from "./dice.js";
import { $, $$, announce, ask, cite, h, isStill, kept, remembered, says } from "./page.js";
import { sound } from "./sound.js";

const main = $("#main"), id = main.dataset.id, game = `/api/games/${id}`;
const view = JSON.parse($("#view").textContent);
const title = document.title;
let asks = false; // whether every answer is shown before it is played
let looking = null; // the moment looked back at; null: now
let heard = performance.now(); // when the clocks were last told
let waiting = null; // the answer that was sent and is not confirmed

const mine = () => view.seats.includes(view.to_move) && view.answers?.length > 0 && view.result === null;
const person = (seat) => view.people.find((each) => each.seat === seat)?.name ?? main.dataset[`player${seat}`];

// --- the line to the server -------------------------------------------------------------------------------------------

const asked = new Map(); // what was asked for by its tag
let socket = null, tries = 0, tags = 0, lastWord = 0, retry;

function connect() {
  clearTimeout(retry);
  socket?.close();
  const line = socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/live/${id}`);
  line.onopen = () => { lastWord = performance.now(); setTimeout(() => line === socket && (tries = 0), 5000); };
  line.onmessage = (event) => { lastWord = performance.now(); receive(JSON.parse(event.data)); };
  line.onclose = ({ code }) => {
    if (line !== socket || code === 4404) return;
    socket = null;
    if (tries++) $("#lost").hidden = false;
    retry = setTimeout(connect, Math.min(8000, 250 * 1.4 ** tries) * (0.7 + 0.6 * Math.random()));
  };
}
const send = (message) => socket?.readyState === WebSocket.OPEN && (socket.send(JSON.stringify(message)), true);

function inquire(message) {
  const tag = ++tags;
  return new Promise((resolve) => { asked.set(tag, resolve); if (!send({ ...message, tag })) asked.delete(tag); });
}
addEventListener("online", connect);
document.addEventListener("visibilitychange", () => { if (!document.hidden && !socket) connect(); });
setInterval(() => {
  if (socket && performance.now() - lastWord > 45000) socket.close();
  else send({ do: "ping" });
}, 15000);

function receive(message) {
  const answer = message.preview ?? message.why ?? message.hint ?? message.refused;
  const resolve = asked.get(answer?.tag);
  asked.delete(answer?.tag);
  if (message.view) renew(message.view);
  if (message.update) update(message.update);
  if (resolve) resolve(message);
  else if (message.refused) refuse(message.refused);
  if (message.chat) hear(message.chat);
  if (message.notice) note(message.notice);
  if (message.review) reviewing(message.review);
  if (message.moved) location.assign(message.moved);
}

function renew(told) {
  if (told.viewer !== view.viewer) return location.reload(); // the still part is drawn for one side
  $("#lost").hidden = true;
  const stays = told.at === view.at;
  Object.assign(view, told);
  heard = performance.now();
  lines = 0;
  $("#said").replaceChildren();
  drawLog(0);
  if (!stays || looking === null) showNow();
  drawAll();
  if (waiting && waiting.at === view.at && waiting.sent++ < 3) send({ do: "play", ...waiting });
  else waiting = null;
}

function update(told) {
  const { layer, labels, log, log_from: from, ...rest } = told;
  const wasMine = mine(), old = view.at;
  Object.assign(view, rest);
  for (const [name, change] of [["layer", layer], ["labels", labels]]) {
    for (const [key, value] of Object.entries(change ?? {})) value === null ? delete view[name][key] : view[name][key] = value;
  }
  if (rest.clock) heard = performance.now();
  if (waiting && view.at !== waiting.at) waiting = null;
  const first = from ?? view.log.length;
  if (log || from !== undefined) {
    view.log.length = Math.min(first, view.log.length);
    view.log.push(...(log ?? []));
    drawLog(first);
  }
  for (const at of frames.keys()) if (at > Math.min(old, view.at)) frames.delete(at);
  const dice = (log ?? []).find((entry) => entry.dice)?.dice;
  if (looking === null) dice ? rollThenShow(dice) : layer || "answers" in rest || "marks" in rest ? showNow() : null;
  drawAll();
  if (log?.length) announce([...log.map(tellEntry), view.status].join(" "));
  else if (rest.status) announce(view.status);
  if (rest.result) sound("win", 0.5);
  else if (mine() && !wasMine) sound("turn", 0.3);
}

// --- the board --------------------------------------------------------------------------------------------------------

const board = new Board($(".board svg"), {
  said(answers, how, more) {
    if (answers.length > 1) return pick(answers);
    const [answer] = answers[0];
    const isSure = how === "again" || !asks && !more && how !== "touch" && how !== "turned";
    isSure ? play(answer) : consider(answer);
  },
  touched(spots) {
    base = spots.length ? () => [h("p", { class: "faint" }, `${spots.join(", ")} … now touch a marked spot, or Escape.`)] : idle;
    retell();
    if (spots.length) announce(`${spots.join(", ")} … then ${[...board.next().keys()].join(", ")}`);
  },
  async tried(spots) {
    if (looking !== null || !mine()) return;
    const { why, refused } = await inquire({ do: "why", spots });
    explain(why ?? refused);
  },
  looked(answer, spot) {
    clearTimeout(board.delay);
    board.delay = setTimeout(() => {
      if (board.said) return; // what was said stays to be seen
      const label = board.labels[spot];
      if (board.answers.some(([text]) => text === answer)) {
        retell(() => foretelling(answer));
        if ($("[data-spot]:focus-visible")) foretell(answer).then((told) => told && announce(inWords(told)));
      } else retell(label ? () => [h("p", null, h("b", null, spot), ` ${label}`), ...base()] : base);
    }, answer === null ? 200 : 90);
  },
});

let shows;
function showNow() {
  clearTimeout(shows);
  const { moved, came, gone } = board.show({ ...view, answers: mine() && !waiting ? view.answers : [] });
  if (gone) sound("shot");
  else if (moved) sound("move");
  else if (came) sound("placement");
}

function rollThenShow(dice) {
  sound("dice");
  roll($("#dice"), dice);
  board.answers = [];
  board.refresh();
  clearTimeout(shows);
  shows = setTimeout(showNow, isStill() ? 0 : 620); // another update is shown at once
}

function play(answer) {
  $("#dice").hidden = true;
  waiting = { answer, at: view.at, tag: ++tags, sent: 1 };
  base = idle;
  asked.set(waiting.tag, ({ refused }) => refused && refuse(refused));
  send({ do: "play", ...waiting });
  board.answers = [];
  board.refresh();
  retell();
}

function refuse(refused) {
  if (waiting?.tag === refused.tag) waiting = null;
  if (looking === null) showNow();
  explain(refused);
}

// --- beside the board: what an answer would do, why one is not allowed ----------------------------------------------------

const foretold = new Map();
function idle() {
  if (!mine() || looking !== null) return [];
  const spotless = view.answers.filter(([, spots]) => !spots.length); // nothing on the board says these
  return [h("p", { class: "faint" }, "Touch, drag or type; what is marked can be touched."),
    h("div", { class: "choice" }, spotless.map(([answer]) => h("button", { click: () => (asks ? consider(answer) : play(answer)) }, answer)))];
}
let base = idle;

function retell(content = base) {
  if (content === retell.shown && content !== idle) return; // a focus inside stays
  retell.shown = content;
  $("#tell").replaceChildren(...content());
  $("#tell").classList.toggle("filled", content !== idle);
}

function explain({ text, rules }) {
  sound("refused");
  base = () => [h("p", { class: "why" }, h("b", null, "No: "), says([text, rules]))];
  retell();
  announce(`No: ${text}${rules?.length ? ` (rule ${rules.join(", ")})` : ""}`);
}

function note(text) {
  base = () => [h("p", null, text)];
  retell();
  announce(text);
}

function foretelling(answer, ...buttons) {
  const box = h("div", { class: "preview" }, h("h3", null, answer), h("div", { class: "does" }), buttons);
  foretell(answer).then((told) => told && $(".does", box).replaceChildren(
    ...told.says.map((sentence) => h("p", null, says(sentence))),
    ...(told.odds.length > 1 ? [oddsPicture(told.odds)] : [])));
  return [box];
}

/** What the server says an answer would do; asked once for each. */
function foretell(answer) {
  const key = `${view.at} ${answer}`;
  if (!foretold.has(key)) foretold.set(key, inquire({ do: "preview", answer }).then(({ preview }) => preview ?? void foretold.delete(key)));
  return foretold.get(key);
}
const inWords = ({ answer, says: told, odds }) =>
  [`${answer}:`, ...told.map(([text]) => stop(text)), ...odds.map(([outcome, , chance]) => `${outcome}: ${percent(chance)}.`)].join(" ");

function oddsPicture(odds) {
  const most = Math.max(...odds.map((each) => each[2]));
  return h("table", { class: "odds" }, h("caption", null, "What may come of it"), odds.map(([outcome, exact, chance]) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${(100 * chance) / most}%`;
    return h("tr", null, h("th", { scope: "row" }, outcome), h("td", null, bar), h("td", null, exact), h("td", null, percent(chance)));
  }));
}
const percent = (chance) => `${Number((100 * chance).toFixed(1))} %`;

/** The answer is shown with a large button: a finger is not sure what it touches. */
function consider(answer) {
  base = () => foretelling(answer,
    h("div", { class: "choice" },
      h("button", { class: "go", click: () => play(answer) }, `Play ${answer}`),
      h("button", { click: () => board.clear() }, "Not this")));
  retell();
  announce(`${answer} chosen. Touch again to play it.`);
}

function pick(answers) {
  base = () => [h("p", null, "Which one?"), h("div", { class: "choice" },
    answers.map(([answer]) => h("button", { click: () => (asks ? consider(answer) : play(answer)) }, answer)))];
  retell();
  $("#tell button")?.focus();
}

// --- everything else there is to see ------------------------------------------------------------------------------------

function drawAll() {
  $("#status").textContent = looking === null ? view.status : `Looking back at ${looking} of ${view.at}`;
  $("#status").classList.toggle("yours", mine());
  document.title = (mine() && view.result === null ? "● " : "") + title;
  drawPeople();
  drawOffers();
  drawCan();
  drawAnswers();
  drawScrubber();
  drawDice();
  $("#result").replaceChildren(...(view.result ? [h("p", null, says([view.result.text, view.result.rules]))] : []));
  main.classList.toggle("over", view.result !== null);
  $("#watching").textContent = view.watching ? `${view.watching} watching` : "";
}

function drawPeople() {
  const far = 1 - (view.viewer ?? 0);
  $("#people").replaceChildren(...[far, 1 - far].map((seat) => {
    const { name, kind, here } = view.people.find((each) => each.seat === seat) ?? { kind: "nobody" };
    const isActing = view.to_move === seat && view.result === null;
    const state = kind === "nobody" ? "empty seat" : kind === "computer" ? (isActing && view.thinking ? "thinking …" : "computer") : view.seats.includes(seat) ? "you" : here ? "here" : "away";
    return h("li", { class: `person seat${seat}${isActing ? " due" : ""}` },
      h("span", { class: "token", "aria-hidden": "true" }),
      h("span", { class: "who" }, h("b", null, name || "Nobody yet"),
        h("small", null, `${main.dataset[`player${seat}`]} · ${state}${isActing ? " · to act" : ""}`)),
      view.clock.kind === "none" ? "" : h("span", { class: "clock", role: "timer", "data-seat": seat }));
  }));
  tick();
  const guest = view.people.some((each) => each.kind === "nobody");
  if ($("#invitation")) $("#invitation").hidden = !guest;
}

function tick() {
  for (const clock of $$(".clock")) {
    const seat = Number(clock.dataset.seat), runs = view.clock.running === seat && view.result === null;
    const left = Math.max(0, view.clock.left[seat] - (runs ? performance.now() - heard : 0));
    const text = spoken(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("runs", runs);
    clock.classList.toggle("short", left < 20000);
  }
}
function spoken(left) {
  const seconds = left / 1000, two = (n) => String(Math.floor(n)).padStart(2, "0");
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${seconds < 20 ? (seconds % 60).toFixed(1).padStart(4, "0") : two(seconds % 60)}`;
}
setInterval(tick, 100);

function drawOffers() {
  const open = [];
  const button = (text, message) => h("button", { click: () => send(message) }, text);
  const yesNo = () => [button("Yes", { do: "yes" }), button("No", { do: "no" })];
  const { undo, draw, rematch } = view.offers;
  const theirs = (seat) => view.seats.length > 0 && !view.seats.includes(seat);
  if (undo) open.push(theirs(undo.seat) ? [`${person(undo.seat)} asks you to agree. ${undo.says}.`, yesNo()] : [`${person(undo.seat)} has asked. ${undo.says}.`]);
  if (draw !== null) open.push(theirs(draw) ? [`${person(draw)} offers a draw.`, yesNo()] : [`${person(draw)} has offered a draw.`]);
  if (rematch !== null) open.push(theirs(rematch) ? [`${person(rematch)} would like a rematch.`, button("Play again", { do: "rematch" })] : [`${person(rematch)} has asked for a rematch.`]);
  const told = open.map(([text]) => text).join(" ");
  const place = $("#offers");
  if (place.dataset.told === told) return;
  place.dataset.told = told;
  place.replaceChildren(...open.map(([text, buttons]) => h("div", { class: "offer" }, h("p", null, text), buttons)));
  if (told) announce(told);
}

function drawCan() {
  const { can } = view;
  for (const button of $$("[data-do]")) {
    const name = button.dataset.do, isUndo = name === "undo";
    button.hidden = isUndo ? !can.undo && !can.undo_why : !can[name];
    if (isUndo) {
      button.setAttribute("aria-disabled", !can.undo);
      $("#goes").textContent = can.undo ?? "";
    }
  }
  $("#chat").hidden = !can.chat;
  $("#review").hidden = view.result === null;
}

function drawAnswers() {
  const answers = mine() && looking === null ? view.answers ?? [] : [];
  const texts = answers.map(([answer]) => answer), key = texts.join("\n");
  $("#typed").hidden = $("#asks").hidden = !view.seats.length || view.result !== null;
  if (drawAnswers.key === key) return;
  drawAnswers.key = key;
  $("#answers").replaceChildren(...texts.map((answer) => h("option", { value: answer })));
  $("#all").hidden = !texts.length;
  $("#all summary").textContent = `All ${texts.length} answers`;
  if ($("#all").open) drawMenu(texts);
  else $("#menu").replaceChildren();
}
function drawMenu(texts) {
  $("#menu").replaceChildren(...texts.map((answer) => h("button", {
    click: () => (asks || $("#menu").dataset.pointer === "touch" ? choose(answer) : play(answer)),
    pointerdown: (event) => ($("#menu").dataset.pointer = event.pointerType),
    focus: () => retell(() => foretelling(answer)),
    mouseenter: () => retell(() => foretelling(answer)),
    mouseleave: () => retell(),
  }, answer)));
}
$("#all").addEventListener("toggle", () => $("#all").open && drawMenu((view.answers ?? []).map(([answer]) => answer)));

function choose(answer) {
  board.point(view.answers.find(([text]) => text === answer)?.[1] ?? []);
  consider(answer);
}

// --- the log ------------------------------------------------------------------------------------------------------------

const sides = (player) => (player >= 0 ? main.dataset[`player${player}`] : player === -1 ? "Dice" : "");
const stop = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);
function tellEntry({ player, text, events, dice }) {
  const head = dice ? words(dice) : `${sides(player)} ${text}.`;
  return [head, ...events.map(([sentence]) => stop(sentence))].join(" ");
}

function drawLog(first) {
  const list = $("#log");
  while (list.children.length > first) list.lastChild.remove();
  view.log.slice(first).forEach((entry, n) => {
    const before = view.log[first + n - 1], isNew = !before || before.turn !== entry.turn;
    const head = h("button", { class: "jump", "data-at": entry.at, click: () => go(entry.at) },
      entry.player >= 0 ? h("span", { class: `token seat${entry.player}`, "aria-hidden": "true" }) : "",
      h("span", { class: "hidden" }, `${sides(entry.player)} `), entry.dice ? row(entry.dice) : entry.text,
      entry.dice ? h("span", { class: "hidden" }, words(entry.dice)) : "");
    list.append(h("li", { class: isNew ? "first" : "" }, isNew ? h("span", { class: "turn" }, `${entry.turn}.`) : "",
      head, entry.events.map((sentence) => h("p", null, says(sentence)))));
  });
  if (looking === null) list.scrollTop = list.scrollHeight;
}

// --- looking back -------------------------------------------------------------------------------------------------------

const frames = new Map();
let fetching = false;

async function go(at) {
  at = Math.max(0, Math.min(view.at, at));
  if (at === view.at) return now();
  looking = at;
  drawScrubber();
  if (fetching) return;
  fetching = true;
  try {
    for (let shown = null; looking !== null && shown !== looking;) {
      shown = looking;
      if (!frames.has(shown)) frames.set(shown, await ask("GET", `${game}/frames/${shown}`));
      const frame = frames.get(shown);
      if (looking === shown) {
        board.show({ ...frame, answers: [], marks: {} });
        $("#status").textContent = `Looking back at ${shown} of ${view.at}: ${frame.status}`;
        announce(frame.entry ? `${tellEntry(frame.entry)} ${frame.status}` : frame.status);
      }
    }
  } catch (refusal) {
    note(refusal.message);
  } finally {
    fetching = false;
  }
}

function now() {
  looking = null;
  showNow();
  drawAll();
}

function drawScrubber() {
  const at = looking ?? view.at, scrub = $("#scrub");
  scrub.max = view.at;
  scrub.value = at;
  scrub.setAttribute("aria-valuetext", looking === null ? "now" : `${at} of ${view.at}`);
  $("#now").hidden = looking === null;
  main.classList.toggle("looking", looking !== null);
  drawAnswers();
  const entries = $$("#log .jump");
  const current = entries.filter((entry) => Number(entry.dataset.at) <= at).at(-1);
  for (const entry of entries) entry.toggleAttribute("aria-current", entry === current);
  if (looking !== null) current?.scrollIntoView({ block: "nearest" });
  for (const place of $$("#reviewed .place")) place.classList.toggle("here", Number(place.dataset.at) === at);
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
$("#scrub").addEventListener("input", (event) => go(Number(event.target.value)));
for (const button of $$("[data-step]")) button.addEventListener("click", () => go((looking ?? view.at) + STEPS[button.dataset.step]));
$("#now").addEventListener("click", now);
document.addEventListener("keydown", (event) => {
  const isTaken = event.target.closest("input, textarea, select, [data-spot], [contenteditable]");
  if (event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
  if (event.key in STEPS) (event.preventDefault(), go((looking ?? view.at) + STEPS[event.key]));
  else if (event.key === "Escape") looking === null ? board.clear() : now();
});

// --- what one can do beside answering -----------------------------------------------------------------------------------

const ACTS = {
  undo: () => (view.can.undo ? send({ do: "undo", at: view.at }) : note(view.can.undo_why)),
  draw: () => send({ do: "draw" }),
  rematch: () => send({ do: "rematch" }),
  resign(button) {
    if (button.dataset.sure) return send({ do: "resign" });
    button.dataset.sure = "yes";
    button.textContent = "Really resign?";
    setTimeout(() => { delete button.dataset.sure; button.textContent = "Resign"; }, 4000);
  },
  async hint() {
    note("Thinking …");
    const { hint, refused } = await inquire({ do: "hint" });
    if (refused) return explain(refused);
    base = () => [h("h3", null, "A hint"), h("ol", { class: "hints" }, hint.lines.map(({ answer, win, why }) =>
      h("li", null, h("button", { click: () => choose(answer) }, answer), h("span", null, ` ${why || `wins ${percent(win)}`}`))))];
    retell();
    if (hint.lines[0]) announce(`Hint: ${hint.lines[0].answer}. ${hint.lines[0].why ?? ""}`);
  },
};
for (const button of $$("[data-do]")) button.addEventListener("click", () => ACTS[button.dataset.do](button));
remembered($("#asks"), "asks", "off", (on) => (asks = on));

const typed = $("#typed"), input = $("#typed input");
typed.addEventListener("submit", (event) => {
  event.preventDefault();
  const answer = input.value.trim();
  if (!answer) return;
  input.value = "";
  asks && view.answers?.some(([text]) => text === answer) ? choose(answer) : play(answer);
});
input.addEventListener("input", () => {
  clearTimeout(input.delay);
  const answer = input.value.trim(), answers = view.answers ?? [];
  input.delay = setTimeout(async () => {
    if (!answer || !mine()) return board.clear();
    const meant = answers.find(([text]) => text === answer);
    if (meant) return board.point(meant[1]), retell(() => foretelling(answer));
    if (answers.some(([text]) => text.startsWith(answer))) return;
    const { why, refused } = await inquire({ do: "why", answer });
    const { text, rules } = why ?? refused ?? {};
    if (text && input.value.trim() === answer) retell(() => [h("p", { class: "why" }, says([text, rules]))]);
  }, 250);
});

$("#words").addEventListener("toggle", async () => {
  if ($("#words").open) $("#words p").textContent = (await ask("GET", game)).says;
});
$("#copy")?.addEventListener("click", async () => {
  await navigator.clipboard?.writeText($("#link").value).catch(() => {});
  $("#link").select();
  announce("Link copied");
  $("#copy").textContent = "Copied";
});
if ($("#link")) $("#link").value = new URL($("#link").value, location.href).href;

// --- chat ---------------------------------------------------------------------------------------------------------------

let isMuted = false, lines = 0, known = 0; // after a reconnection all lines come again
function hear({ seat, name, text }) {
  const isMine = view.seats.includes(seat), isNew = ++lines > known;
  known = Math.max(known, lines);
  if (isMuted && !isMine) return;
  $("#said").append(h("li", { class: `seat${seat}` }, h("b", null, `${name}: `), text));
  $("#said").scrollTop = $("#said").scrollHeight;
  if (!isNew) return;
  if (!isMine) announce(`${name} says: ${text}`);
  if (!$("#chat").open) $("#unread").textContent = Number($("#unread").textContent || 0) + 1;
}
$("#chat").addEventListener("toggle", () => ($("#unread").textContent = ""));
$("#chat form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = $("#chat input");
  if (field.value.trim() && send({ do: "chat", text: field.value.trim() })) field.value = "";
});
remembered($("#mute"), `mute ${id}`, "off", (on) => (isMuted = on));

// --- afterwards: proof and review ---------------------------------------------------------------------------------------

function drawDice() {
  $("#fair").hidden = !view.dice;
  $("#seal").textContent = view.dice?.commitment ?? "";
  $("#seed").replaceChildren(...(view.dice?.seed ? ["The seed was ", h("code", null, view.dice.seed), "."] : []));
  $("#word").hidden = !view.can.word;
}
$("#word").addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = await inquire({ do: "word", text: $("#own").value });
  if (told.refused) explain(told.refused);
});

$("#proof").addEventListener("click", async () => {
  const place = $("#proven");
  place.textContent = "Checking every roll …";
  try {
    const { ok, lines } = await ask("GET", `${game}/proof`);
    place.replaceChildren(h("p", { class: ok ? "good" : "why" }, ok ? "✓ " : "✗ ", lines[0] ?? ""), ...lines.slice(1).map((line) => h("p", null, line)));
  } catch (refusal) {
    place.textContent = refusal.message;
  }
  announce(place.textContent);
});

$("#review").addEventListener("click", async () => {
  try {
    reviewing(await ask("POST", `${game}/review`));
  } catch (refusal) {
    $("#reviewed").textContent = refusal.message;
  }
});
async function reviewing({ done, of, ready, review }) {
  const place = $("#reviewed");
  if (!ready && !review) {
    place.replaceChildren(h("p", null, `Looking at ${done} of ${of || "…"}`), h("progress", { max: of || 1, value: done, "aria-label": "Review" }));
    clearTimeout(reviewing.again);
    reviewing.again = setTimeout(async () => reviewing(await ask("GET", `${game}/review`)), 3000);
    return;
  }
  clearTimeout(reviewing.again);
  place.innerHTML = await ask("GET", `/g/${id}/review`); // our own server's page
  place.scrollIntoView({ block: "nearest" });
}
$("#reviewed").addEventListener("click", (event) => {
  const point = event.target.closest("[data-at]");
  if (point) go(Number(point.dataset.at));
});

drawLog(0);
board.parts = new Map(Object.keys(view.layer).map((part) => [part, null]));
showNow();
drawAll();
connect();
