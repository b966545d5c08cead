// SPDX-License-Identifier: Apache-2.0
//
// The page: lists, a task, and joining. Texts of the family become text nodes, never markup.

import { loadEngine } from "/engine.js";
import { exchange, hasUnsent, post, SignedOut, Unreachable } from "/exchange.js";
import { Family } from "/family.js";
import { answer, change, forget, openStore, view } from "/store.js";

const main = document.getElementById("main");
const status = document.getElementById("status");

const LISTS = {
  today: { title: "Today", query: "(today or overdue) (mine or unassigned)" },
  mine: { title: "Mine", query: "mine" },
  all: { title: "Everyone's", query: "" },
  done: { title: "Done", query: "done", options: { done: true, order: "-done", limit: 100 } },
};

let ask;
let family;
let isSignedOut = false;

// Parts of the page

/** An element with attributes, listeners (`onclick`) and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

let silence;

/** Replaces what is shown. What somebody is typing stays, and so does the focus. */
function draw(...parts) {
  const fields = () => [...main.querySelectorAll("input[name]:not([type=checkbox]), textarea[name]")];
  const typed = new Map(fields().filter((field) => field.value !== field.defaultValue).map((field) => [field.name, field.value]));
  const { name, selectionStart: start, selectionEnd: end } = document.activeElement ?? {};
  main.replaceChildren(...parts.filter(Boolean));
  for (const field of fields()) {
    if (typed.has(field.name)) field.value = typed.get(field.name);
    if (name && field.name === name) {
      field.focus();
      if (start !== null && start !== undefined) field.setSelectionRange(start, end);
    }
  }
}

/** Does something with what somebody has typed into a field, which is empty then, and has it again if that fails. */
async function consume(name, act) {
  const field = () => main.querySelector(`[name="${name}"]`);
  const typed = field().value;
  field().value = "";
  try {
    await act(typed.trim());
  } catch (error) {
    // It may have been drawn anew meanwhile, and somebody may be typing again.
    if (field()?.value === "") field().value = typed;
    throw error;
  }
}

/** Says something at the bottom of the page for a while, with something to do about it. */
function say(text, action, act) {
  clearTimeout(silence);
  if (text) silence = setTimeout(() => say(""), 10000);
  const button = action && element("button", { onclick: () => { say(""); attempt(act); } }, action);
  status.replaceChildren(...[text, button].filter(Boolean));
}

/** Does something, and says why if it cannot be done. */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    say(error.message);
  }
}

// Lists

const day = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** Today's date where the family lives. */
function today() {
  return new Intl.DateTimeFormat("en-CA", { timeZone: family.phone.zone?.name, dateStyle: "short" }).format(new Date(family.now()));
}

/** When a task is due, in words. */
function due({ date, at } = {}) {
  if (date) return day.format(new Date(`${date}T00:00:00Z`));
  if (!at) return "";
  const options = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Date(at).toLocaleString(undefined, { ...options, timeZone: family?.phone.zone?.name });
}

/** What a list shows of a task, without needing the engine to show it again. */
function row(id) {
  const { shown, conflicts, isUnsent } = family.task(id);
  const items = shown.items ?? [];
  const details = [
    due(shown.due), (shown.assignees ?? []).map((member) => family.name(member)).join(", "),
    (shown.tags ?? []).map((tag) => `+${tag}`).join(" "),
    items.length ? `${items.filter((item) => item.done).length} of ${items.length}` : "",
    conflicts.length ? "conflicting edits" : "",
  ].filter(Boolean);
  return { id, title: shown.title, details: details.join(" · "), isDone: Boolean(shown.completion), isUnsent };
}

function listItem({ id, title, details, isDone, isUnsent }) {
  const box = element("input", {
    type: "checkbox", checked: isDone, disabled: !family, "aria-label": `Done: ${title}`,
    onchange: () => attempt(() => tick(id, box.checked)),
  });
  const small = element("small", {}, details, isUnsent && element("span", { class: "unsent" }, `${details ? " · " : ""}not sent yet`));
  return element("li", {}, box, element("a", { href: `#/task/${id}` }, title, small));
}

