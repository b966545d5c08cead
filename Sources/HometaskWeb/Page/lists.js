// SPDX-License-Identifier: Apache-2.0
//
// The lists of tasks.

import { app, place } from "/app.js";
import { t } from "/messages.js";
import { handle } from "/order.js";
import { isShopping, shoppingButton, showsInShop, ticksInShop } from "/shopping.js";
import { answer, change } from "/store.js";
import { attempt, draw, element, fieldNamed, lineForm, pageHeading, reset, saving, say } from "/view.js";
import { dueWords, today } from "/words.js";

/** The built-in lists. A task added to a list gets the fields that place it there. */
const LISTS = {
  __proto__: null,
  today: { title: () => t("Today"), query: "due<=today (mine or unassigned)", fields: () => ({ due: { date: today() } }) },
  mine: { title: () => t("Mine"), query: "mine", fields: () => ({ assignees: [app.family.phone.member.id] }) },
  all: { title: () => t("Everyone's"), query: "" },
  done: { title: () => t("Done"), query: "done", options: { done: true, order: "-done", limit: 100 } },
};

/** Returns the list at an address such as `today` or `category/ID`; undefined if there is none. */
export function listAt(address) {
  const [name, id] = address.split("/");
  if (name === "category") {
    const category = app.family?.categories().find((one) => one.id === id);
    return category && { title: () => category.name, query: `category:#${id}`, fields: () => ({ category: id }) };
  }
  if (name === "view") {
    const view = app.family?.views().find((one) => one.id === id);
    return view && { title: () => view.name, query: view.query, options: view.sort ? { order: view.sort } : {} };
  }
  return LISTS[address];
}

/**
 * The selectable orders of a list, per phone: the default and two others. Only a manually ordered list has handles: in
 * any other, a moved row would return to its sorted place. The list of done tasks, and views saved with an order, have
 * a fixed order; such a view has handles if its order is manual.
 */
const ORDERS = { "": () => t("by date"), urgency: () => t("by urgency"), manual: () => t("by hand") };

/** Returns the order of a list; undefined for the default. */
function orderOf(address) { return listAt(address).options?.order ?? app.family?.orders[address]; }

function chooseOrder(address) {
  const chosen = orderOf(address) ?? "";
  const save = async ({ value }) => {
    await change(async (state) => {
      state.put({ ...(await answer(state.get("orders"))), [address]: value || undefined }, "orders");
    });
    await app.family.reload([]);
  };
  return element("select", { name: "order", "aria-label": t("Order"), onchange: saving(save) },
    Object.entries(ORDERS).map(([order, title]) => element("option", { value: order, selected: order === chosen }, title())));
}

/** The maximum number of rows rendered by default: each row makes every render slower. */
const MOST = 200;
/** The list that is shown in full. */
let whole;

/** Renders the list at an address. */
export function renderList(address) {
  const ids = tasksIn(address, fieldNamed("search")?.value);
  const all = [...ids, ...showsInShop().filter((id) => !ids.includes(id) && app.family.task(id))];
  showList(address, (whole === address ? all : all.slice(0, MOST)).map(row), all.length);
  document.title = `${listAt(address).title()} – ${app.family.phone.family.name}`;
}

/** Returns the ids of the tasks in a list. */
function tasksIn(address, search) {
  const { query, options } = listAt(address);
  const asked = [query && `(${query})`, search].filter(Boolean).join(" ");
  return app.family.list(asked, { order: orderOf(address), ...options }).tasks.filter((id) => app.family.task(id));
}

/**
 * The family's edition at which the lists were cached, the list shown last that is not built in, the cached text, and
 * the timer.
 */
let edition, last, kept, keeping;

/**
 * Caches the lists for the next start after a change, once the page is rendered: the built-in ones, and the list shown
 * last that is not built in.
 */
export function keepLists() {
  if (!app.family) return;
  const { address } = place();
  const isOther = address !== last && !LISTS[address] && listAt(address);
  if (edition === app.family.edition && !isOther) return;
  if (isOther) last = address;
  edition = app.family.edition;
  clearTimeout(keeping);
  keeping = setTimeout(() => keep().catch(() => {}));
}

async function keep() {
  const rows = (address) => tasksIn(address).slice(0, MOST).map(row);
  const lists = Object.fromEntries(Object.keys(LISTS).map((address) => [address, rows(address)]));
  // The list may no longer exist, or its query may be unreadable.
  try { lists.last = { address: last, title: listAt(last).title(), rows: rows(last) }; } catch { /* it is not kept */ }
  const text = JSON.stringify(lists);
  if (text === kept) return;
  await change(async (state) => {
    // Another tab may have left the family meanwhile, or joined another one.
    if ((await answer(state.get("phone")))?.device === app.family.phone.device) state.put(lists, "rows");
  });
  kept = text;
}

/** Renders the cached list at the address until the engine is loaded. */
export function showKept(lists) {
  const { address } = place();
  /** @type {{title?: string, rows?: any[]}} */
  const { title, rows } = LISTS[address] ? { rows: lists?.[address] } : lists?.last?.address === address ? lists.last : {};
  if (rows && !app.family) showList(address, rows, rows.length, title);
}

