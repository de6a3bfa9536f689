// A table: the board says answers (board.js), here they are weighed, sent, refused and shown.

import { drawBeside, hear, reviewing, silence } from "./beside.js";
import { Board } from "./board.js";
import { roll } from "./dice.js";
import { offered, told } from "./forces.js";
import { back, comeBack, drawLog, drawScrubber, drawStatus, forget, stop, tell } from "./history.js";
import { inquire, newTag, open, send } from "./line.js";
import { $, $$, announce, ask, h, isStill, remembered, says } from "./page.js";
import { drawOffers, drawPeople, wind } from "./people.js";
import { sound } from "./sound.js";
import { answerOf, api, isMine, isOver, merge, view } from "./state.js";

const title = document.title;
let asks = false; // whether every answer is shown before it is played
let waiting = null; // the answer that was sent and is not confirmed
let later; // a picture that waits for the dice

// --- what the server tells ----------------------------------------------------------------------------------------------

function receive(message) {
  if (message.view) renew(message.view);
  if (message.update) update(message.update);
  if (message.refused) refuse(message.refused);
  if (message.chat) hear(message.chat);
  if (message.notice) note(message.notice);
  if (message.review) reviewing(message.review);
  if (message.moved) location.assign(message.moved);
}

/** The whole table, when one comes or comes again. */
function renew(told) {
  if (told.viewer !== view.viewer) return location.reload(); // the still part is drawn for one side
  $("#lost").hidden = true;
  Object.assign(view, told);
  wind();
  silence();
  drawLog(0);
  if (waiting?.at !== view.at || waiting.sent++ > 3 || !send({ do: "play", ...waiting })) waiting = null;
  if (back.at === null) showNow();
  drawAll();
}

function update(told) {
  const wasMine = isMine(), first = merge(told), log = told.log ?? [];
  if (told.clock) wind();
  if (first !== null) drawLog(first);
  forget(told.log_from ?? view.at);
  if (waiting?.at !== view.at) waiting = null;
  const dice = log.find((entry) => entry.dice)?.dice;
  if (back.at === null && dice) rollThenShow(dice);
  else if (back.at === null && (told.layer || told.answers || told.marks)) showNow();
  drawAll();
  if (log.length) announce([...log.map(tell), view.status].join(" "));
  else if (told.status) announce(view.status);
  if (told.result) sound("win", 0.5);
  else if (isMine() && !wasMine) sound("turn", 0.3);
}

function showNow() {
  clearTimeout(later);
  const { moved, came, gone } = board.show({ ...view, answers: isMine() && !waiting ? view.answers : [] });
  if (moved + came + gone) sound(gone ? "shot" : moved ? "move" : "placement");
}

function rollThenShow(dice) {
  sound("dice");
  roll($("#dice"), dice);
  board.rest();
  clearTimeout(later);
  later = setTimeout(showNow, isStill() ? 0 : 620); // another update is shown at once
}

function drawAll() {
  drawStatus();
  $("#status").classList.toggle("yours", isMine());
  $("#result").replaceChildren(...(isOver() ? [h("p", null, says([view.result.text, view.result.rules]))] : []));
  document.title = (isMine() ? "● " : "") + title;
  drawPeople();
  drawOffers();
  drawCan();
  drawAnswers();
  drawScrubber();
  drawBeside();
}

// --- saying an answer ---------------------------------------------------------------------------------------------------

const board = new Board($(".board svg"), {
  said(answers, how, more) {
    const isSure = how === "again" || !asks && !more && how !== "touch" && how !== "turned";
    if (answers.length > 1) pick(answers);
    else if (isSure) play(answers[0][0]);
    else consider(answers[0][0]);
  },
  touched(spots) {
    const begun = spots.join(", ");
    const touching = () => [h("p", { class: "faint" }, `${begun} … now touch a marked spot, or Escape.`)];
    rest(spots.length ? touching : base.at === view.at ? base : idle); // a note stays until the game goes on
    if (begun) announce(`${begun} … then ${[...board.next().keys()].join(", ")}`);
  },
  async tried(spots) {
    if (back.at !== null || !isMine()) return;
    const { why, refused } = await inquire({ do: "why", spots });
    explain(why ?? refused);
  },
  looked(answer, spot) {
    clearTimeout(board.delay);
    board.delay = setTimeout(() => board.said || look(answer, spot), answer === null ? 200 : 90);
  },
});

/** The mouse or the focus is on a spot: what touching it would do, or what lies there. */
async function look(answer, spot) {
  const label = board.labels[spot];
  if (!board.answers.some(([text]) => text === answer)) {
    return show(label ? () => [h("p", null, h("b", null, spot), ` ${label}`), ...base()] : base);
  }
  show(() => [...foretelling(answer), ...spotless()]);
  const told = await foretell(answer);
  if (told && $("[data-spot]:focus-visible")) announce(inWords(told));
}