async function tick(id, isDone) {
  await family.complete(id, isDone);
  send();
  render();
  const title = family.task(id).shown.title;
  say(isDone ? `Done: ${title}` : `Open again: ${title}`, "Undo", () => tick(id, !isDone));
}

function renderList(name, search) {
  const { title, query, options } = LISTS[name];
  const rows = family.list([query && `(${query})`, search].filter(Boolean).join(" "), options).tasks.filter((id) => family.task(id)).map(row);
  show(name, rows, search);
  document.title = `${title} – ${family.phone.family.name}`;
  // What the next start shows at once.
  if (!search) change((state) => { state.put({ name, rows }, "rows"); }).catch(() => {});
}

function show(name, rows, search = "") {
  const links = Object.entries(LISTS).map(([key, { title }]) =>
    element("li", {}, element("a", { href: `#/${key}`, "aria-current": key === name && "page" }, title)));
  const add = element("form", { class: "line", onsubmit: addTask },
    element("input", { name: "new", "aria-label": "New task", placeholder: "Milk @Tom due:fri +shopping", autocomplete: "off", required: true }),
    element("button", { class: "main" }, "Add"));
  const find = element("input", {
    type: "search", name: "search", "aria-label": "Search", placeholder: "Search: milk, +shopping, @tom",
    oninput: (event) => attempt(() => renderList(name, event.target.value)),
  });
  draw(
    element("nav", { "aria-label": "Lists" }, element("ul", {}, ...links, element("li", {}, element("a", { href: "#/phone" }, "Phone")))),
    element("h1", {}, LISTS[name].title), add, element("div", { class: "line" }, find),
    rows.length ? element("ul", { class: "tasks" }, ...rows.map(listItem)) : element("p", {}, "Nothing here."));
}

function addTask(event) {
  event.preventDefault();
  if (!event.target.elements.new.value.trim() || !family) return;
  attempt(() => consume("new", async (words) => {
    const { name } = place();
    const fields = family.parse(words);
    // What is added to a list stands in it.
    await family.add({
      ...(name === "mine" && { assignees: [family.phone.member.id] }), ...(name === "today" && { due: { date: today() } }), ...fields,
    });
    send();
    render();
    say(`Added: ${fields.title}`);
  }));
}

// A task

