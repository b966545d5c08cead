// SPDX-License-Identifier: Apache-2.0
//
// A task: viewing and editing all its fields.

import { app } from "/app.js";
import { editButton, itemForm, renderChecklist } from "/checklist.js";
import { Family } from "/family.js";
import { tick } from "/lists.js";
import { t } from "/messages.js";
import { renderNotesOf } from "/notes.js";
import { renderPhotos } from "/photos.js";
import { isShopping, shoppingButton } from "/shopping.js";
import { isKnown, labelOf, lengthWords, priorities, renderConflict, seriesWords, valueWords, withinWords } from "/values.js";
import { actionButton, attempt, draw, element, field, fieldNamed, focusHeading, lineForm, pageHeading, saving, say } from "/view.js";
import { clockTime, dateOf, timeWords } from "/words.js";

/** Renders the task with this id. */
export function renderTask(id, list) {
  const { family } = app;
  const back = element("p", {}, element("a", { href: `#/${list}` }, t("Back")));
  const task = family.task(id);
  if (!task) return draw(back, pageHeading(t("No such task")), element("p", {}, t("This task is not on this phone.")));
  const path = Family.path("task", id);
  const edit = (...edits) => family.edit(path, edits);
  const { shown, isUnsent, deleted, conflicts } = task;
  const checklist = renderChecklist(id, shown.items ?? [], edit);
  document.title = shown.title;
  const heading = pageHeading(shown.title);
  if (isShopping()) return draw(back, heading, checklist, shoppingButton());
  draw(
    back, heading,
    isUnsent && element("p", { class: "unsent" }, t("Not sent yet")),
    deleted && element("p", { class: "notice" }, `${t("This task is in the trash.")} ${t("Deleted on {time}", { time: timeWords(shown.deleted) })} `,
      actionButton(t("Restore"), () => edit({ edit: "restore" }))),
    conflicts.map((conflict) => renderConflict(conflict, shown, edit)),
    renderFields(shown, (...edits) => editFields(id, edits)),
    renderSeries(shown),
    element("h2", {}, t("Checklist")),
    checklist,
    itemForm(edit, `${id} item`),
    shown.items?.length && shoppingButton(" ", editButton(id, t("Checklist"))),
    element("p", {}, element("button", { class: "main", onclick: () => attempt(() => tick(id, !shown.completion)) },
      shown.completion ? t("Open again") : t("Done")), " ", !deleted && actionButton(t("Delete"), () => edit({ edit: "delete" }))),
    isSnoozed(shown) && element("p", {}, t("No reminders until {time}.", { time: timeWords(shown.snooze) }), " ",
      actionButton(t("Remind as usual"), () => edit({ edit: "write", field: "snooze", value: null }))),
    shown.completion && element("p", {}, t("Done: {time}, {name}", { time: timeWords(shown.completion.at), name: family.name(shown.completion.by) })),
    renderJudging(id, shown, edit),
    renderPhotos(id, shown.proof && !shown.completion),
    renderNotesOf(id),
    element("h2", {}, t("Comments")),
    element("ul", { class: "comments" }, family.comments(id).map(renderComment)),
    lineForm("comment", { label: t("New comment"), button: t("Send"), draft: `${id} comment` }, (text) => family.comment(id, text)),
    renderHistory(id),
    facts(shown).map((text) => element("p", {}, element("small", {}, text))));
}

/** Whether the reminders of an open task are snoozed to a future time. */
function isSnoozed({ snooze, completion }) { return snooze && !completion && snooze > app.family.now(); }
/** The history module, imported lazily. */
let history;

function renderHistory(id) {
  const load = async () => {
    history ??= await import("/history.js");
    await history.load(id);
  };
  return [
    element("h2", {}, t("History")),
    history?.render(id) ?? element("p", {}, element("button", { onclick: () => attempt(load) }, t("Show the history"))),
  ];
}

