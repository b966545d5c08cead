// SPDX-License-Identifier: Apache-2.0
//
// Rendering. Each change rebuilds all elements, and `draw` reconciles the page with them. Existing elements are kept,
// and with them the focus, a press in progress, text being typed, and the position of a screen reader. Texts of the
// family become text nodes, never markup.

import { app } from "/app.js";
import { draftOf, hideDraft, isEarlier, keepDraft, leaveDrafts } from "/drafts.js";
import { t } from "/messages.js";

const main = document.getElementById("main");
const status = document.getElementById("status");

/** Creates an element with attributes, listeners (`onclick`) and children; `draft` is the key of its draft. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (key === "draft" && value) made.dataset.draft = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...there(children));
  const { draft } = attributes;
  if (draft) made.oninput = ({ target }) => keepTyped(target);
  if (draftOf(draft) !== undefined) made.value = draftOf(draft);
  return made;
}

/** Drops falsy children, except empty strings. */
function there(parts) { return parts.flat(Infinity).filter((part) => part || part === ""); }

/** Reconciles the page with these parts. */
export function draw(...parts) {
  const wanted = document.createElement("main");
  wanted.append(...there([app.notice(), parts]));
  /** @type {any} */
  const focused = document.activeElement;
  matchChildren(main, wanted);
  // An element that is moved loses the focus.
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** Empties the page before another place is rendered, so that no element is kept. */
export function clear() {
  leaveDrafts();
  main.replaceChildren();
}

/**
 * Returns the field of this name.
 *
 * @returns {HTMLInputElement}
 */
export function fieldNamed(name) { return main.querySelector(`[name="${name}"]`); }

/** Renders the heading of a place. */
export function pageHeading(title) { return element("h1", { tabindex: -1, dir: "auto" }, title); }

/** Moves the focus to the heading of a place that has just been opened. */
export function focusHeading() {
  main.querySelector("h1")?.focus();
}

// Matching

const LISTENERS = ["onchange", "onclick", "oninput", "onkeydown", "onpointerdown", "onsubmit"];

function match(old, wanted) {
  // Its content is drawn by other code, such as a map.
  if (old.dataset?.kept !== undefined) return;
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  const isUntouched = !isTouched(old);
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) {
    if (old.getAttribute(name) !== wanted.getAttribute(name)) old.setAttribute(name, wanted.getAttribute(name));
  }
  for (const name of LISTENERS) old[name] = wanted[name];
  matchChildren(old, wanted);
  if (isUntouched) reset(old);
}

