// The scheme: light, dark, or as the system has it; chosen on any page, and kept by the browser.
//
// Whatever field is named `scheme` chooses it. It imports nothing, so that a page can run it before
// anything is drawn, and is not first seen in the other scheme.

(() => {
  const KEPT = "scheme";
  const SCHEMES = ["light", "dark"]; // any other is the system's
  const root = document.documentElement;

  function apply() {
    const kept = localStorage.getItem(KEPT) ?? "";
    const scheme = SCHEMES.includes(kept) ? kept : "";
    if (scheme) root.dataset.scheme = scheme;
    else delete root.dataset.scheme;
    /** @type {NodeListOf<HTMLSelectElement>} */
    const fields = document.querySelectorAll("select[name=scheme]");
    for (const field of fields) field.value = scheme;
  }

  apply();
  document.addEventListener("DOMContentLoaded", apply);
  addEventListener("storage", (event) => event.key === KEPT && apply()); // chosen in another tab
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== "scheme") return;
    localStorage.setItem(KEPT, target.value);
    apply();
  });
})();
