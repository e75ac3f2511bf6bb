// Entry point: the start page or a game, depending on the address.

import { address } from "./common.js";
import { openGame } from "./game.js";
import { seatLinks } from "./links.js";
import { offerMoments } from "./moment-tests.js";
import { playAgain } from "./saved.js";
import { watchSettings } from "./settings.js";
import { openStart } from "./start.js";

watchSettings();
const [, id] = location.pathname.match(/\/games\/([^/]+)$/) ?? [];
if (id) {
  const extras = { home: address("."), review: address(`review/${id}`), again: playAgain, test: (button, seat) => offerMoments(button, id, seat) };
  openGame(`games/${id}/socket`, { name: id, more: extras, links: seatLinks(id) });
}
else openStart();