function renderFields(shown, edit) {
  const { family } = app;
  const write = (field, value) => edit({ edit: "write", field, value });
  return [
    field(t("Title"), element("input", {
      name: "title", value: shown.title, dir: "auto", draft: `${shown.id} title`, onchange: saving(({ value }) => write("title", value.trim() || shown.title)),
    })),
    renderDue(shown, write),
    field(t("Repeats"), element("input", {
      name: "repeat", value: family.ruleWords(shown), placeholder: "2 weeks on tue, fri",
      autocapitalize: "none", draft: `${shown.id} repeat`, onchange: saving(({ value }) => edit(...ruleEdits(value.trim(), shown))),
    })),
    renderAssignees(new Set(shown.assignees ?? []), edit),
    renderPlace(shown),
    field(t("Category"), choose("category", shown.category, choicesOf("category", family.categories(), [shown.category]), write)),
    field(t("Priority"), choose("priority", shown.priority, priorities(), write)),
    field(t("Tags"), element("input", {
      name: "tags", value: (shown.tags ?? []).join(" "), autocapitalize: "none", draft: `${shown.id} tags`,
      onchange: saving(({ value }) => edit(...tagEdits(shown.tags ?? [], value))),
    })),
    field(t("Description"), element("textarea", {
      name: "description", dir: "auto", draft: `${shown.id} description`, onchange: saving(({ value }) => write("description", value ? value.split("\n") : null)),
    }, (shown.description ?? []).join("\n"))),
  ];
}

/** Returns the fields in which a task differs from later occurrences: `{field, clock, id}` each. */
function seriesOf({ series = [] }) { return series.filter(({ clock }) => !clock); }

/**
 * Edits fields of a task. In a series, only this occurrence is edited, and the page offers to apply the edits to all
 * later ones.
 */
async function editFields(id, edits) {
  const { family } = app;
  await family.edit(Family.path("task", id), edits.map((edit) => ({ scope: "once", ...edit })));
  const { shown } = family.task(id);
  const fields = seriesOf(shown).map((one) => one.id).filter((name) => edits.some(({ field }) => field === name));
  if (fields.length) say(t("Only this one, or all that follow?"), t("All that follow"), () => editSeries(id, fields));
}

/** Applies some fields of this task to all later occurrences. */
async function editSeries(id, fields) {
  const { shown } = app.family.task(id);
  const edits = fields.map((field) => ({ edit: "write", field, value: shown[field] ?? null, scope: "series" }));
  await app.family.edit(Family.path("task", id), edits);
  app.changed();
}

/** Renders the fields in which a task differs from later occurrences, and a button to apply them there. */
function renderSeries(shown) {
  const all = seriesOf(shown);
  // The fields of plugins are not edited here.
  const fields = all.filter(({ field }) => !field).map(({ id }) => id);
  return all.length > 0 && element("p", { "data-key": "series" },
    element("small", {}, `${labelOf("series")}: ${all.map(seriesWords).join(", ")}`), " ",
    fields.length > 0 && actionButton(t("All that follow"), () => editSeries(shown.id, fields)));
}

/** Renders the due date of a task, and the due time if there is one. */
function renderDue({ due, repeat }, write) {
  const save = saving(() => {
    const value = app.family.due(fieldNamed("due").value, fieldNamed("time")?.value);
    // The next dates of a recurring task are derived from this one, in the family's time zone.
    return write("due", value?.at && (repeat || due?.zone) ? { ...value, zone: due?.zone ?? app.family.phone.zone?.name } : value);
  });
  return [
    field(t("Due"), element("input", { type: "date", name: "due", value: dateOf(due), onchange: save })),
    (due || fieldNamed("due")?.value) && field(t("Time"), element("input", { type: "time", name: "time", value: clockTime(due), onchange: save })),
  ];
}

