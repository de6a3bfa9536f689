// What every page shares: building elements, asking the server, what this device remembers, rules opened in place.

export const $ = (selector, inside = document) => inside.querySelector(selector);
export const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)];
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** An element; attributes that are functions listen, texts stay texts. */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false && value != null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== "" && child !== false));
  return element;
}

export const kept = {
  get(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  },
  set(name, value) {
    try { value == null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* not kept */ }
  },
};

/** Ask the server; a refusal becomes an Error with the server's own words. */
export async function ask(method, path, body) {
  const isText = typeof body === "string";
  const answer = await fetch(path, {
    method,
    body: body === undefined || isText ? body : JSON.stringify(body),
    headers: body === undefined ? {} : { "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json" },
  }).catch(() => { throw new Error("The server cannot be reached."); });
  const type = answer.headers.get("Content-Type") ?? "";
  const told = type.includes("json") ? await answer.json() : await answer.text();
  if (answer.ok) return told;
  const { text = `That did not work (${answer.status}).`, rules } = told;
  throw Object.assign(new Error(text), { rules });
}

/** Sentences with their rule numbers, each opening its rule. */
export function cite(rules) {
  const book = document.body.dataset.rules;
  return (rules ?? []).map((number) =>
    [" ", h("a", { class: "cite", href: `${book}#r${number}`, "data-rule": number, "aria-label": `Rule ${number}` }, number)]);
}
export const says = ([text, rules]) => [text, cite(rules)];

/** Said by screen readers, one thing after the other. */
export function announce(text) {
  const voice = $("#voice");
  voice.append(h("p", null, text));
  if (voice.children.length > 5) voice.firstChild.remove();
}

let asked; // what opened the rule, to go back to
async function openRule(number) {
  const panel = $("#rule");
  const page = await ask("GET", `${document.body.dataset.rules}/${number}`).catch((refusal) => refusal.message);
  $(".rule-body", panel).innerHTML = page; // our own server's page
  if (panel.hidden) asked = document.activeElement;
  panel.hidden = false;
  $(".rule-body", panel).focus();
}
function closeRule() {
  $("#rule").hidden = true;
  asked?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule]");
  if (link && $("#rule") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openRule(link.dataset.rule);
  } else if (event.target.closest("#rule .close")) closeRule();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#rule")?.contains(document.activeElement)) closeRule();
});

/** A switch that this device remembers: pressed or not. */
export function remembered(button, name, usual, changed) {
  if (!button) return;
  let on = (kept.get(name) ?? usual) === "on";
  const tell = () => (button.setAttribute("aria-pressed", on), changed?.(on));
  button.addEventListener("click", () => (on = !on, kept.set(name, on ? "on" : "off"), tell()));
  tell();
}

const system = matchMedia("(prefers-color-scheme: dark)");
$("#theme")?.addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const next = isDark ? "light" : "dark";
  const follows = (next === "dark") === system.matches;
  kept.set("theme", follows ? null : next);
  if (follows) delete root.dataset.theme;
  else root.dataset.theme = next;
  announce(`${next === "dark" ? "Dark" : "Light"} colours`);
});
remembered($("#sound"), "sound", "on");
