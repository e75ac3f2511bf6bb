// The colour theme: light, dark, or that of the system; set on any page, and stored in the browser.
//
// The event `scheme` sets it. This script imports nothing, so a page can run it before anything
// is drawn and never flashes the wrong theme.

(() => {
  const KEY = "scheme";
  const SCHEMES = ["light", "dark"]; // anything else means the system's
  const root = document.documentElement;

  function apply() {
    const stored = localStorage.getItem(KEY) ?? "";
    const scheme = SCHEMES.includes(stored) ? stored : "";
    if (scheme) root.dataset.scheme = scheme;
    else delete root.dataset.scheme;
  }

  apply();
  addEventListener("storage", (event) => event.key === KEY && apply()); // set in another tab
  const set = (scheme) => {
    localStorage.setItem(KEY, scheme);
    apply();
  };
  addEventListener("scheme", (event) => set(/** @type {CustomEvent} */ (event).detail)); // chosen in a menu
})();
