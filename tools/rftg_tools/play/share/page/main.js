// Entry point for guests: opens the table of their link.

import { openGame } from "./game.js";
import { GUEST } from "./people-words.js";
import { watchSettings } from "./settings.js";

const KEY = /^#([A-Za-z0-9_-]{40})$/;

watchSettings();
addEventListener("hashchange", () => location.reload());
const [, key] = location.hash.match(KEY) ?? [];
if (key) openGame("socket", { name: key.slice(0, 8), key });
else tell();

/** Tell the visitor that the page needs a link. */
function tell() {
  const curtain = document.getElementById("curtain");
  document.body.dataset.view = "curtain";
  curtain.querySelector("h1").textContent = GUEST.noKey;
  curtain.querySelector("p").textContent = GUEST.askHost;
  curtain.querySelector(".options").replaceChildren();
}