function play(answer) {
  $("#dice").hidden = true;
  waiting = { answer, at: view.at, tag: newTag(), sent: 1 };
  send({ do: "play", ...waiting }); // if the line is lost: when it is taken up again
  board.rest();
  rest(idle);
}

function refuse(refused) {
  if (waiting?.tag === refused.tag) waiting = null;
  if (back.at === null) showNow();
  explain(refused);
}

const playOrAsk = (answer) => (asks ? choose(answer) : play(answer));
function choose(answer) {
  board.point(answerOf(answer)?.[1] ?? []);
  consider(answer);
}

// --- the place where it is told what an answer would do, or why it cannot be given -----------------------------------------

let base = idle, shown; // what is told when nothing is looked at; what is told now

function show(content) {
  if (content === shown && content !== idle) return; // a focus inside stays
  shown = content;
  $("#tell").replaceChildren(...content());
  $("#tell").classList.toggle("filled", content !== idle);
}
function rest(content) {
  base = content;
  show(base);
}

function idle() {
  if (!isMine() || back.at !== null) return [];
  if (view.builds) return offered(view.game, view.builds, considerForce, unseen(), choices);
  return [h("p", { class: "faint" }, "Touch, drag or type; what is marked can be touched."), ...spotless()];
}
/** The answers that nothing on the board says, and buttons for them. */
const unseen = () => view.answers.filter(([, spots]) => !spots.length);
const spotless = () => (isMine() && unseen().length && !view.builds ? [choices(unseen())] : []);
const choices = (answers) =>
  h("div", { class: "choice" }, answers.map(([answer, , , words]) =>
    h("button", { click: () => playOrAsk(answer), "data-answer": answer }, words || answer)));

/** On a small screen the place covers a part of the board, but never what is held. */
new ResizeObserver(() => {
  const place = $("#tell"), held = $(".held")?.getBoundingClientRect(), top = place.getBoundingClientRect().top;
  const isCovered = getComputedStyle(place).position === "fixed" && held?.bottom > top && held.top < innerHeight;
  if (isCovered) scrollBy({ top: held.bottom - top + 16, behavior: isStill() ? "auto" : "smooth" });
}).observe($("#tell"));

function note(text) {
  rest(Object.assign(() => [h("p", null, text), ...idle()], { at: view.at }));
  announce(text);
}

function explain({ text, rules }) {
  sound("refused");
  rest(() => [h("p", { class: "why" }, h("b", null, "No: "), says([text, rules])), ...spotless()]);
  announce(`No: ${text}${rules?.length ? ` (rule ${rules.join(", ")})` : ""}`);
}

function pick(answers) {
  const hasRoom = answers.length < 5 && matchMedia("(min-width: 56.25em)").matches; // for what each would do
  const told = () => answers.flatMap((each) => foretelling(each[0], choices([each])));
  rest(() => [h("p", null, "Which one?"), ...(hasRoom ? told() : [choices(answers)])]);
  $("#tell button")?.focus();
}

/** The answer with a large button: a finger is not sure what it touches. */
function consider(answer) {
  rest(() => foretelling(answer, h("div", { class: "choice" },
    h("button", { class: "go", click: () => play(answer), "data-answer": answer }, `Play ${answer}`),
    h("button", { click: () => board.clear() }, "Not this"))));
  announce(`${answer} chosen. Touch again to play it.`);
}

/** The same for a force by its name, with what is wrong with it here. */
function considerForce({ name, answer, list }) {
  const wrong = h("div");
  told(view.builds, list).then(({ warnings }) => wrong.replaceChildren(...warnings.map(({ text, rules }) => h("p", { class: "why" }, says([text, rules])))));
  rest(() => [h("div", { class: "preview" }, h("h3", null, name), h("p", { class: "faint" }, list), wrong, h("div", { class: "choice" },
    h("button", { class: "go", click: () => play(answer) }, `Play ${name}`),
    h("button", { click: () => rest(idle) }, "Not this")))]);
  $("#tell .go").focus();
  announce(`${name}: ${list}`);
}

function foretelling(answer, buttons) {
  const does = h("div");
  foretell(answer).then((told) => told && does.replaceChildren(
    ...told.says.map((sentence) => h("p", null, says(sentence))),
    ...(told.odds.length > 1 ? [drawOdds("What may come of it", told.odds)] : []),
    ...told.more.map(([title, odds]) => drawOdds(title, odds))));
  return [h("div", { class: "preview" }, h("h3", null, answer), does, buttons)];
}

const foretold = new Map();
/** What the server says an answer would do; asked once for each. */
function foretell(answer) {
  const key = `${view.at} ${answer}`;
  if (!foretold.has(key)) {
    foretold.set(key, inquire({ do: "preview", answer }).then(({ preview }) => preview ?? void foretold.delete(key)));
  }
  return foretold.get(key);
}

