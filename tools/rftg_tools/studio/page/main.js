// The page of the studio: cards as tiles, and one of them open, as a form and as text.

import { closeCard, follow, openCard } from "./opened.js";
import { showCards } from "./gallery.js";
import { watchPlaytests } from "./playtests.js";
import { watchTools } from "./tools.js";

showCards(openCard, follow);
watchTools();
watchPlaytests();
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) closeCard();
});
