// The studio: a gallery of cards, and an open card with its face, form and text.

import { setUpBalance } from "./balance.js";
import { setUpExport } from "./export.js";
import { watchFace } from "./face.js";
import { showCards } from "./gallery.js";
import { setUpHistory } from "./history.js";
import { closeCard, openCard, updateCards } from "./opened.js";
import { setUpPlaytests } from "./playtests.js";
import { setUpProblemKeys } from "./problems-list.js";
import { startNews } from "./server.js";
import { setUpTests } from "./tests.js";
import { setUpTools } from "./tools.js";

const bench = document.getElementById("bench");
const viewButtons = document.getElementById("view");

showCards(openCard, updateCards);
setUpTools();
watchFace();
setUpTests();
setUpBalance();
setUpHistory();
startNews();
setUpExport();
setUpPlaytests();
setUpProblemKeys();
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const isInText = /** @type {Element} */ (event.target).id === "text";
  if (!isInText) closeCard(); // in the text, Escape closes the editor's popups and lets Tab leave it
});
viewButtons.addEventListener("click", ({ target }) => { // one view at a time on narrow screens
  const button = /** @type {Element} */ (target).closest("button");
  if (!button) return;
  bench.dataset.view = button.value;
  for (const viewButton of viewButtons.querySelectorAll("button")) viewButton.setAttribute("aria-pressed", String(viewButton === button));
});
