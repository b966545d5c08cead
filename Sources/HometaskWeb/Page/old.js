// SPDX-License-Identifier: Apache-2.0
//
// Leads browsers that cannot run the scripts of the page to the plain pages: those that know no modules, or not all of the
// language in them. So this is written in ECMAScript 5, and in the document itself, since it has to hear of the first error.
// What follows the # is not sent, and can be copied from there.

(function () {
  function leave() {
    location.replace((location.pathname === "/join" ? "/plain/join" : "/plain/") + location.hash);
  }
  if (!("noModule" in document.createElement("script"))) leave();
  addEventListener("error", function (event) {
    // A page that shows something has started.
    if (/SyntaxError/.test(event.message) && !document.querySelector("main > :not(noscript)")) leave();
  });
})();
