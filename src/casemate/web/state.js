// A table as the server last told it.

import { $ } from "./page.js";

export const main = $("#main"), id = main.dataset.id, api = `/api/games/${id}`;
export const view = JSON.parse($("#view").textContent);

export const side = (player) => main.dataset[`player${player}`] ?? (player === -1 ? "Dice" : "");
export const isOver = () => view.result !== null;
export const isMine = () => view.seats.includes(view.to_move) && view.answers?.length > 0 && !isOver();
export const answerOf = (text) => view.answers?.find(([answer]) => answer === text);

/** Take in what has changed; returns the first line of the log that is new, or null. */
export function merge({ layer, labels, marks, log, log_from: from, ...rest }) {
  Object.assign(view, rest);
  for (const [kept, changes] of [[view.layer, layer], [view.labels, labels], [view.marks, marks]]) {
    for (const [key, value] of Object.entries(changes ?? {})) {
      if (value === null) delete kept[key];
      else kept[key] = value;
    }
  }
  if (!log && from === undefined) return null;
  const first = Math.min(from ?? view.log.length, view.log.length);
  view.log.splice(first, Infinity, ...(log ?? []));
  return first;
}