/** Renders the place of a task, with a link to the map. */
function renderPlace({ place }) {
  if (!place?.pin) return undefined;
  const { shown, deleted } = app.family.read(Family.path("pin", place.pin)) ?? {};
  const away = shown && app.awayWords(shown.location);
  const isThere = shown && !deleted;
  return element("p", {}, `${t("Place")}: `,
    isThere ? element("a", { href: `#/map/${place.pin}` }, element("bdi", {}, shown.name)) : goneWords(shown),
    withinWords(place), away && ` · ${t("{distance} from here", { distance: away })}`);
}

/** Describes a document that is no longer in the family, with its name if known. */
function goneWords(shown) { return [shown?.name, t("no longer there")].filter(Boolean).join(", "); }

/** Returns the available choices by name, and the chosen ones that are no longer in the family. */
function choicesOf(kind, all, chosen) {
  const gone = chosen.filter((id) => id && !all.some((one) => one.id === id));
  return [...all.map(({ id, name }) => [id, name]), ...gone.map((id) => [id, goneWords(app.family.read(Family.path(kind, id))?.shown)])];
}

/** Makes the edits that set or remove the recurrence rule of a task. */
function ruleEdits(text, { due }) {
  const write = (field, value) => ({ edit: "write", field, value, scope: "series" });
  if (!text) return [write("repeat", null)];
  const rule = app.family.rule(text, due);
  const isDated = rule.due.date === due?.date && rule.due.at === due?.at;
  return [...(isDated ? [] : [write("due", rule.due)]), write("repeat", rule.rule)];
}

function renderAssignees(assignees, edit) {
  const members = choicesOf("member", app.family.members(), [...assignees]);
  return element("fieldset", {}, element("legend", {}, t("For")), members.map(([id, name]) => element("label", { class: "choice", "data-key": id },
    element("input", {
      type: "checkbox", checked: assignees.has(id),
      onchange: saving(({ checked }) => edit({ edit: checked ? "insert" : "remove", field: "assignees", element: id })),
    }), name)));
}

/** Renders a choice of one of several values, or none. */
function choose(field, value, values, write) {
  return element("select", { name: field, onchange: saving((control) => write(field, control.value || null)) },
    element("option", { value: "", selected: !value }, t("none")),
    values.map(([key, name]) => element("option", { value: key, selected: key === value, "data-key": key }, name)));
}

/** Makes the edits that turn one set of tags into another. */
function tagEdits(before, typed) {
  const after = typed.split(/[\s,]+/).map((tag) => tag.replace(/^\+/, "")).filter(Boolean);
  return [
    ...after.filter((tag) => !before.includes(tag)).map((element) => ({ edit: "insert", field: "tags", element })),
    ...before.filter((tag) => !after.includes(tag)).map((element) => ({ edit: "remove", field: "tags", element })),
  ];
}

function renderComment({ id, created, reaction, text }) {
  return element("li", { "data-key": id },
    element("small", {}, `${app.family.name(created?.by)}, ${timeWords(created?.at)}`),
    element("bdi", {}, reaction ?? (text ?? []).join("\n")));
}

/** Renders the fields that cannot be edited here. */
function facts(shown) {
  const { id, after = [], reminders = [], proof, place, points, created } = shown;
  const { family } = app;
  const labelled = (label, words) => words && `${label}: ${words}`;
  const named = (field, words) => labelled(labelOf(field), words);
  const valued = (field) => named(field, shown[field] && valueWords(field, shown[field]));
  const titles = (ids) => ids.map(titleWords).filter(Boolean).join(", ");
  const ring = titles(ringOf(id));
  return [
    valued("wait"),
    named("after", titles(after)), labelled(t("Comes before"), titles(family.tasksAfter(id).map(({ id }) => id))),
    ring && t("It and {titles} come after each other, so it does not wait.", { titles: ring }),
    named("reminders", [...reminders].sort((one, other) => other.startsWith("P") - one.startsWith("P")).map(reminderWords).join("; ")),
    valued("nag"),
    proof === "photo" ? named("proof", place?.within ? t("a photo taken there") : t("a photo")) : valued("proof"),
    valued("window"), named("approval", approvalWords(shown)), points >= 0 && t("{count} points", { count: points }),
    ...extensionsOf(shown).map(([name, value]) => named(name, valueWords(name, value))),
    created?.by && t("Added by {name}", { name: [family.name(created.by), timeWords(created.at)].join(", ") }),
    `${t("ID")}: ${id}`,
  ].filter(Boolean);
}

