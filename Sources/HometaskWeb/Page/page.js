// SPDX-License-Identifier: Apache-2.0
//
// The entry point of the page. Renders the cached lists before anything else is loaded.

import { app } from "/app.js";
import { setDrafts } from "/drafts.js";
import { renderJoin } from "/join.js";
import { showKept } from "/lists.js";
import { loadMessages, t } from "/messages.js";
import { answer, openStore, view } from "/store.js";
import { say, wordsOf } from "/view.js";

/** The icon of the page, as an SVG document, inserted by the server. */
const ICON = `@ICON@`;

async function start() {
  showIcon();
  // Some browsers, such as those in a lockdown mode, run scripts but not the engine.
  if (!globalThis.WebAssembly?.instantiateStreaming) return (await import("/plain.js")).renderPlain();
  const opening = openStore()
    .then(() => view((state) => Promise.all(["phone", "rows", "language", "drafts"].map((key) => answer(state.get(key))))));
  const isJoining = location.pathname === "/join";
  const code = isJoining ? location.hash.slice(1) : "";
  const join = () => renderJoin(code, opening, (first) => open(first).catch(tellFailure));
  // With an invitation link, the button is rendered before the store is open.
  if (code) return await join();
  const [phone, rows, language, drafts] = await opening;
  await loadMessages(language);
  setDrafts(drafts);
  if (isJoining) return await join();
  await (phone ? open(rows) : recover(join));
}

/** Recovers the family that this browser has lost if its cookie is still valid; otherwise offers joining. */
async function recover(join) {
  const script = await import("/recover.js").catch(() => undefined);
  await ((await script?.recoverPhone(open)) || join());
}

/** Sets the icon, inlined because loading it from a file would occupy the connection that joining needs. */
function showIcon() {
  const href = URL.createObjectURL(new Blob([ICON], { type: "image/svg+xml" }));
  document.head.append(Object.assign(document.createElement("link"), { rel: "icon", href }));
}

/** Renders the cached lists, and opens the family of this phone. */
async function open(rows) {
  app.opened = import("/home.js").then((home) => home.open());
  // Prevents an unhandled rejection: `start` and other awaiters see a failure.
  app.opened.catch(() => {});
  showKept(rows);
  addEventListener("hashchange", () => showKept(rows));
  await app.opened;
}

async function tellFailure(error) {
  say(t("The page cannot start: {reason}", { reason: await wordsOf(error) }), t("The plain page"), () => location.assign("/plain/"));
}

start().catch(tellFailure);
