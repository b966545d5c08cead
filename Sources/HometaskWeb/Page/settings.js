// SPDX-License-Identifier: Apache-2.0
//
// Settings: the member's reminders, on every device; this phone's name and colours; and, for adults, the family's week
// start and units. The server accepts no other settings from a child (PhoneRights), so a child sees no others.

import { app } from "/app.js";
import { Family } from "/family.js";
import { t } from "/messages.js";
import { request } from "/requests.js";
import { answer, change } from "/store.js";
import { element, field, fieldNamed, saving } from "/view.js";

/** Defaults: the due time of a task that is due on a day, and the quiet hours of a member who sets only one end. */
const USUAL = { day: "09:00", from: "21:00", to: "07:00" };

function write(field, value) { return { edit: "write", field, value }; }

function own() { return Family.path("member", app.family.phone.member.id); }

function choose(name, value, values, save) {
  return element("select", { name, onchange: saving((control) => save(control.value)) },
    Object.entries(values).map(([key, title]) => element("option", { value: key, selected: key === value, "data-key": key }, title)));
}

function time(name, value, save) { return element("input", { type: "time", name, value, onchange: saving(save) }); }

/** Renders the member's default reminders, for tasks without their own. */
export function renderOwnReminders() {
  const { reminders = [], remindAt = USUAL.day, quietHours = {} } = app.family.read(own())?.shown ?? {};
  const edit = (...edits) => app.family.edit(own(), edits);
  const times = {
    "": t("as usual in the family"), PT0S: t("when it is due"), PT1H: t("an hour before"), P1D: t("a day before"), none: t("never"),
  };
  const chosen = reminders.join(" ");
  // Reminders set elsewhere may not be among these choices.
  times[chosen] ??= reminders.map((one) => times[one] ?? one).join(", ");
  const saveTimes = (value) => edit(
    ...reminders.map((element) => ({ edit: "remove", field: "reminders", element })),
    ...(value ? [{ edit: "insert", field: "reminders", element: value }] : []));
  const saveHours = ({ name, value }) => {
    const hours = { from: fieldNamed("from").value || USUAL.from, to: fieldNamed("to").value || USUAL.to };
    if (value && hours.from === hours.to) throw new Error(t("Quiet hours end at another time than they begin."));
    return edit(write("quietHours", value ? hours : null));
  };
  return [
    field(t("Remind me of tasks"), choose("reminders", chosen, times, saveTimes)),
    field(t("What is due on a day is due at"), time("remindAt", remindAt, ({ value }) => edit(write("remindAt", value || null)))),
    element("fieldset", {}, element("legend", {}, t("Do not remind me")),
      field(t("from"), time("from", quietHours.from ?? "", saveHours)), field(t("until"), time("to", quietHours.to ?? "", saveHours))),
  ];
}

/** Renders the phone's name, which the server writes to the family, and the phone's colours. */
export function renderPhoneSettings() {
  const { phone } = app.family;
  const rename = async ({ value }) => {
    const path = `/api/phones/${phone.device}/name`;
    const { name } = await (await request("PUT", path, JSON.stringify({ name: value }), "application/json")).json();
    await change(async (state) => { state.put({ ...(await answer(state.get("phone"))), name }, "phone"); });
    await app.family.reload([]);
  };
  const paint = (theme) => {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  };
  return [
    phone.name !== undefined && field(t("A name for this phone"), element("input", {
      name: "name", value: phone.name, required: true, maxlength: 60, dir: "auto", onchange: saving(rename),
    })),
    field(t("Colours"), choose("theme", document.documentElement.dataset.theme,
      { "": t("as on the device"), light: t("light"), dark: t("dark") }, paint)),
  ];
}

/** Renders the settings of the family, for adults. */
export function renderFamilySettings() {
  if (!app.family.isAdult()) return [];
  const { weekStart = "monday", units = "metric" } = app.family.read("family.json")?.shown ?? {};
  const save = (field) => (value) => app.family.edit("family.json", [write(field, value)]);
  return [
    element("h2", {}, t("The family")),
    field(t("Weeks begin on"), choose("weekStart", weekStart, { monday: t("Monday"), saturday: t("Saturday"), sunday: t("Sunday") },
      save("weekStart"))),
    field(t("Distances"), choose("units", units, { metric: t("in kilometres"), imperial: t("in miles") }, save("units"))),
  ];
}
