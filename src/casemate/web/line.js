// The line to the server: it is taken up again whenever it is lost.

import { $ } from "./page.js";
import { id } from "./state.js";

const LOST = { refused: { text: "The line is lost. It is being taken up again.", rules: [] } };
const asked = new Map(); // who waits for an answer, by its tag
let socket = null, receive = null, tries = 0, tags = 0, lastWord = 0, retry;

export function open(listener) {
  receive = listener;
  connect();
  addEventListener("online", connect);
  addEventListener("offline", () => ($("#lost").hidden = false)); // the socket may not notice for long
  document.addEventListener("visibilitychange", () => document.hidden || socket || connect());
  setInterval(() => {
    if (socket && performance.now() - lastWord > 45000) socket.close();
    else send({ do: "ping" });
  }, 15000);
}

function connect() {
  clearTimeout(retry);
  socket?.close();
  const line = socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/live/${id}`);
  line.onopen = () => setTimeout(() => line === socket && (tries = 0), 5000);
  line.onmessage = ({ data }) => {
    lastWord = performance.now();
    line.isHeard = true;
    const message = JSON.parse(data);
    const tag = (message.preview ?? message.why ?? message.hint ?? message.refused)?.tag;
    if (asked.has(tag)) settle(tag, message);
    else receive(message);
  };
  line.onclose = ({ code }) => {
    if (line !== socket || code === 4404) return;
    socket = null;
    for (const tag of asked.keys()) settle(tag, LOST);
    if (tries++) $("#lost").hidden = false;
    retry = setTimeout(connect, Math.min(8000, 250 * 1.4 ** tries) * (0.7 + 0.6 * Math.random()));
  };
}

function settle(tag, message) {
  asked.get(tag)(message);
  asked.delete(tag);
}

export const newTag = () => ++tags;

/** Say something; whether it could be said. A new line is first heard: what it tells may settle what is to be said. */
export function send(message) {
  if (!socket?.isHeard || socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Say something that is answered. */
export function inquire(message) {
  const tag = newTag();
  return new Promise((resolve) => {
    if (send({ ...message, tag })) asked.set(tag, resolve);
    else resolve(LOST);
  });
}
