// SPDX-License-Identifier: Apache-2.0
//
// Treasure hunts, playable offline. As in the command, locked clues and the places of unsolved clues are hidden from
// players.

import { app } from "/app.js";
import { addStep, contentOf, decrypt, derivedID, lower, nextClues, pointsOf, ranking, startTeam, teamsOf, teamWith, tryWord } from "/clues.js";
import { Family } from "/family.js";
import { renderNavigation } from "/lists.js";
import { localeOfTimes, t } from "/messages.js";
import { forgetPhoto, keepForHunt, renderPicture } from "/photos.js";
import { distance } from "/places.js";
import { distanceWords } from "/values.js";
import { attempt, draw, element, field, focusHeading, lineForm, pageHeading, say } from "/view.js";
import { timeWords } from "/words.js";

/** The namespace of photo ids, as in PhotoOperations. */
const PHOTOS = "8f5d2c46-0c1e-4b7a-a8f3-62d9e1b7c054";

/** Shows a hunt, or all of them. */
export function render(id) { return id ? renderHunt(id) : renderHunts(); }

function me() { return app.family.phone.member.id; }

function renderHunts() {
  const hunts = app.family.hunts();
  draw(
    renderNavigation("hunts"), pageHeading(t("Treasure hunts")),
    hunts.length ? element("ul", { class: "tasks" }, hunts.map(renderRow)) : element("p", {}, t("Nothing here.")));
  document.title = t("Treasure hunts");
}

function renderRow(hunt) {
  const own = teamWith(teamsOf(hunt), me());
  const details = [
    t("{count} clues", { count: hunt.clues?.length ?? 0 }), hunt.finished ? t("finished") : own && t("You play as {team}", { team: own.name }),
    Object.keys(hunt.conflicts ?? {}).length > 0 && t("conflicting edits"),
  ].filter(Boolean).join(" · ");
  return element("li", { "data-key": hunt.id },
    element("a", { href: `#/hunt/${hunt.id}` }, element("bdi", {}, hunt.title), element("small", {}, details)));
}

function renderHunt(id) {
  const hunt = app.family.hunts().find((one) => one.id === id);
  const back = element("p", {}, element("a", { href: "#/hunts" }, t("Back")));
  if (!hunt) return draw(back, pageHeading(t("No such hunt")), element("p", {}, t("This hunt is not on this phone.")));
  const teams = teamsOf(hunt);
  const own = teamWith(teams, me());
  const facts = [hunt.finished && `${t("finished")}: ${timeWords(hunt.finished.at)}`, hunt.order === "free" && t("in any order")];
  draw(
    back, pageHeading(hunt.title),
    facts.some(Boolean) && element("p", {}, element("small", {}, facts.filter(Boolean).join(" · "))),
    lines(hunt.text),
    own ? renderPlay(hunt, teams, own) : !hunt.finished && renderStart(hunt, teams),
    !hunt.finished && app.family.isAdult() && renderAccepting(hunt, teams, own),
    element("h2", {}, t("Ranking")), renderRanking(hunt, teams),
    mayEnd(hunt) && renderEnding(hunt));
  document.title = hunt.title;
  attempt(async () => { if (await decrypt(hunt)) app.render(); });
}

/** Whether the member may end a hunt: an adult, or the child who made it. */
function mayEnd(hunt) { return app.family.isAdult() || hunt.created?.by === me(); }

/** Renders the button to finish or resume a hunt, as `hunt finish` and `hunt resume` do. */
function renderEnding({ id, title, finished = null }) {
  const set = (value) => app.family.edit(Family.path("hunt", id), [{ edit: "write", field: "finished", value }]);
  const change = async () => {
    await set(finished ? null : { at: app.family.now(), by: me() });
    say(finished ? t("Resumed: {hunt}", { hunt: title }) : t("Finished: {hunt}", { hunt: title }), t("Undo"),
      async () => { await set(finished); app.changed(); });
    focusHeading();
  };
  return element("p", {}, button(finished ? t("Resume") : t("Finish"), change));
}