function drawOdds(title, odds) {
  const most = Math.max(...odds.map(([, , chance]) => chance));
  return h("table", { class: "odds" }, h("caption", null, title), odds.map(([outcome, exact, chance]) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${(100 * chance) / most}%`;
    return h("tr", null, h("th", { scope: "row" }, outcome), h("td", null, bar), h("td", null, exact), h("td", null, percent(chance)));
  }));
}
const percent = (chance) => `${Number((100 * chance).toFixed(1))} %`;
const spoken = (odds) => odds.map(([outcome, , chance]) => `${outcome}: ${percent(chance)}.`);
const inWords = ({ answer, says: told, odds, more }) =>
  [`${answer}:`, ...told.map(([text]) => stop(text)), ...spoken(odds), ...more.flatMap(([title, rows]) => [`${title}.`, ...spoken(rows)])].join(" ");

// --- other ways to answer: all in a list, and typed -------------------------------------------------------------------------

function drawAnswers() {
  const texts = isMine() && back.at === null ? view.answers.map(([answer]) => answer) : [], told = texts.join("\n");
  $("#typed").hidden = $("#asks").hidden = !view.seats.length || isOver();
  if ($("#all").dataset.told === told) return;
  $("#all").dataset.told = told;
  $("#all").hidden = !texts.length;
  $("#all summary").textContent = `All ${texts.length} answers`;
  $("#answers").replaceChildren(...texts.map((value) => h("option", { value })));
  drawMenu();
}

function drawMenu() {
  const menu = $("#menu"), answers = $("#all").open && !$("#all").hidden ? view.answers : [];
  menu.replaceChildren(...answers.map(([answer]) => h("button", {
    click: () => (menu.pointer === "touch" ? choose(answer) : playOrAsk(answer)),
    pointerdown: ({ pointerType }) => (menu.pointer = pointerType),
    focus: () => show(() => foretelling(answer)),
    mouseenter: () => show(() => foretelling(answer)),
    mouseleave: () => show(base),
  }, answer)));
}
$("#all").addEventListener("toggle", drawMenu);

const input = $("#typed input");
$("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const answer = input.value.trim();
  input.value = "";
  if (answer) answerOf(answer) ? playOrAsk(answer) : play(answer);
});
input.addEventListener("input", () => {
  clearTimeout(input.delay);
  input.delay = setTimeout(async () => {
    const answer = input.value.trim(), meant = answerOf(answer);
    if (!answer || !isMine()) return board.clear();
    if (meant) return board.point(meant[1]), show(() => foretelling(answer));
    if (view.answers.some(([text]) => text.startsWith(answer))) return;
    const { why, refused } = await inquire({ do: "why", answer });
    const { text, rules } = why ?? refused;
    if (input.value.trim() === answer) show(() => [h("p", { class: "why" }, says([text, rules]))]);
  }, 250);
});

// --- what one can do beside answering -----------------------------------------------------------------------------------

function drawCan() {
  const { can } = view;
  for (const button of $$("[data-do]")) button.hidden = !can[button.dataset.do];
  $("[data-do=undo]").hidden = !can.undo && !can.undo_why;
  $("[data-do=undo]").setAttribute("aria-disabled", !can.undo);
  $("#goes").textContent = can.undo ?? "";
}

const ACTS = {
  undo: () => (view.can.undo ? send({ do: "undo", at: view.at }) : note(view.can.undo_why)),
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
    rest(() => [h("h3", null, "A hint"), h("ol", { class: "hints" }, hint.lines.map(({ answer, win, why }) =>
      h("li", null, h("button", { click: () => choose(answer) }, answer), ` ${why || `wins ${percent(win)}`}`)))]);
    announce(hint.lines.map(({ answer, why }) => `Hint: ${answer}. ${why ?? ""}`)[0] ?? "No hint");
  },
};
for (const button of $$("[data-do]")) {
  const what = button.dataset.do;
  button.addEventListener("click", () => (ACTS[what] ? ACTS[what](button) : send({ do: what })));
}
remembered($("#asks"), "asks", "off", (on) => (asks = on));

document.addEventListener("keydown", ({ key, target }) => {
  if (key !== "Escape" || target.closest("[data-spot], #rule")) return;
  back.at === null ? board.clear() : comeBack();
});
$("#words").addEventListener("toggle", async () => {
  if ($("#words").open) $("#words p").textContent = (await ask("GET", api)).says;
});

const link = $("#link");
if (link) link.value = new URL(link.value, location.href).href;
$("#copy")?.addEventListener("click", async ({ target }) => {
  link.select();
  await navigator.clipboard?.writeText(link.value).catch(() => {});
  target.textContent = "Copied";
  announce("Link copied");
});

// --- now ------------------------------------------------------------------------------------------------------------------

back.show = (frame) => (clearTimeout(later), board.show({ ...frame, answers: [], marks: {} }));
back.now = () => (showNow(), drawAll());
back.fail = note;
wind();
drawLog(0);
showNow();
drawAll();
open(receive);