function renderTask(id) {
  const task = family.task(id);
  if (!task) return renderMissing();
  const { shown, conflicts, isUnsent } = task;
  const path = Family.path("task", id);
  const edit = (...edits) => attempt(async () => { await family.edit(path, edits); send(); render(); });
  const submit = (name, act) => (event) => {
    event.preventDefault();
    const text = event.target.elements[name].value.trim();
    if (text) attempt(async () => { await consume(name, act); send(); render(); });
  };
  const write = (field, value) => edit({ edit: "write", field, value });
  const field = (label, control) => {
    control.id = `field-${control.name}`;
    return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
  };
  const assignees = new Set(shown.assignees ?? []);
  const members = family.members().map(({ id: member, name }) => element("label", { class: "choice" }, element("input", {
    type: "checkbox", checked: assignees.has(member),
    onchange: (event) => edit({ edit: event.target.checked ? "insert" : "remove", field: "assignees", element: member }),
  }), name));
  draw(...[
    element("p", {}, element("a", { href: "#/all", onclick: (event) => { event.preventDefault(); history.back(); } }, "Back")),
    element("h1", {}, shown.title),
    isUnsent && element("p", { class: "unsent" }, "Not sent yet"),
    task.deleted && element("p", { class: "notice" }, "This task is in the trash. ",
      element("button", { onclick: () => edit({ edit: "restore" }) }, "Restore")),
    ...conflicts.map((conflict) => renderConflict(conflict, write)),
    field("Title", element("input", { name: "title", value: shown.title, onchange: (event) => write("title", event.target.value.trim() || shown.title) })),
    field("Due", element("input", {
      type: "date", name: "due", value: shown.due?.date ?? "",
      onchange: (event) => write("due", event.target.value ? { date: event.target.value } : null),
    })),
    shown.due?.at && element("p", {}, `Due ${due(shown.due)}`),
    element("fieldset", {}, element("legend", {}, "For"), ...members),
    field("Category", choose("category", shown.category, family.categories().map(({ id: category, name }) => [category, name]), write)),
    field("Priority", choose("priority", shown.priority, ["high", "medium", "low"].map((word) => [word, word]), write)),
    field("Tags", element("input", {
      name: "tags", value: (shown.tags ?? []).join(" "), autocapitalize: "none",
      onchange: (event) => edit(...tagEdits(shown.tags ?? [], event.target.value)),
    })),
    field("Description", element("textarea", {
      name: "description",
      onchange: (event) => write("description", event.target.value ? event.target.value.split("\n") : null),
    }, (shown.description ?? []).join("\n"))),
    element("h2", {}, "Checklist"),
    element("ul", { class: "items" }, ...(shown.items ?? []).map((item) => renderItem(item, edit))),
    element("form", { class: "line", onsubmit: submit("text", (text) => family.edit(path, [{ edit: "insertItem", field: "items", members: { text } }])) },
      element("input", { name: "text", "aria-label": "New item", placeholder: "New item", autocomplete: "off" }), element("button", {}, "Add")),
    element("p", {}, element("button", { class: "main", onclick: () => attempt(() => tick(id, !shown.completion)) },
      shown.completion ? "Open again" : "Done"), " ",
    !task.deleted && element("button", { onclick: () => edit({ edit: "delete" }) }, "Delete")),
    shown.completion && element("p", {}, `Done ${new Date(shown.completion.at).toLocaleString()} by ${family.name(shown.completion.by)}`),
    element("h2", {}, "Comments"),
    element("ul", { class: "comments" }, ...family.comments(id).map((comment) => element("li", {},
      element("small", {}, `${family.name(comment.created?.by)}, ${new Date(comment.created?.at).toLocaleString()}`),
      comment.reaction ?? (comment.text ?? []).join("\n")))),
    element("form", { class: "line", onsubmit: submit("comment", (text) => family.comment(id, text)) },
      element("input", { name: "comment", "aria-label": "New comment", placeholder: "New comment", autocomplete: "off" }), element("button", {}, "Send")),
    [shown.points && `${shown.points} points`, shown.proof && "needs a photo", shown.approval && "an adult approves it", shown.repeat && `repeats: ${shown.repeat}`]
      .filter(Boolean).map((text) => element("p", {}, element("small", {}, text))),
    shown.created && element("p", {}, element("small", {}, `Added by ${family.name(shown.created.by)}`)),
  ].flat());
  document.title = shown.title;
}

/** A choice of one of several values, or none. */
function choose(field, value, values, write) {
  return element("select", { name: field, onchange: (event) => write(field, event.target.value || null) },
    element("option", { value: "" }, "none"),
    ...values.map(([key, name]) => element("option", { value: key, selected: key === value }, name)));
}

/** The edits that make one set of tags of another. */
function tagEdits(before, typed) {
  const after = typed.split(/[\s,]+/).map((tag) => tag.replace(/^\+/, "")).filter(Boolean);
  return [
    ...after.filter((tag) => !before.includes(tag)).map((element) => ({ edit: "insert", field: "tags", element })),
    ...before.filter((tag) => !after.includes(tag)).map((element) => ({ edit: "remove", field: "tags", element })),
  ];
}

function renderItem(item, edit) {
  return element("li", {}, element("label", { class: "choice" }, element("input", {
    type: "checkbox", checked: Boolean(item.done), disabled: !item.id,
    onchange: (event) => edit({ edit: "writeItem", field: "items", id: item.id, members: { done: event.target.checked || null } }),
  }), item.text));
}