/** Renders a text of the hunt, with its line breaks. */
function lines(text) { return text?.length > 0 && element("p", { class: "text", dir: "auto" }, text.join("\n")); }

function numberOf(hunt, { id }) { return hunt.clues.findIndex((clue) => clue.id === id) + 1; }

/** Renders a button whose action changes a document. */
function button(name, act) {
  return element("button", { onclick: () => attempt(async () => { await act(); app.changed(); }) }, name);
}

// Starting

function renderStart(hunt, teams) {
  const others = app.family.members().filter(({ id }) => id !== me());
  const submit = (event) => {
    event.preventDefault();
    const { elements } = event.target;
    const chosen = others.filter(({ id }) => elements[id].checked).map(({ id }) => id);
    attempt(() => start(hunt, elements.team.value.trim(), chosen));
  };
  return [
    element("h2", {}, t("Play")),
    teams.map(({ id, name }) => element("p", { "data-key": id }, button(t("Join {team}", { team: name }), () => start(hunt, name, [])))),
    element("form", { onsubmit: submit },
      field(t("Team"), element("input", { name: "team", maxlength: 100, placeholder: app.family.name(me()), autocomplete: "off" })),
      others.length > 0 && element("fieldset", {}, element("legend", {}, t("Who plays with you")), others.map(({ id, name }) =>
        element("label", { class: "choice", "data-key": id }, element("input", { type: "checkbox", name: id }), element("bdi", {}, name)))),
      element("button", { class: "main" }, t("Start"))),
  ];
}

/** Starts a team under the command's rules: a member plays in one team, and a team of one needs no name. */
async function start(hunt, typed, others) {
  const teams = teamsOf(hunt);
  const name = typed || (others.length ? "" : app.family.name(me()));
  if (!name) throw new Error(t("A team of several members needs a name."));
  const team = teams.find((one) => lower(one.name) === lower(name));
  if (team && !typed) throw new Error(t("The team {team} is already playing, without you. Choose another name.", { team: name }));
  for (const member of [me(), ...others]) {
    const other = teams.find((one) => one !== team && one.members.includes(member));
    if (other) throw new Error(t("{name} already plays in the team {team}.", { name: app.family.name(member), team: other.name }));
  }
  await startTeam(hunt, name, [me(), ...others].filter((member) => !team?.members.includes(member)));
  focusHeading();
  app.changed();
}

// Playing

function renderPlay(hunt, teams, own) {
  const others = own.members.filter((member) => member !== me()).map((member) => app.family.name(member));
  const clues = hunt.clues ?? [];
  const solved = clues.filter(({ id }) => own.solutions.has(id));
  const withdraw = async () => {
    const edit = (name) => app.family.edit(Family.path("team", own.id), [{ edit: name }]);
    await edit("delete");
    say(t("Withdrawn: {team}", { team: own.name }), t("Undo"), async () => { await edit("restore"); app.changed(); });
    focusHeading();
  };
  return [
    element("p", {}, [t("You play as {team}", { team: own.name }), others.join(", "), t("{done} of {all}", { done: solved.length, all: clues.length })]
      .filter(Boolean).join(" · ")),
    app.family.read(Family.path("team", own.id)).isUnsent && element("p", { class: "unsent" }, t("Not sent yet")),
    !hunt.finished && [
      nextClues(hunt, own).map((clue) => renderClue(hunt, clue, own, teams)),
      solved.length === clues.length && element("p", {}, clues.length ? t("All clues are solved.") : t("It has no clues yet.")),
    ],
    solved.length > 0 && [
      element("h2", {}, t("Solved")),
      element("ul", { class: "comments" }, [...solved].reverse().map((clue) => renderSolved(hunt, clue, own.solutions.get(clue.id)))),
    ],
    !hunt.finished && element("p", {}, button(t("Withdraw"), withdraw)),
  ];
}

