// The page of the preview: cards, and each of them large.

import { openDetails, refreshDetails } from "./details.js";
import { showCards } from "./gallery.js";

showCards(openDetails, refreshDetails);
