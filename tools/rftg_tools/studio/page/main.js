// Entry point of the studio.

import { setUpActions } from "./actions.js";
import { setUpBalance } from "./balance.js";
import { setUpBalancePage } from "./balance-page.js";
import { followCards } from "./card-stream.js";
import { watchFace } from "./face.js";
import { setUpHistory } from "./history.js";
import { drawIcons } from "./icons.js";
import { markTab, setUpLayout } from "./layout.js";
import { setUpLinked } from "./linked.js";
import { setUpList } from "./list.js";
import { setUpNotes } from "./notes.js";
import { updateCards } from "./opened.js";
import { setUpPanes } from "./panes.js";
import { setUpPictures } from "./pictures.js";
import { setUpPrint } from "./print.js";
import { takeNewTest, takeNewTests } from "./new-tests.js";
import { problemsList, setUpProblems } from "./problems-list.js";
import { startNews } from "./server.js";
import { addSetCommands, welcome } from "./set-actions.js";
import { setUpSets, updateFiles } from "./sets.js";
import { setUpShare } from "./share.js";
import { setUpSettings } from "./settings.js";
import { setUpTestPage } from "./test-page.js";
import { setUpTests } from "./tests.js";

drawIcons();
setUpLayout();
addSetCommands();
setUpPanes();
setUpActions();
setUpSets();
setUpSettings();
setUpList();
watchFace();
setUpTests();
setUpTestPage();
setUpBalance();
setUpBalancePage();
setUpHistory();
setUpNotes();
setUpPictures();
setUpPrint();
setUpProblems();
problemsList(document.querySelector("#problems > div"), (count, hasErrors) => {
  markTab("problems", count ? String(count) : "", hasErrors ? "danger" : "warn");
});
setUpShare();
setUpLinked();
takeNewTests();
startNews();
const connection = document.getElementById("connection");
followCards(
  ({ cards, files, problem }) => {
    connection.hidden = true;
    updateCards(cards);
    updateFiles(files, problem);
    welcome(files.length > 0);
    takeNewTest();
  },
  () => (connection.hidden = false),
);