function heading(hunt, clue) {
  const points = pointsOf(clue);
  return [t("Clue {number}", { number: numberOf(hunt, clue) }), points > 0 && t("{count} points", { count: points })].filter(Boolean).join(" · ");
}

function renderClue(hunt, clue, own, teams) {
  const content = contentOf(clue);
  return element("section", { "data-key": clue.id }, element("h2", {}, heading(hunt, clue)), content
    ? [lines(content.text), renderTask(hunt, clue, content, own, teams)]
    : [element("p", {}, sealedWords(hunt, clue)), wordForm(hunt, clue, (word) => unlock(hunt, word))]);
}

/** Renders the controls for solving a clue: by a code word, a photo, or an adult. */
function renderTask(hunt, clue, { code, place }, own, teams) {
  if (code) return wordForm(hunt, clue, (word) => solve(hunt, own, word));
  if (!place) return element("p", {}, t("An adult must accept it as solved."));
  const id = `photo-${numberOf(hunt, clue)}`;
  return [
    element("p", {}, t("Take a photo within {distance} of its place.", { distance: distanceWords(place.within) })),
    element("p", {}, element("input", {
      type: "file", accept: "image/*", capture: "environment", id, name: id, class: "hidden",
      onchange: ({ target }) => attempt(() => photograph(hunt, own, teams, target)),
    }), element("label", { for: id, class: "button" }, t("Take a photo"))),
  ];
}

function wordForm(hunt, clue, act) {
  const label = contentOf(clue) ? t("Code word") : t("Code word of clue {number}", { number: openerOf(hunt, clue) });
  return lineForm(`word-${numberOf(hunt, clue)}`, { label, button: contentOf(clue) ? t("Solve") : t("Enter"), kind: "main" }, async (word) => {
    say(t("Checking the code word …"));
    await act(word);
    focusHeading();
  });
}

function openerOf(hunt, { sealed }) { return numberOf(hunt, { id: sealed.by }) || ""; }

function sealedWords(hunt, clue) {
  return t("It is encrypted with the code word of clue {number}, which this phone does not know.", { number: openerOf(hunt, clue) });
}

function renderSolved(hunt, clue, { at, by, photo }) {
  const picture = photo && renderPicture(photo);
  return element("li", { "data-key": clue.id }, element("small", {}, `${heading(hunt, clue)} · ${app.family.name(by)}, ${timeWords(at)}`),
    contentOf(clue)?.text?.join("\n"), picture && element("ul", { class: "photos" }, picture));
}

const hasWord = (clue) => contentOf(clue)?.code;

/** Returns the current state of a team, which may have solved more since the page was rendered. */
function current(hunt, { id }) { return teamsOf(hunt).find((team) => team.id === id); }

async function solve(hunt, own, word) {
  const clue = await tryWord(word, nextClues(hunt, own).filter(hasWord));
  if (!clue) throw wrong(word);
  await record(hunt, own, clue, { how: "code" });
}

/** Enters a code word with which another phone of the team has solved a clue. */
async function unlock(hunt, word) {
  const clue = await tryWord(word, hunt.clues.filter(hasWord));
  if (!clue) throw wrong(word);
  await decrypt(hunt);
  say("");
}

function wrong(word) { return new Error(t("‘{word}’ is not the code word. Case, accents and spaces do not matter: check the letters.", { word })); }

/** Records that a team has solved a clue, unless it has already. */
async function record(hunt, { id }, clue, how) {
  const team = current(hunt, { id });
  if (team && !team.solutions.has(clue.id)) await addStep(id, { clue: clue.id, ...how });
  await decrypt(hunt);
  say(t("Solved: clue {number}", { number: numberOf(hunt, clue) }));
}

// Photos

