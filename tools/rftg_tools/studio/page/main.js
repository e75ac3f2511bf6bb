// The page of the studio: cards as tiles, and one of them open, as a form and as text.

import { closeCard, follow, openCard } from "./opened.js";
import { showBeside } from "./beside.js";
import { showCards } from "./gallery.js";
import { watchOrder } from "./order.js";
import { watchExport } from "./export.js";
import { watchPlaytests } from "./playtests.js";
import { watchTools } from "./tools.js";
import "./crop.js";
import "./views.js";

showCards(openCard, follow);
watchTools();
watchOrder();
showBeside();
watchExport();
watchPlaytests();
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const isInText = /** @type {Element} */ (event.target).id === "text";
  if (!isInText) closeCard(); // there it closes what the editor shows, and lets Tab lead on
});
