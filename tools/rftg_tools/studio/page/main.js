// Entry point of the studio.

import { setUpActions } from "./actions.js";
import { setUpBalance } from "./balance.js";
import { followCards } from "./card-stream.js";
import { watchFace } from "./face.js";
import { setUpHistory } from "./history.js";
import { drawIcons } from "./icons.js";
import { markTab, setUpLayout } from "./layout.js";
import { setUpList } from "./list.js";
import { updateCards } from "./opened.js";
import { setUpPlaytests } from "./playtests.js";
import { problemsList, setUpProblems } from "./problems-list.js";
import { startNews } from "./server.js";
import { setUpSets, updateFiles } from "./sets.js";
import { setUpTests } from "./tests.js";

drawIcons();
setUpLayout();
setUpActions();
setUpSets();
setUpList();
watchFace();
setUpTests();
setUpBalance();
setUpHistory();
setUpPlaytests();
setUpProblems();
problemsList(document.querySelector("#problems > div"), (count, hasErrors) => {
  markTab("problems", count ? String(count) : "", hasErrors ? "danger" : "warn");
});
startNews();
const connection = document.getElementById("connection");
followCards(
  ({ cards, files, problem }) => {
    connection.hidden = true;
    updateCards(cards);
    updateFiles(files, problem);
  },
  () => (connection.hidden = false),
);
