// SPDX-License-Identifier: Apache-2.0
//
// Saves what is on the phone as files: the documents of the family, and the photos that were not sent.

import { exportPhotos } from "/photos.js";
import { answer, view } from "/store.js";
import { element } from "/view.js";

/** Has the browser save all that is on the phone. */
export async function exportAll() {
  const docs = await view((state, docs) => answer(docs.getAll()));
  const blob = new Blob([JSON.stringify(docs, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(blob), download: "hometask.json" });
  link.click();
  URL.revokeObjectURL(link.href);
  await exportPhotos();
}
