// The table of each game.

import { renderPlain } from "./plain.js";
import { renderRoll } from "./roll.js";
import { renderTable } from "./table.js";

const RACE = "race"; // for frames that name no game
const TABLES = { race: renderTable, roll: renderRoll }; // by game

/** Show a frame of any game in an element. handlers: see `renderTable`. */
export function renderFrame(root, frame, handlers = {}) {
  const render = TABLES[frame.rules ?? RACE] ?? renderPlain;
  render(root, frame, handlers);
}