/** Returns the fields of plugins and of later versions: their names and values. */
function extensionsOf(shown) {
  const { entries } = Object;
  const plugins = entries(shown.extensions ?? {}).flatMap(([plugin, fields]) =>
    entries(fields ?? {}).map(([name, value]) => [`${plugin}.${name}`, value]));
  return [...plugins, ...entries(shown).filter(([field]) => !isKnown(field))];
}

/** Returns the other tasks in the dependency cycle of an open task, none of which counts as waiting. */
function ringOf(id) {
  const after = (id) => {
    const { shown, deleted } = app.family.task(id) ?? {};
    return (!deleted && !shown?.completion && shown?.after) || [];
  };
  const all = (id) => {
    const found = new Set(after(id));
    // The loop also visits elements added during the iteration.
    for (const one of found) after(one).forEach((id) => found.add(id));
    return found;
  };
  const found = all(id);
  return [...found].filter((one) => one !== id && found.has(id) && all(one).has(id));
}

/** Returns the title of a task, with a tick if it is done; nothing if the task is missing or in the trash. */
function titleWords(id) {
  const { shown, deleted } = app.family.task(id) ?? {};
  return shown && !deleted && `${shown.completion ? "✓ " : ""}${shown.title}`;
}

/** Formats the time of a reminder. */
function reminderWords(reminder) {
  if (reminder === "none") return t("never");
  if (!reminder.startsWith("P")) return timeWords(reminder);
  const time = lengthWords(reminder);
  return time ? t("{time} before", { time }) : t("when it is due");
}

/** Renders the controls for adults to approve a completion, or to reject it with a reason, as in the command. */
function renderJudging(id, { approval, completion, proof, verdict }, edit) {
  const { family } = app;
  const isApproved = verdict?.approved && verdict.of === completion?.at;
  if (!approval || !completion || isApproved || !family.isAdult()) return undefined;
  const complete = (value) => ({ edit: "write", field: "completion", value });
  const judge = (more) => ({ edit: "write", field: "verdict", value: { at: family.now(), by: family.phone.member.id, ...more } });
  const approve = async () => {
    // If another adult rejects the completion concurrently, the later decision determines both fields.
    await edit(judge({ approved: true, of: completion.at }), complete(null), complete(completion));
    focusHeading();
  };
  const reject = async (why) => {
    // Photos that prove the task would complete it again.
    for (const photo of proof ? family.photos(id) : []) {
      await family.edit(Family.path("photo", photo.id), [judge({ approved: false, why })]);
    }
    await edit(judge({ approved: false, of: completion.at, why }), complete(null));
    focusHeading();
  };
  return [
    element("p", {}, actionButton(t("Approve"), approve)), lineForm("why", { label: t("Reason for rejecting it"), button: t("Reject"), draft: `${id} why` }, reject),
  ];
}

/** Describes an adult's verdict on the task, or that it is pending; nothing if the task needs no approval. */
function approvalWords({ approval, completion, verdict }) {
  // A verdict applies to one completion, and a rejection has reopened the task.
  if (verdict && (completion ? verdict.of === completion.at : !verdict.approved)) {
    const values = { name: app.family.name(verdict.by), time: timeWords(verdict.at) };
    const words = verdict.approved ? t("approved by {name}, {time}", values) : t("rejected by {name}, {time}", values);
    return verdict.why ? `${words}: ${verdict.why}` : words;
  }
  return approval && (completion ? t("waits for an adult to approve it") : t("an adult approves it"));
}
