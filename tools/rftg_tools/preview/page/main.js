// Entry point of the preview: the gallery, and a dialog for each card.

import { openDetails, refreshDetails } from "./details.js";
import { showCards } from "./gallery.js";
import { drawIcons } from "./icons.js";

drawIcons();
showCards(openDetails, refreshDetails);