/** Renders a list. A built-in list needs neither the engine nor the family; any other needs only its title. */
export function showList(address, rows, count = rows.length, title = listAt(address).title()) {
  const showAll = () => {
    whole = address;
    app.render();
  };
  const keys = app.family && !isShopping() && orderOf(address) === "manual" ? rows.map(({ id }) => id) : [];
  const list = rows.length ? [
    element("ul", { class: "tasks" }, rows.map((row) => listItem(row, keys))),
    rows.length < count && element("p", {}, element("button", { onclick: showAll }, t("Show all {count}", { count }))),
  ] : element("p", {}, t("Nothing here."));
  if (isShopping()) return draw(pageHeading(title), list, shoppingButton());
  const find = element("input", {
    type: "search", name: "search", "aria-label": t("Search"), placeholder: t("Search: milk, +shopping, @tom"), oninput: () => app.render(),
  });
  draw(
    renderNavigation(address),
    pageHeading(title),
    lineForm("new", { label: t("New task"), placeholder: "Milk @Tom due:fri +shopping", button: t("Add"), kind: "main", draft: "new" },
      (words) => addTask(address, words)),
    element("div", { class: "line" }, find, app.family && !listAt(address).options?.order && chooseOrder(address)), list, rows.length && shoppingButton());
}

/** Renders the links to the places of the page. */
export function renderNavigation(address) {
  const link = (key, title) => element("li", {}, element("a", { href: `#/${key}`, "aria-current": key === address && "page" }, title));
  return element("nav", { "aria-label": t("Lists") }, element("ul", {},
    Object.entries(LISTS).map(([key, { title }]) => link(key, title())), link("lists", t("Lists")), link("map", t("Map")), link("statistics", t("Statistics")),
    link("phone", t("Phone"))));
}

/** Renders the family's own lists: its categories and saved views. */
export function renderLists() {
  const links = (kind, things) => element("ul", { class: "tasks" },
    things.map(({ id, name }) => element("li", { "data-key": id }, element("a", { href: `#/${kind}/${id}` }, element("bdi", {}, name)))));
  const [categories, views] = [app.family.categories(), app.family.views()];
  const link = (place, title) => element("a", { href: `#/${place}`, class: "button" }, title);
  draw(
    renderNavigation("lists"), pageHeading(t("Lists")),
    categories.length && [element("h2", {}, t("Categories")), links("category", categories)],
    views.length && [element("h2", {}, t("Saved views")), links("view", views)],
    element("p", {}, link("notes", t("Notes")), " ", app.family.hunts().length > 0 && link("hunts", t("Treasure hunts"))));
  document.title = t("Lists");
}

/** Renders the row of a task in a list. */
function row(id) {
  const { family } = app;
  const { shown, conflicts, isUnsent } = family.task(id);
  const { title, due, assignees = [], tags, items, completion } = shown;
  const all = items?.length;
  return rowOf({
    id, title, due, assignees: assignees.map((member) => family.name(member)), tags, hasConflict: conflicts.length > 0,
    items: all && { all, done: items.filter((item) => item.done).length }, isDone: Boolean(completion), isUnsent,
  });
}

/** Makes a list row from the fields of a task or from the server's answer. */
function rowOf({ id, title, due, assignees = [], tags = [], items, hasConflict, isDone = false, isUnsent = false }) {
  const details = [
    dueWords(due), assignees.join(", "), tags.map((tag) => `+${tag}`).join(" "), items && t("{done} of {all}", items),
    hasConflict && t("conflicting edits"),
  ].filter(Boolean);
  return { id, title, details: details.join(" · "), isDone, isUnsent };
}

/** Makes today's list from the server's answer, shown right after joining. */
export function firstList(today) { return { today: today.map(rowOf) }; }

function listItem({ id, title, details, isDone, isUnsent }, keys) {
  const unsent = isUnsent && element("span", { class: "unsent" }, details ? " · " : "", t("not sent yet"));
  return element("li", { "data-key": id, class: isDone && isShopping() && "done" },
    element("input", {
      type: "checkbox", checked: isDone, disabled: !app.family, "aria-label": t("Done: {title}", { title }),
      onchange: ({ target }) => attempt(() => tick(id, target.checked)).finally(() => reset(target)),
    }),
    element("a", { href: `#/task/${id}` }, element("bdi", {}, title), element("small", {}, details, unsent)),
    keys.length > 1 && handle({ key: id, title, keys, move: (position) => app.family.move(id, position) }));
}

/** Completes or reopens a task, and offers to undo that. */
export async function tick(id, isDone) {
  const { shown } = app.family.task(id);
  if (isDone && shown.proof && !app.family.photos(id).length) {
    return say(t("This task is done once a photo proves it."), t("Add a photo"), () => location.assign(`#/task/${id}`));
  }
  // The previous occurrence was already done in this period.
  if (isDone && app.family.early(id) && !confirm(`${t("Done: {title}", shown)}? ${dueWords(shown.due)}`)) return;
  ticksInShop(id);
  await app.family.complete(id, isDone);
  app.changed();
  say(isDone ? t("Done: {title}", shown) : t("Open again: {title}", shown), t("Undo"), () => tick(id, !isDone));
}

/** Adds a task to a list. */
async function addTask(address, words) {
  const { fields, remainder } = app.family.parse(words);
  await app.family.add({ ...listAt(address).fields?.(), ...fields });
  say([t("Added: {title}", fields), remainder && t("Did you mean {field}?", remainder)].filter(Boolean).join(". "));
}
