// SPDX-License-Identifier: Apache-2.0
//
// The family on this phone: its documents, their shown values, and the member's edits.

import { t } from "/messages.js";
import { answer, change, record, view } from "/store.js";

/** The number of documents per engine request, which takes some hundredths of a second on a slow phone. */
const PIECE = 50;

export class Family {
  /** The channel on which tabs announce changed documents. */
  #tabs = new BroadcastChannel("hometask");
  #ask;
  /** The shown values of each document, by path; computed lazily. */
  #shown = new Map();
  #documents = new Map();
  /** The time zone rules loaded into the engine. */
  #zone;
  /** The phone's account with the server, `phone` in the store. */
  phone;
  /** The edits that the server refused. */
  refused = [];
  /** Incremented by each read from the store and each edit. */
  edition = 0;
  /** The list orders chosen on this phone, by the lists' addresses. */
  orders = {};

  constructor(ask) { this.#ask = ask; }

  /** Announces changed paths to the other tabs; without paths, they reload. */
  announce(paths) { this.#tabs.postMessage(paths && [...paths]); }

  /** Calls a function when another tab has changed something. */
  listen(body) {
    this.#tabs.onmessage = async ({ data }) => {
      if (!data) return location.reload();
      await this.reload(data);
      body();
    };
  }

  /**
   * Loads all documents from the store, before any can be edited. The engine reads them in batches, between which the
   * page responds to input.
   */
  async load() {
    const docs = await this.#read((docs) => answer(docs.getAll()));
    while (docs.length) {
      this.#take(docs.splice(0, PIECE));
      // Skipped on a hidden page, which gets no input and whose timers are throttled to one per second.
      if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Reloads some documents from the store. */
  async reload(paths) {
    const docs = await this.#read((docs) => Promise.all([...paths].map((path) => answer(docs.get(path)))));
    // The engine keeps a document that was removed from the family's repository by hand; lists leave it out.
    [...paths].forEach((path, index) => { if (!docs[index]) this.#documents.delete(path); });
    this.#take(docs.filter((doc) => doc));
  }

  /** Reads documents, together with the phone's account. */
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
      // An unreadable document, such as one of a later version, does not block others.
      for (const doc of docs) {
        try {
          this.#ask({ do: "put", documents: [doc.text] });
        } catch {
          this.#documents.delete(doc.path);
        }
      }
    }
  }

  /** Returns the current time by the server's clock. */
  now() { return new Date(Date.now() + (this.phone?.skew ?? 0)).toISOString().replace(/\.\d+Z$/, "Z"); }

  #author() { return { actor: this.phone.actor, time: this.now() }; }

  // Reading

  /** Returns a document's shown values and conflicts, and whether it is deleted or not sent yet. */
  read(path) {
    const doc = this.#documents.get(path);
    if (!doc) return undefined;
    if (!this.#shown.has(path)) this.#shown.set(path, this.#ask({ do: "read", document: doc.text }));
    return { ...this.#shown.get(path), isUnsent: doc.text !== doc.base };
  }

  task(id) { return this.read(Family.path("task", id)); }

  /** Returns the ids of the tasks that match a query. */
  list(query, options = {}) {
    return this.#ask({ do: "list", query, now: this.now(), member: this.phone.member.id, ...options });
  }

  /** Returns the statistics of completions by `day`, `week` or `month`. */
  statistics(by) { return this.#ask({ do: "statistics", by, now: this.now() }); }

  /** Returns the members who have not left, sorted by name. */
  members() {
    return this.#all("members/").filter((member) => !member.deleted && !member.removed && !member.mergedInto)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** Returns the open tasks that come after a task. */
  tasksAfter(id) {
    return this.#all("tasks/", id).filter(({ after, completion, deleted }) => after?.includes(id) && !completion && !deleted);
  }

  /** Returns the categories, sorted by name. */
  categories() {
    return this.#all("categories/").filter((category) => !category.deleted && !category.mergedInto)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** Returns the saved views, sorted by name. */
  views() {
    return this.#all("views/").filter((view) => !view.deleted)
      .sort((first, second) => first.name.localeCompare(second.name));
  }

  /** Returns the comments on a task, including reactions, oldest first. */
  comments(id) {
    return this.#all("comments/").filter((comment) => !comment.deleted && comment.about?.id === id)
      .sort((first, second) => (first.created?.at ?? "").localeCompare(second.created?.at ?? ""));
  }

  /** Returns the notes about a task, or without an id the standalone notes, oldest first. */
  notes(id) {
    return this.#all("notes/").filter((note) => !note.deleted && note.about?.id === id)
      .sort((first, second) => (first.created?.at ?? "").localeCompare(second.created?.at ?? ""));
  }

  /** Whether a document is missing, in the trash, or a photo that was erased. */
  isGone(path) {
    const { shown, deleted } = this.read(path) ?? {};
    return !shown || deleted || Boolean(shown.erased);
  }

  /** Returns the photos of a task, oldest first. */
  photos(id) {
    return this.#all("photos/").filter((photo) => !photo.deleted && !photo.erased && photo.about?.id === id)
      .sort((first, second) => (first.attached?.at ?? "").localeCompare(second.attached?.at ?? ""));
  }

  /** Returns the pins, sorted by name. */
  pins() {
    return this.#all("pins/").filter((pin) => !pin.deleted).sort((first, second) => first.name.localeCompare(second.name));
  }

  /**
   * Returns the photos of tasks, pins and notes with a location, newest first. Photos of treasure hunts are left out,
   * because they would reveal where clues are.
   */
  placedPhotos() {
    return this.#all("photos/")
      .filter((photo) => !photo.deleted && !photo.erased && photo.location && photo.about?.kind !== "hunt")
      .sort((first, second) => (second.attached?.at ?? "").localeCompare(first.attached?.at ?? ""));
  }

  /** Returns the open tasks at each pin, in list order, by pin id. */
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

  /** Returns the treasure hunts of the family, newest first. */
  hunts() {
    return this.#all("hunts/").filter((hunt) => !hunt.deleted)
      .sort((first, second) => (second.created?.at ?? "").localeCompare(first.created?.at ?? ""));
  }

  /** Returns the teams that play a treasure hunt. */
  teams(hunt) { return this.#all("teams/").filter((team) => team.hunt === hunt && !team.deleted); }

  /** Returns the id of the member into which a member was merged, or the same id if the member was not merged. */
  current(id) {
    for (let step = 0, into; step < 10 && (into = this.read(Family.path("member", id))?.shown.mergedInto); step++) id = into;
    return id;
  }

  /** Whether this phone's member is an adult. */
  isAdult() { return this.read(Family.path("member", this.phone.member.id))?.shown.role !== "child"; }

  /** Whether the family uses imperial units. */
  isImperial() { return this.read("family.json")?.shown.units === "imperial"; }

  /** Returns the shown values, as JSON members, of the documents in a folder whose encoding contains `text`. */
  #all(folder, text = "") {
    return [...this.#documents.values()].filter((doc) => doc.path.startsWith(folder) && doc.text.includes(text)).map((doc) => (doc.members ??= JSON.parse(doc.text)));
  }

  /** Returns the name of a member. */
  name(id) { return this.read(Family.path("member", id))?.shown.name ?? t("somebody"); }

  /** Returns the number of documents with unsent edits. */
  unsent() { return [...this.#documents.values()].filter((doc) => doc.text !== doc.base).length; }

  static path(kind, id) {
    const folder = kind === "category" ? "categories" : `${kind}s`;
    return ["task", "pin", "note", "photo", "comment"].includes(kind) ? `${folder}/${id.slice(0, 2)}/${id}.json` : `${folder}/${id}.json`;
  }

  // Edits, each durable when its promise resolves.

  /** Edits the current text of a document in the store. */
  async edit(path, edits) { await this.#change(path, (doc) => this.#edited(doc, edits)); }

  #edited({ text }, edits) { return this.#ask({ do: "edit", document: text, author: this.#author(), edits }).document; }

  /** Moves a task in the manual order to directly before or after another: `{before: id}`, `{after: id}`. */
  async move(id, position) {
    const [tail] = crypto.getRandomValues(new Uint8Array(1));
    const { orders } = this.#ask({ do: "move", task: id, tail, ...position });
    await this.#changeAll(orders.map(({ id, order }) =>
      [Family.path("task", id), (doc) => this.#edited(doc, [{ edit: "write", field: "order", value: order, weak: true }])]));
  }

  /** Edits a document with a derived id, creating it if absent. */
  async editDerived(kind, id, fields, edits) {
    const created = { at: this.now(), by: this.phone.member.id };
    await this.#change(Family.path(kind, id), (doc) => {
      const author = this.#author();
      const document = doc?.text ?? this.#ask({ do: "make", kind, id, fields: { ...fields, created }, author }).document;
      return this.#ask({ do: "edit", document, author, edits }).document;
    });
  }

  /**
   * Parses a line such as `Milk @Tom due:fri +shopping` into the fields of a task, and the words of its title that read
   * as a date.
   */
  parse(words) { return this.#ask({ do: "words", words, now: this.now(), member: this.phone.member.id }); }

  /**
   * Parses a recurrence rule in words or in its notation; returns both forms, and `due`, or the first due date by the
   * rule.
   */
  rule(text, due) { return this.#ask({ do: "rule", text, now: this.now(), ...(due && { due }) }); }

  /** Returns the recurrence rule of a task in words, or in its notation if this version cannot parse it. */
  ruleWords({ repeat, due }) {
    if (!repeat) return "";
    try {
      return this.rule(repeat, due).words;
    } catch {
      return repeat;
    }
  }

  /** Makes a due date from a day and an optional time, such as `2026-12-24` and `18:00`. */
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

  /**
   * Returns the previous occurrence's completion and the task's due date, if ticking the task now would repeat that
   * completion.
   */
  early(id) { return this.#ask({ do: "early", task: id, now: this.now(), zone: this.phone.zone?.name }).early; }

  /** Completes or reopens a task. The next occurrence is derived immediately, as on every device. */
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
      // The task was already open, or its rule is unreadable: it has no next occurrence here.
      if (isDone) throw error;
    }
    if (!next) return;
    const nextPath = Family.path("task", JSON.parse(next).id);
    await change(async (state, docs) => {
      const there = await answer(docs.get(nextPath));
      if (isDone && !there) docs.put(record(nextPath, next, next, { isDerived: true }));
      // Removes the occurrence unless edited. Once the family has the occurrence, the server withdraws it.
      if (!isDone && there?.isDerived && there.text === there.base) docs.delete(nextPath);
    });
    await this.reload([nextPath]);
    this.announce([nextPath]);
  }

  async #change(path, edit) { return (await this.#changeAll([[path, edit]]))[0].text; }

  /** Edits several documents in one atomic transaction. */
  async #changeAll(changes) {
    const edited = await change(async (state, docs) => {
      // Another tab may have received a new actor.
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
