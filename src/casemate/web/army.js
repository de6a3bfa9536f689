// The builder. Every button is a step to another address; here the step is taken without leaving the page.

import { drop, save, saved } from "./forces.js";
import { $, $$, announce, h } from "./page.js";

$("#print")?.addEventListener("click", () => print());

const place = $(".builder"), game = place?.dataset.game;
let turn = Promise.resolve(); // one step after the other, however fast they come

/** The page at another address takes the place of what has changed; the focus stays where it was. */
async function go(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer) return refuse("The server cannot be reached.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !$("#force", page)) return refuse($(".hero .why", page)?.textContent ?? $("h1", page)?.textContent ?? `That did not work (${answer.status}).`);
  const { activeElement: held } = document, inStock = Boolean(held?.closest(".stock"));
  const was = $("#force").dataset.list, steppers = $$(".stepper", page);
  for (const part of ["#force", "#tally"]) $(part).replaceWith($(part, page));
  $$(".stepper").forEach((each, n) => (each.innerHTML === steppers[n].innerHTML ? null : each.replaceChildren(...steppers[n].childNodes)));
  for (const input of $$('form input[name="list"]')) input.value = $("#force").dataset.list;
  $("#text").value = $("#force").dataset.list;
  history.replaceState(null, "", answer.url);
  if (held && !held.isConnected) focusAgain(held, inStock);
  $(".hero .why")?.remove();
  settle();
  if (was !== $("#force").dataset.list) announce($("#force .told").textContent);
}

/** On the button that has taken its place; if it can no longer be pressed, on the one beside it. */
function focusAgain({ name, value }, inStock) {
  const alike = $$(`button[name="${name}"]`).filter((each) => each.value === value && !each.disabled);
  const where = inStock ? ".stock" : "#force";
  const beside = inStock ? $$(".stepper").find((each) => each.dataset.item === value) : null;
  const next = beside ? $("button:not(:disabled)", beside) : $("#force .picks button:not(:disabled)");
  (alike.find((each) => each.closest(where)) ?? next ?? $("#add")).focus();
}

function refuse(text) {
  let told = $(".hero .why");
  if (!told) $(".hero").append((told = h("p", { class: "why", role: "alert" })));
  told.textContent = text;
  told.scrollIntoView({ block: "nearest" });
}

const queue = (address) => (turn = turn.then(() => go(address())));

/** A form as the address it would lead to, at the moment its turn has come. */
function addressOf(form, button) {
  const told = new URLSearchParams(new FormData(form, button));
  for (const [key, value] of [...told]) if (!value) told.delete(key);
  return `${form.getAttribute("action")}?${told}`;
}

function settle() {
  const force = $("#force"), link = $("#link");
  link.value = new URL(force.dataset.page, location.href).href;
  $("#copy").textContent = "Copy";
}

function drawSaved() {
  $("#saved").replaceChildren(...saved(game).map(({ name, page }) => h("li", null,
    h("a", { href: `${page}${place.dataset.table ? `${page.includes("?") ? "&" : "?"}table=${place.dataset.table}` : ""}` }, name),
    h("button", { type: "button", "aria-label": `Forget ${name}`, click: () => (drop(game, name), drawSaved(), $("#save").focus()) }, "×"))));
  $("#saved").hidden = !$("#saved").children.length;
}

function keep() {
  const { list, answer, page } = $("#force").dataset, said = $("p.saved");
  const name = $("#name").value.trim() || `${saved(game).length + 1}`;
  if (!list) return (said.textContent = "There is nothing chosen yet.");
  $("#name").value = name;
  const done = save(game, { name, list, answer, page: named(page, name) });
  said.textContent = done ? `${name} is saved on this device; a table that asks for it offers it.` : "This browser keeps nothing; keep the link.";
  drawSaved();
}

function named(page, name) {
  const address = new URL(page, location.href);
  address.searchParams.set("name", name);
  return address.pathname + address.search;
}

if (place) {
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.id !== "steps" && form.id !== "named") return;
    event.preventDefault();
    const told = form.id === "named" ? $("#add").value.trim() : "", pressed = button && { name: button.name, value: button.value };
    if (form.id === "named" && !told) return;
    if (form.id === "named") $("#add").value = "";
    queue(() => {
      const own = $(`#${form.id}`), address = new URL(addressOf(own), location.href);
      if (told) address.searchParams.set("add", told);
      else if (pressed?.name) address.searchParams.set(pressed.name, pressed.value);
      return address.href;
    });
  });
  $("#name").addEventListener("change", () => queue(() => `${addressOf($("#steps"))}&take=name`));
  for (const select of $$(".agreed select")) select.addEventListener("change", () => select.form.requestSubmit($("button", select.form)));
  for (const button of [$("#save"), $("#copy")]) button.hidden = false;
  $("#save").addEventListener("click", () => (queue(() => `${addressOf($("#steps"))}&take=name`), (turn = turn.then(keep))));
  $("#copy").addEventListener("click", async ({ target }) => {
    $("#link").select();
    await navigator.clipboard?.writeText($("#link").value).catch(() => {});
    target.textContent = "Copied";
    announce("Link copied");
  });
  settle();
  drawSaved();
}
