// SPDX-License-Identifier: Apache-2.0
//
// Where the page starts. It shows the list that was kept before all else is loaded.

import { app } from "/app.js";
import { renderJoin } from "/join.js";
import { showKept } from "/lists.js";
import { loadMessages, t } from "/messages.js";
import { answer, openStore, view } from "/store.js";
import { say } from "/view.js";

async function start() {
  // Some browsers, as those of phones in a lockdown mode, run scripts and not the engine.
  if (!globalThis.WebAssembly?.instantiateStreaming) return (await import("/plain.js")).renderPlain();
  await openStore();
  const [phone, rows, language] = await view((state) => Promise.all(["phone", "rows", "language"].map((key) => answer(state.get(key)))));
  await loadMessages(language);
  const code = location.pathname === "/join" ? location.hash.slice(1) : "";
  if (phone && !code) return await open(rows);
  await renderJoin(code, phone, (first) => open(first).catch(tellFailure));
}

/** Shows the list that was kept, and opens the family of this phone. */
async function open(rows) {
  app.opened = import("/home.js").then((home) => home.open());
  // Whoever waits for it hears of a failure as well as `start` does.
  app.opened.catch(() => {});
  showKept(rows);
  await app.opened;
}

function tellFailure({ message }) {
  say(t("The page cannot start: {reason}", { reason: message }), t("The plain page"), () => location.assign("/plain/"));
}

start().catch(tellFailure);
