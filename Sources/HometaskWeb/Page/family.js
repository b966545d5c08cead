// SPDX-License-Identifier: Apache-2.0
//
// The family as this phone has it: its documents, what they show, and the edits that a member makes.

import { t } from "/messages.js";
import { answer, change, record, view } from "/store.js";

/** How many documents the engine takes at once: some hundredths of a second on a slow phone. */
const PIECE = 50;

export class Family {
  /** Where the tabs of the page tell each other which documents have changed. */
  #tabs = new BroadcastChannel("hometask");
  #ask;
  /** What each document shows, by path; worked out when it is asked for. */
  #shown = new Map();
  #documents = new Map();
  /** The rules of the time zone that the engine has. */
  #zone;
  /** How the phone stands with the server. */
  phone;
  /** What was not accepted. */
  refused = [];
  /** How often something of it was read from the store, or edited. */
  edition = 0;
  /** The orders that somebody has chosen on this phone, by the addresses of lists. */
  orders = {};

  constructor(ask) { this.#ask = ask; }

  /** Tells the other tabs what has changed: some paths, or all there is. */
  announce(paths) { this.#tabs.postMessage(paths && [...paths]); }

  /** Calls a function whenever another tab has changed something. */
  listen(body) {
    this.#tabs.onmessage = async ({ data }) => {
      if (!data) return location.reload();
      await this.reload(data);
      body();
    };
  }

  /**
   * Reads everything from the store, before anybody can edit it. The engine takes it piece by piece: in between, the page
   * answers whoever types.
   */
  async load() {
    const docs = await this.#read((docs) => answer(docs.getAll()));
    while (docs.length) {
      this.#take(docs.splice(0, PIECE));
      // In a page that is hidden nobody types, and timers take a second.
      if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Reads some documents from the store again. */
  async reload(paths) {
    const docs = await this.#read((docs) => Promise.all([...paths].map((path) => answer(docs.get(path)))));
    // The engine keeps a document that has left the family, by an edit of its repository by hand; lists leave it out.
    [...paths].forEach((path, index) => { if (!docs[index]) this.#documents.delete(path); });
    this.#take(docs.filter((doc) => doc));
  }

  /** Reads documents, and with them how the phone stands. */
  #read(body) {
    return view(async (state, docs) => {
      this.phone = await answer(state.get("phone"));
      this.refused = (await answer(state.get("refused"))) ?? [];
      this.orders = (await answer(state.get("orders"))) ?? {};
      const { zone } = this.phone ?? {};
      if (zone?.tzif && zone.tzif !== this.#zone) this.#ask({ do: "zone", name: zone.name, tzif: (this.#zone = zone.tzif) });
      return body(docs);
    });
  }

  #take(docs) {
    this.edition += 1;
    for (const doc of docs) {
      this.#documents.set(doc.path, doc);
      this.#shown.delete(doc.path);
    }
    try {
      this.#ask({ do: "put", documents: docs.map((doc) => doc.text) });
    } catch {
      // One of them cannot be read here, such as one of a later version. It holds up no other.
      for (const doc of docs) {
        try {
          this.#ask({ do: "put", documents: [doc.text] });
        } catch {
          this.#documents.delete(doc.path);
        }
      }
    }
  }

  /** The time, by the server's clock. */
  now() { return new Date(Date.now() + (this.phone?.skew ?? 0)).toISOString().replace(/\.\d+Z$/, "Z"); }

  #author() { return { actor: this.phone.actor, time: this.now() }; }

  // What is there

  /** What a document shows: its fields, its conflicts, and whether it is deleted or not sent yet. */
  read(path) {
    const doc = this.#documents.get(path);
    if (!doc) return undefined;
    if (!this.#shown.has(path)) this.#shown.set(path, this.#ask({ do: "read", document: doc.text }));
    return { ...this.#shown.get(path), isUnsent: doc.text !== doc.base };
  }

  task(id) { return this.read(Family.path("task", id)); }

  /** The ids of the tasks that a query asks for. */
  list(query, options = {}) {
    return this.#ask({ do: "list", query, now: this.now(), member: this.phone.member.id, ...options });
  }

  /** Who did how much, by `day`, `week` or `month`. */
  statistics(by) { return this.#ask({ do: "statistics", by, now: this.now() }); }

  /** The members who have not left, by name. */
  members() {
    return this.#all("members/").filter((member) => !member.deleted && !member.removed && !member.mergedInto)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** The open tasks that come after a task. */
  tasksAfter(id) {
    return this.#all("tasks/", id).filter(({ after, completion, deleted }) => after?.includes(id) && !completion && !deleted);
  }

  /** The categories, by name. */
  categories() {
    return this.#all("categories/").filter((category) => !category.deleted && !category.mergedInto)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** The saved views, by name. */
  views() {
    return this.#all("views/").filter((view) => !view.deleted)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** The comments on a task, the first one first; reactions among them. */
  comments(id) {
    return this.#all("comments/").filter((comment) => !comment.deleted && comment.about?.id === id)
      .sort((first, second) => (first.created?.at ?? "").localeCompare(second.created?.at ?? ""));
  }

  /** The notes about a task, or without one those about nothing, the first one first. */
  notes(id) {
    return this.#all("notes/").filter((note) => !note.deleted && note.about?.id === id)
      .sort((first, second) => (first.created?.at ?? "").localeCompare(second.created?.at ?? ""));
  }

  /** Whether a document has left the family, or is in the trash, or is a photo that was erased. */
  isGone(path) {
    const { shown, deleted } = this.read(path) ?? {};
    return !shown || deleted || Boolean(shown.erased);
  }

  /** The photos of a task, the first one first. */
  photos(id) {
    return this.#all("photos/").filter((photo) => !photo.deleted && !photo.erased && photo.about?.id === id)
      .sort((first, second) => (first.attached?.at ?? "").localeCompare(second.attached?.at ?? ""));
  }

  /** The pins, by name. */
  pins() {
    return this.#all("pins/").filter((pin) => !pin.deleted).sort((first, second) => first.name.localeCompare(second.name));
  }

  /**
   * The photos of tasks, pins and notes that say where they were taken, the newest first. Those of treasure hunts are
   * left out: they would show players where clues are.
   */
  placedPhotos() {
    return this.#all("photos/")
      .filter((photo) => !photo.deleted && !photo.erased && photo.location && photo.about?.kind !== "hunt")
      .sort((first, second) => (second.attached?.at ?? "").localeCompare(first.attached?.at ?? ""));
  }

  /** The open tasks at each pin, in the order of lists, by the pin's id. */
  tasksByPin() {
    const placed = new Map(this.#all("tasks/").filter(({ place, deleted, completion }) => place?.pin && !deleted && !completion)
      .map((task) => [task.id, task]));
    const byPin = new Map();
    for (const id of placed.size ? this.list("").tasks : []) {
      const task = placed.get(id);
      if (task) byPin.set(task.place.pin, [...(byPin.get(task.place.pin) ?? []), task]);
    }
    return byPin;
  }

  /** The treasure hunts, the newest first. */
  hunts() {
    return this.#all("hunts/").filter((hunt) => !hunt.deleted)
      .sort((first, second) => (second.created?.at ?? "").localeCompare(first.created?.at ?? ""));
  }

  /** The teams that play a treasure hunt. */
  teams(hunt) { return this.#all("teams/").filter((team) => team.hunt === hunt && !team.deleted); }

  /** The member that a member was merged into, or the same one. */
  current(id) {
    for (let step = 0, into; step < 10 && (into = this.read(Family.path("member", id))?.shown.mergedInto); step++) id = into;
    return id;
  }

  /** Whether this phone's member is an adult. */
  isAdult() { return this.read(Family.path("member", this.phone.member.id))?.shown.role !== "child"; }

  /** Whether the family measures in miles. */
  isImperial() { return this.read("family.json")?.shown.units === "imperial"; }

  /** The members of the documents in a folder that have some text, as they are shown. The text of a document has them as well. */
  #all(folder, text = "") {
    return [...this.#documents.values()].filter((doc) => doc.path.startsWith(folder) && doc.text.includes(text)).map((doc) => (doc.members ??= JSON.parse(doc.text)));
  }

  /** The name of a member. */
  name(id) { return this.read(Family.path("member", id))?.shown.name ?? t("somebody"); }

  /** The number of documents with edits that were not sent. */
  unsent() { return [...this.#documents.values()].filter((doc) => doc.text !== doc.base).length; }

  static path(kind, id) {
    const folder = kind === "category" ? "categories" : `${kind}s`;
    return ["task", "pin", "note", "photo", "comment"].includes(kind) ? `${folder}/${id.slice(0, 2)}/${id}.json` : `${folder}/${id}.json`;
  }

  // Edits: each is on the disk when it returns.

  /** Edits a document, from the text that it has in the store at that moment. */
  async edit(path, edits) { await this.#change(path, (doc) => this.#edited(doc, edits)); }

  #edited({ text }, edits) { return this.#ask({ do: "edit", document: text, author: this.#author(), edits }).document; }

  /** Moves a task in the order made by hand, right before or after another: `{before: id}`, `{after: id}`. */
  async move(id, position) {
    const [tail] = crypto.getRandomValues(new Uint8Array(1));
    const { orders } = this.#ask({ do: "move", task: id, tail, ...position });
    await this.#changeAll(orders.map(({ id, order }) =>
      [Family.path("task", id), (doc) => this.#edited(doc, [{ edit: "write", field: "order", value: order, weak: true }])]));
  }

  /** Edits a document whose id all devices derive from what it is; where there is none, it is made first. */
  async editDerived(kind, id, fields, edits) {
    const created = { at: this.now(), by: this.phone.member.id };
    await this.#change(Family.path(kind, id), (doc) => {
      const author = this.#author();
      const document = doc?.text ?? this.#ask({ do: "make", kind, id, fields: { ...fields, created }, author }).document;
      return this.#ask({ do: "edit", document, author, edits }).document;
    });
  }

  /** The fields of a task in a line such as `Milk @Tom due:fri +shopping`, and words of its title that read as a date. */
  parse(words) { return this.#ask({ do: "words", words, now: this.now(), member: this.phone.member.id }); }

  /** A recurrence rule in words or in its notation: both forms, and the due date from which it goes on. */
  rule(text, due) { return this.#ask({ do: "rule", text, now: this.now(), ...(due && { due }) }); }

  /** The rule of a task in words; in its notation if this version cannot read it. */
  ruleWords({ repeat, due }) {
    if (!repeat) return "";
    try {
      return this.rule(repeat, due).words;
    } catch {
      return repeat;
    }
  }

  /** A due date on a day, at a time if there is one: `2026-12-24`, `18:00`. */
  due(date, time) {
    if (!date) return null;
    if (!time) return { date };
    return this.parse(`x due:${date}T${time}`).fields.due;
  }

  /** Adds a comment on a task. */
  async comment(task, text) { return this.add({ about: { kind: "task", id: task }, text: text.split("\n") }, "comment"); }

  /** Adds a task, or a document of another kind, and returns its id. */
  async add(fields, kind = "task") {
    const id = crypto.randomUUID();
    const created = { at: this.now(), by: this.phone.member.id };
    const { document } = this.#ask({ do: "make", kind, id, fields: { ...fields, created }, author: this.#author() });
    const doc = record(Family.path(kind, id), document, null);
    await change((state, docs) => { docs.put(doc); });
    this.#take([doc]);
    this.announce([doc.path]);
    return id;
  }

  /** How the occurrence before a task was done, if ticking the task now would repeat it, and when the task is due. */
  early(id) { return this.#ask({ do: "early", task: id, now: this.now(), zone: this.phone.zone?.name }).early; }

  /** Completes a task, or opens it again. The next occurrence comes into being at once, as on every device. */
  async complete(id, isDone) {
    const path = Family.path("task", id);
    const value = isDone ? { at: this.now(), by: this.phone.member.id } : null;
    let before;
    const after = await this.#change(path, (doc) => {
      before = doc.text;
      return this.#edited(doc, [{ edit: "write", field: "completion", value }]);
    });
    if (!this.task(id).shown.repeat) return;
    let next;
    try {
      next = this.#ask({ do: "next", document: isDone ? after : before, zone: this.phone.zone?.name }).document;
    } catch (error) {
      // It was open already, or its rule cannot be read: then it has no next occurrence here.
      if (isDone) throw error;
    }
    if (!next) return;
    const nextPath = Family.path("task", JSON.parse(next).id);
    await change(async (state, docs) => {
      const there = await answer(docs.get(nextPath));
      if (isDone && !there) docs.put(record(nextPath, next, next, { isDerived: true }));
      // It is removed if nobody has changed it. Once the family has it, the server withdraws it.
      if (!isDone && there?.isDerived && there.text === there.base) docs.delete(nextPath);
    });
    await this.reload([nextPath]);
    this.announce([nextPath]);
  }

  async #change(path, edit) { return (await this.#changeAll([[path, edit]]))[0].text; }

  /** Edits some documents, all or none. */
  async #changeAll(changes) {
    const edited = await change(async (state, docs) => {
      // Another tab may have got a new actor.
      this.phone = await answer(state.get("phone"));
      const before = await Promise.all(changes.map(([path]) => answer(docs.get(path))));
      const after = changes.map(([path, edit], index) =>
        record(path, edit(before[index]), before[index]?.base ?? null, { ...before[index], isOffered: false }));
      for (const doc of after) docs.put(doc);
      return after;
    });
    this.#take(edited);
    this.announce(edited.map(({ path }) => path));
    return edited;
  }
}