/** Two people have written different values; whoever sees both may choose. */
function renderConflict({ field, line, item, values }, write) {
  const isWhole = line === undefined && item === undefined;
  const text = (value) => (value === null ? "(nothing)" : typeof value === "string" ? value : due(value) || JSON.stringify(value));
  return element("div", { class: "notice" }, element("strong", {}, `Conflicting edits: ${field}`), element("ul", {},
    ...values.map((value) => element("li", {}, text(value), isWhole && element("button", { onclick: () => write(field, value) }, "Keep this")))));
}

function renderMissing() {
  main.replaceChildren(element("p", {}, "This task is not on this phone. "), element("a", { href: "#/all" }, "All tasks"));
}

// The phone

async function renderPhone() {
  const refused = (await view((state) => answer(state.get("refused")))) ?? [];
  const unsent = family.unsent();
  main.replaceChildren(...[
    element("p", {}, element("a", { href: "#/today" }, "Back")),
    element("h1", {}, `${family.phone.member.name}'s phone`),
    element("p", {}, `${family.phone.family.name}. ${unsent ? `${unsent} changed here and not sent yet.` : "Everything is sent."}`),
    element("button", { onclick: () => send(true) }, "Sync now"),
    refused.length && element("h2", {}, "Not accepted"),
    refused.length && element("ul", {}, ...refused.map(({ title, field, why, value }) =>
      element("li", {}, `${title}: ${field ?? "the task"}: ${why}. It was: ${JSON.stringify(value)}`))),
    refused.length && element("button", { onclick: () => attempt(async () => {
      await change((state) => { state.delete("refused"); });
      render();
    }) }, "Forget these"),
    element("h2", {}, "This phone"),
    element("p", {}, element("button", { onclick: () => attempt(exportAll) }, "Export what is on it"), " ",
      element("button", { onclick: () => attempt(signOut) }, "Sign out")),
  ].filter(Boolean));
  document.title = "Phone";
}

