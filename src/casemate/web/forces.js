// Forces saved on this device, by game and name: { name, list, answer, page }; and how a table offers them.

import { ask, h, kept } from "./page.js";

const key = (game) => `forces ${game}`;
const MOST = 100;

export function saved(game) {
  try {
    const found = JSON.parse(kept.get(key(game)) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === "string" && typeof each.answer === "string") : [];
  } catch { return []; }
}

export function drop(game, name) {
  const left = saved(game).filter((each) => each.name !== name);
  kept.set(key(game), left.length ? JSON.stringify(left) : null);
}

/** The newest first; whether it could be kept. */
export function save(game, force) {
  const others = saved(game).filter((each) => each.name !== force.name);
  kept.set(key(game), JSON.stringify([force, ...others].slice(0, MOST)));
  return saved(game)[0]?.name === force.name;
}

// --- at a table that asks for one ---------------------------------------------------------------------------------------

const asked = new Map();
/** What the server says of a list for the options in a builder's address; asked once for each. */
export function told(address, list = "") {
  const at = new URL(address, location.href), key = `${address} ${list}`;
  at.searchParams.set("list", list);
  if (!asked.has(key)) asked.set(key, ask("GET", `/api/armies/${at.pathname.split("/").at(-1)}${at.search}`).catch(({ message, rules }) => (
    asked.delete(key), { warnings: [{ text: message, rules }], ready: [] })));
  return asked.get(key);
}

/** Those saved here, those ready-made, what else may be answered, and where to build one. */
export function offered(game, address, take, answers, choices) {
  const button = (force) => h("button", { value: force.answer, click: () => take(force) }, force.name);
  const own = saved(game), made = h("div", { class: "choice" });
  told(address).then(({ ready }) => {
    const others = answers.filter(([text]) => !ready.some(({ answer }) => answer === text));
    made.replaceChildren(...ready.map(button), ...choices(others).childNodes);
  });
  return [h("div", { class: "offered" },
    ...(own.length ? [h("h3", null, "Saved on this device"), h("div", { class: "choice" }, own.map(button))] : []),
    h("h3", null, "Ready-made"), made,
    h("p", null, h("a", { class: "button", href: address }, "Build your own")))];
}
