// SPDX-License-Identifier: Apache-2.0
//
// Exports the phone's data as files: the family's documents, and unsent photos.

import { exportPhotos } from "/photos.js";
import { answer, view } from "/store.js";
import { element } from "/view.js";

/** Downloads the phone's data as files. */
export async function exportAll() {
  const docs = await view((state, docs) => answer(docs.getAll()));
  const blob = new Blob([JSON.stringify(docs, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(blob), download: "hometask.json" });
  link.click();
  URL.revokeObjectURL(link.href);
  await exportPhotos();
}