/** Reconciles the children of an element with those of another; children with the same name are kept. */
function matchChildren(old, wanted) {
  const names = namesOfChildren(wanted);
  const isWanted = new Set(names.values());
  const left = new Map();
  for (const [node, name] of namesOfChildren(old)) {
    if (isWanted.has(name)) left.set(name, node);
    else node.remove();
  }
  let place = old.firstChild;
  for (const [node, name] of names) {
    const same = left.get(name);
    if (!same) {
      old.insertBefore(node, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    match(same, node);
  }
}

/** Returns the name of each child: its `data-key` or kind, and its number among those that share it. */
function namesOfChildren(parent) {
  const counts = {};
  return new Map([...parent.childNodes].map((node) => {
    const name = node.dataset?.key ?? `${node.nodeName}.${node.className ?? ""}`;
    counts[name] = (counts[name] ?? 0) + 1;
    return [node, `${name} ${counts[name]}`];
  }));
}

// Controls. Their default values are the rendered ones, so a control that differs from its default was edited.

function isTouched(control) {
  if (control.nodeName === "SELECT") return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (control.type === "checkbox") return control.checked !== control.defaultChecked;
  return control.defaultValue !== undefined && control.value !== control.defaultValue;
}

/** Resets a control to its rendered value. */
export function reset(control) {
  if (control.nodeName === "SELECT") for (const option of control.options) option.selected = option.defaultSelected;
  else if (control.type === "checkbox") control.checked = control.defaultChecked;
  else if (control.defaultValue !== undefined && control.value !== control.defaultValue) control.value = control.defaultValue;
}

/** Makes the current value of a control its default, since it is saved. */
function settle(control) {
  if (control.nodeName === "SELECT") for (const option of control.options) option.defaultSelected = option.selected;
  else if (control.type === "checkbox") control.defaultChecked = control.checked;
  else control.defaultValue = control.value;
  keepTyped(control);
}

/** Stores the text typed in a control as its draft; removes the draft of saved text. */
function keepTyped(control) {
  const { draft } = control.dataset;
  if (draft) keepDraft(draft, isTouched(control) ? control.value : undefined);
}

/** Renders the notice below a control with an earlier draft, with buttons to save or to discard the draft. */
export function draftNotice(control) {
  if (!isEarlier(control.dataset.draft) || !isTouched(control)) return undefined;
  const button = (name, act) => element("button", { onclick: ({ target }) => {
    const shown = target.parentNode.parentNode.querySelector("[data-draft]");
    shown.focus();
    act(shown);
  } }, name);
  return element("p", { class: "draft" }, t("Not saved yet"), " ", button(t("Save"), (target) => target.onchange({ target })), " ",
    button(t("Discard"), (shown) => {
      reset(shown);
      keepTyped(shown);
      app.render();
    }));
}

/**
 * Makes a listener that saves a choice or typed text. If saving fails, the page shows the error; typed text stays for
 * correction, and a choice is reset.
 */
export function saving(save) {
  return ({ target }) => attempt(async () => {
    try {
      await save(target);
      settle(target);
    } catch (error) {
      if (target.nodeName === "SELECT" || target.type === "checkbox") reset(target);
      throw error;
    }
    app.changed();
  });
}

/**
 * Renders a one-line form, whose field is cleared on submission, and restored if the action fails. With the key
 * `draft`, typed text is kept until the action succeeds.
 *
 * @type {(name: string, form: LineForm, act: (text: string) => any) => HTMLElement}
 */
export function lineForm(name, { label, placeholder, button, kind, draft }, act) {
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements[name];
    const typed = field.value;
    if (!typed.trim()) return;
    field.value = "";
    hideDraft(draft);
    attempt(async () => {
      try {
        if (!app.family) say(t("One moment: the family is still being loaded."));
        await app.opened;
        await act(typed.trim());
      } catch (error) {
        if (field.value === "") field.value = typed;
        throw error;
      } finally {
        keepTyped(field);
      }
      app.changed();
    });
  };
  return element("form", { class: `line ${name}`, onsubmit: submit },
    element("input", { name, "aria-label": label, placeholder: placeholder ?? label, autocomplete: "off", draft }),
    element("button", { class: kind }, button));
}

/** Renders a button whose action is followed by a render. If the button is gone by then, the heading gets the focus. */
export function actionButton(name, act, label) {
  const press = async (event) => {
    const focused = document.activeElement;
    await act(event);
    app.changed();
    if (!focused.isConnected && document.activeElement === document.body) focusHeading();
  };
  return element("button", { "aria-label": label, onclick: (event) => attempt(() => press(event)) }, name);
}

/** Renders a control with its label. */
export function field(label, control) {
  control.id = `field-${control.name}`;
  return element("div", { class: "field", "data-key": control.name }, element("label", { for: control.id }, label), control, draftNotice(control));
}

// Messages

let silence;

/** Shows a message at the bottom of the page for a while, with an optional action. */
export function say(text, action, act) {
  clearTimeout(silence);
  if (text) silence = setTimeout(() => say(""), 10000);
  const button = action && element("button", { onclick: () => { say(""); attempt(act); } }, action);
  status.replaceChildren(...[text, button].filter(Boolean));
}

/**
 * Returns the user-facing message of an error. Browser errors have names other than `Error`, and messages for
 * programmers.
 */
export async function wordsOf(error) {
  const words = error.fault && (await import("/faults.js").catch(() => undefined))?.faultWords(error);
  return words ?? (error.name === "Error" ? error.message : t("The browser could not do that."));
}

/** Runs an action, and shows the error if it fails. */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    say(await wordsOf(error));
  }
}
