// What stands beside the open card: its tests, its balance, its versions.

import { followHistory } from "./history.js";
import { listenToNews } from "./news.js";
import { showBalance } from "./balance.js";
import { showTests } from "./tests.js";
import { showVersions } from "./versions.js";

/** Show all of it from now on. */
export function showBeside() {
  showTests();
  showBalance();
  showVersions();
  followHistory();
  listenToNews();
}
