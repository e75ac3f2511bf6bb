// The page: the start page, or a game, by the address.

import { openGame } from "./game.js";
import { watchSettings } from "./help.js";
import { openStart } from "./start.js";

watchSettings();
const [, id] = location.pathname.match(/^\/games\/([^/]+)$/) ?? [];
if (id) openGame(id);
else openStart();
