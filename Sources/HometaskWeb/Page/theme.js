// SPDX-License-Identifier: Apache-2.0
//
// Applies the colours chosen on this phone before the page is first painted. They are stored where a script can read
// them synchronously.

document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
