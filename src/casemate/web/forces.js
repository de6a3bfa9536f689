// Forces saved on this device, by game and name: { name, list, answer, page }.

import { kept } from "./page.js";

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
