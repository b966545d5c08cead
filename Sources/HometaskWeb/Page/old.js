// SPDX-License-Identifier: Apache-2.0
//
// Redirects browsers that cannot run the scripts of the page to the plain pages: those without modules, or without
// newer syntax. Therefore this script is written in ECMAScript 5, and inlined in the document to catch the first error.
// The redirect keeps the fragment, which is never sent, so that it can be copied from the address.

(function () {
  function leave() {
    location.replace((location.pathname === "/join" ? "/plain/join" : "/plain/") + location.hash);
  }
  if (!("noModule" in document.createElement("script"))) leave();
  addEventListener("error", function (event) {
    // A page with content has already started.
    if (/SyntaxError/.test(event.message) && !document.querySelector("main > :not(noscript)")) leave();
  });
})();
