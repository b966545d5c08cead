// SPDX-License-Identifier: Apache-2.0
//
// Redirects browsers that do not support modules or newer syntax to the plain pages. So this script is itself written in
// ECMAScript 5, and is inlined, so that its error handler is installed before any other script is parsed. The redirect
// keeps the fragment, which browsers never send, so that people can copy it from the address bar.

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