/** Solves the clue at whose place a photo was taken. A photo that solves none is discarded, as in the command. */
async function photograph(hunt, own, teams, control) {
  const [file] = control.files;
  control.value = "";
  if (!file) return;
  say(t("Looking for where you are …"));
  const photo = await keepForHunt(hunt.id, file, Date.parse(own.startedAt));
  const id = await derivedID(PHOTOS, `${photo.sha256}/${hunt.id}`);
  const clues = nextClues(hunt, own).filter((clue) => contentOf(clue)?.place && !hasWord(clue));
  const reasons = clues.map((clue) => objection(photo, contentOf(clue).place));
  const isUsed = teams.some((team) => team.id !== own.id && [...team.solutions.values()].some((step) => step.photo === id));
  const clue = !isUsed && clues[reasons.indexOf(undefined)];
  if (clue) await record(hunt, own, clue, { how: "photo", photo: id });
  else {
    await forgetPhoto(photo.key);
    say(`${isUsed ? t("Another team has solved a clue with the same photo.") : reasons[0]} ${t("An adult can accept the clue.")}`);
  }
  focusHeading();
  app.changed();
}

/** Returns why a photo does not prove the place of a clue; undefined if it does. */
function objection({ isFresh, position }, { latitude, longitude, within }) {
  if (!isFresh) return t("This photo was not taken just now.");
  if (!position) return t("It could not be found out where you are.");
  if (position.accuracy > within) return t("The phone knows where it is only to within {distance}.", { distance: distanceWords(position.accuracy) });
  const away = distance([position.latitude, position.longitude], [latitude, longitude]);
  return away > within ? t("You are {distance} away from the place.", { distance: distanceWords(away) }) : undefined;
}

// Accepting

/**
 * Renders the next clues of all teams, for an adult to accept. The text of a clue that is still locked for the adult's
 * own team is hidden.
 */
function renderAccepting(hunt, teams, own) {
  const isLocked = (clue) => own && !own.solutions.has(clue.id) && !nextClues(hunt, own).includes(clue);
  const rows = teams.flatMap((team) => nextClues(hunt, team).map((clue) => {
    const number = numberOf(hunt, clue);
    const accept = async () => {
      await record(hunt, team, clue, { how: "adult" });
      focusHeading();
    };
    const content = contentOf(clue);
    const shown = isLocked(clue) ? t("locked until the clues before it are solved") : content ? content.text?.join("\n") : sealedWords(hunt, clue);
    return element("li", { "data-key": `${team.id} ${clue.id}` }, element("small", {}, `${team.name} · ${heading(hunt, clue)}`),
      // The own team's clue is shown above.
      team.id !== own?.id && shown,
      element("p", {}, button(t("Accept clue {number} of {team}", { number, team: team.name }), accept)));
  }));
  return rows.length > 0 && [element("h2", {}, t("To accept, for adults")), element("ul", { class: "comments" }, rows)];
}

// Ranking

function renderRanking(hunt, teams) {
  if (!teams.length) return element("p", {}, t("Nobody plays it yet."));
  return element("ul", { class: "chart" }, ranking(hunt, teams).map(({ rank, team, solved, points, seconds }) => {
    const names = team.members.map((member) => app.family.name(member)).join(", ");
    const details = [points > 0 && t("{count} points", { count: points }), seconds !== undefined && duration(seconds), names !== team.name && names];
    return element("li", { "data-key": team.id },
      element("span", { class: "label" }, `${rank}. `, element("bdi", {}, team.name)),
      element("span", { class: "value" }, `${solved}/${hunt.clues?.length ?? 0}`),
      element("small", {}, details.filter(Boolean).join(" · ")));
  }));
}

/** Formats a duration, such as 1 hr 5 min. */
function duration(seconds) {
  const words = (value, unit) => new Intl.NumberFormat(localeOfTimes(), { style: "unit", unit }).format(value);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [[hours, "hour"], [minutes, "minute"]] : minutes ? [[minutes, "minute"], [seconds % 60, "second"]] : [[seconds, "second"]];
  return parts.map(([value, unit]) => words(value, unit)).join(" ");
}