async function exportAll() {
  const docs = await view((state, docs) => answer(docs.getAll()));
  const blob = new Blob([JSON.stringify(docs, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(blob), download: "hometask.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function signOut() {
  if ((await hasUnsent()) && !confirm("What was not sent yet is lost. Sign out nevertheless?")) return;
  if (!isSignedOut) await fetch(`/api/phones/${family.phone.device}`, { method: "DELETE" }).catch(() => {});
  await forget();
  location.assign("/");
}

// Joining

async function renderJoin(code, phone) {
  const isUnsent = phone && (await hasUnsent());
  draw(element("h1", {}, "Join the family"),
    phone && element("p", { class: "notice" }, `This is ${phone.member.name}'s phone in ${phone.family.name} already. `,
      isUnsent ? "It has changes that were not sent. They stay if you join as the same member, and are lost otherwise. " : "",
      isUnsent && element("button", { onclick: () => attempt(exportAll) }, "Export what is on it")),
    code ? element("form", { onsubmit: (event) => { event.preventDefault(); attempt(() => join(code, event.target.elements.name.value)); } },
      element("div", { class: "field" }, element("label", { for: "name" }, "A name for this phone"),
        element("input", { id: "name", name: "name", value: navigator.userAgentData?.platform ?? "phone", required: true, maxlength: 60 })),
      element("button", { class: "main" }, "Join"))
      : element("p", {}, "Whoever runs the family's server invites you: 'hometask serve invite NAME' prints a link to open here."));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

async function join(code, name) {
  // The same attempt again if the answer was lost.
  const attempts = (await view((state) => answer(state.get("attempt")))) ?? {};
  const attempt = attempts[code] ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => LETTERS[byte & 31]).join("");
  await change((state) => { state.put({ [code]: attempt }, "attempt"); });
  const response = await post("/api/join", JSON.stringify({ code, attempt, name }));
  const phone = await response.json();
  const skew = Date.parse(phone.time) - Date.now();
  await change(async (state, docs) => {
    const before = await answer(state.get("phone"));
    const isSame = before?.family.id === phone.family.id && before.member.id === phone.member.id;
    state.clear();
    // What the same member has not sent is written again by the new phone.
    for (const doc of isSame ? await answer(docs.getAll()) : []) docs.put({ ...doc, isStale: true });
    if (!isSame) docs.clear();
    state.put({ ...phone, since: null, skew }, "phone");
  });
  navigator.storage?.persist?.();
  location.replace("/");
}

// Sending and receiving

let sending;
let later;
let isWanted = false;

/** Exchanges with the server, now or as soon as the exchange that goes on has ended. */
function send(isAsked = false) {
  if (!ask || !family?.phone || isSignedOut) return;
  if (sending) {
    isWanted = true;
    return;
  }
  let refused = 0;
  sending = exchange(ask, async (changed, count) => {
    refused += count;
    await family.reload(changed);
    if (changed.size) family.announce(changed);
    render();
  }).then(() => {
    if (refused) say(`${refused} of your changes were not accepted.`, "Show", () => location.assign("#/phone"));
    else if (isAsked) say("Everything is sent.");
  }).catch((error) => {
    if (error instanceof SignedOut) {
      isSignedOut = true;
      say("This phone was signed out. What it has not sent is still here.", "Export", exportAll);
    } else if (!(error instanceof Unreachable)) say(error.message);
    else {
      if (isAsked) say("The server cannot be reached. What you change is kept, and sent later.");
      clearTimeout(later);
      later = setTimeout(send, 30000);
    }
  }).finally(() => {
    sending = undefined;
    if (isWanted) {
      isWanted = false;
      send();
    }
  });
}

/** Hears of changes, for as long as the page is there. */
function hear() {
  const events = new EventSource(`/api/phones/${family.phone.device}/events`);
  events.addEventListener("change", (event) => { if (event.data !== family.phone.since) send(); });
  events.addEventListener("error", () => {
    // A browser connects again by itself, unless the server, or a proxy before it, has answered with an error.
    if (events.readyState !== EventSource.CLOSED || isSignedOut) return;
    setTimeout(() => { hear(); send(); }, 30000);
  });
}

function listen() {
  hear();
  addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") send(); });
  family.listen(render);
}

/** Asks the server whose phone this is: names and the time zone may have changed. */
async function refresh() {
  const response = await fetch(`/api/phones/${family.phone.device}`).catch(() => undefined);
  if (!response?.ok) return;
  const { family: itsFamily, member, zone } = await response.json();
  if (JSON.stringify(zone) === JSON.stringify(family.phone.zone) && member.name === family.phone.member.name
    && itsFamily.name === family.phone.family.name) return;
  await change(async (state) => {
    state.put({ ...(await answer(state.get("phone"))), family: itsFamily, member, zone }, "phone");
  });
  await family.load();
  render();
}

// What is shown

function place() {
  const [, name, id] = location.hash.split("/");
  return { name: name || "today", id };
}

function render() {
  if (!family?.phone) return;
  const { name, id } = place();
  const search = main.querySelector("input[name=search]")?.value ?? "";
  attempt(() => {
    if (name === "task") return renderTask(id);
    if (name === "phone") return renderPhone();
    return renderList(LISTS[name] ? name : "today", search);
  });
}

/** Has the page itself kept on the phone. */
async function keepPage() {
  await navigator.serviceWorker?.register("/worker.js");
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  // A page that was opened while the worker began is not its own yet.
  if (!navigator.serviceWorker?.controller) active?.postMessage("claim");
}

async function start() {
  await openStore();
  const { phone, rows } = await view(async (state) => ({ phone: await answer(state.get("phone")), rows: await answer(state.get("rows")) }));
  keepPage().catch(() => {});
  const code = location.pathname === "/join" ? location.hash.slice(1) : "";
  if (!phone || code) return renderJoin(code, phone);
  if (rows && place().name === rows.name) show(rows.name, rows.rows);
  ask = await loadEngine(fetch("/engine.wasm"));
  family = new Family(ask);
  await family.load();
  render();
  addEventListener("hashchange", () => { main.replaceChildren(); render(); scrollTo(0, 0); });
  send();
  listen();
  await refresh();
}

start().catch((error) => say(`The page cannot start: ${error.message}`));
