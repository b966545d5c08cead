// SPDX-License-Identifier: Apache-2.0
//
// Where the page starts. It shows the lists that were kept before all else is loaded.

import { app } from "/app.js";
import { setDrafts } from "/drafts.js";
import { renderJoin } from "/join.js";
import { showKept } from "/lists.js";
import { loadMessages, t } from "/messages.js";
import { answer, openStore, view } from "/store.js";
import { say, wordsOf } from "/view.js";

/** The icon of the page, as an SVG document. The server puts it in. */
const ICON = `@ICON@`;

async function start() {
  showIcon();
  // Some browsers, as those of phones in a lockdown mode, run scripts and not the engine.
  if (!globalThis.WebAssembly?.instantiateStreaming) return (await import("/plain.js")).renderPlain();
  const opening = openStore()
    .then(() => view((state) => Promise.all(["phone", "rows", "language", "drafts"].map((key) => answer(state.get(key))))));
  const isJoining = location.pathname === "/join";
  const code = isJoining ? location.hash.slice(1) : "";
  const join = () => renderJoin(code, opening, (first) => open(first).catch(tellFailure));
  // Whoever opens a link for the first time sees the button before the store is there.
  if (code) return await join();
  const [phone, rows, language, drafts] = await opening;
  await loadMessages(language);
  setDrafts(drafts);
  if (isJoining) return await join();
  await (phone ? open(rows) : recover(join));
}

/** Opens the family that this browser has lost and its cookie is still good for; without one, somebody may join. */
async function recover(join) {
  const script = await import("/recover.js").catch(() => undefined);
  await ((await script?.recoverPhone(open)) || join());
}

/** Shows the icon. Loaded from a file, it would take the connection on which somebody who joins waits for the answer. */
function showIcon() {
  const href = URL.createObjectURL(new Blob([ICON], { type: "image/svg+xml" }));
  document.head.append(Object.assign(document.createElement("link"), { rel: "icon", href }));
}

/** Shows the lists that were kept, and opens the family of this phone. */
async function open(rows) {
  app.opened = import("/home.js").then((home) => home.open());
  // Whoever waits for it hears of a failure as well as `start` does.
  app.opened.catch(() => {});
  showKept(rows);
  addEventListener("hashchange", () => showKept(rows));
  await app.opened;
}

async function tellFailure(error) {
  say(t("The page cannot start: {reason}", { reason: await wordsOf(error) }), t("The plain page"), () => location.assign("/plain/"));
}

start().catch(tellFailure);
