// Tests made from moments of games, which a table or a review hands over to the studio.

import { allCards, openFile } from "./opened.js";
import { TESTS } from "./outcome-words.js";
import { showProblem } from "./saving.js";
import { addEntry } from "./test-page.js";

const STORED = "studio.new-test"; // what the browser remembers: title of the set, and the test
const PLACE = "#new-test";

/** Let tables return to this tab, and take the tests that they hand over. */
export function takeNewTests() {
  window.name = "rftg-studio";
  addEventListener("hashchange", takeNewTest);
  addEventListener("storage", takeNewTest); // the hash can arrive before the test
}

/** Add the test that was handed over, if there is one, and open it. */
export async function takeNewTest() {
  const stored = localStorage.getItem(STORED);
  if (!stored || !location.hash.startsWith(PLACE) || !allCards().size) return;
  localStorage.removeItem(STORED);
  history.replaceState(null, "", location.pathname);
  const { title, entry } = JSON.parse(stored);
  const card = [...allCards().values()].find(({ set }) => set === title);
  if (!card) showProblem(TESTS.noSet(title));
  else if (await openFile(card.file)) await addEntry(entry);
}
