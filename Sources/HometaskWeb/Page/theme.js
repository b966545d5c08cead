// SPDX-License-Identifier: Apache-2.0
//
// Shows the page in the colours that somebody has chosen on this phone, before it is seen in others. They are kept where a
// script can read them without waiting.

document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
