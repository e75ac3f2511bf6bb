// The help of Roll: the sides of all dice, what each phase does, and the keys.

import { make } from "./dom.js";
import { COLOURS, PHASES, ROMAN, sideSymbol } from "./roll-dice.js";
import { HELP, ROLL } from "./roll-words.js";
import { openHelp } from "./settings.js";
import { stepName } from "./words.js";

/** Open the help dialog with the part for Roll. */
export function openRollHelp({ dice }) {
  const place = document.querySelector("#help .of-game");
  place?.replaceChildren(
    make("p", {}, HELP.screen),
    make("table", { class: "help-phases" }, make("caption", {}, HELP.phases), make("tbody", {}, PHASES.map((phase, index) => row([make("span", { class: "phase" }, ROMAN[index]), " ", sideSymbol(index), ` ${stepName(phase)}`], HELP.phase[phase])), row([sideSymbol(PHASES.length), ` ${HELP.wild}`], HELP.phase.wild))),
    make("table", { class: "help-dice" }, make("caption", {}, HELP.dice), make("tbody", {}, COLOURS.map((name, colour) => row(ROLL.colours[name], make("span", { class: "sides" }, [...dice[colour]].sort().map((side) => make("span", { class: `die sm ${name}` }, sideSymbol(side)))))))),
    make("table", {}, make("caption", {}, HELP.keys), make("tbody", {}, HELP.keyList.map(({ keys, what }) => row(keys.map((key) => make("kbd", {}, key)), what)))),
  );
  openHelp();
}

function row(title, content) {
  return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, content));
}
