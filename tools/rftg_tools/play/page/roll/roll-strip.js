// The player's phases and workers, and the dice and credits beside them.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { AT, COLOURS, coloursOf, die, diceAt, PHASES, pile, placeOf, ROMAN, sideSymbol, smallDie, sumCounts, WILD } from "./roll-dice.js";
import { BOARD, ROLL, ROLL_BAR } from "./roll-words.js";
import { BAR } from "./table-words.js";
import { stepName } from "./words.js";

const MOST_CREDITS = 10;

export function phaseStrip(me, view) {
  const { frame } = view;
  return make(
    "section",
    { class: "assign", "data-key": "assign", "aria-label": BOARD.strip },
    make("ul", { class: "phase-strip" }, PHASES.map((phase, index) => column(phase, index, me, view)), wildColumn(frame.own)),
    make(
      "div",
      { class: "pools", "data-group": "pools" },
      pool(BOARD.cup, me.cup, AT.cup),
      pool(BOARD.citizenry, me.citizenry, AT.citizenry),
      credits(me.credits),
      dictated(frame.own),
    ),
  );
}

function column(phase, index, me, { frame, ask }) {
  const { own } = frame;
  const isRevealed = frame.occurring.length > 0;
  const isOccurring = frame.occurring.includes(phase);
  const isNow = frame.step === phase;
  const isSelected = (isRevealed ? me.selected : own.selected) === index;
  const state = [isNow && "now", isRevealed && !isOccurring && "off", isSelected && "selected"].filter(Boolean).join(" ");
  const spoken = [isSelected && BOARD.selectedByYou, isRevealed && (isOccurring ? BOARD.occurs : ROLL_BAR.states.off), isNow && BAR.states.now];
  const count = sumCounts(own.workers[index]) + sumCounts(rolledOf(own, index)) + Number(isSelected && own.strip >= 0);
  return make(
    "li",
    { class: state, "data-key": `column ${index}` },
    make(
      "div",
      { class: "plate row", "data-drop": `strip ${index}` },
      make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[index]),
      make("span", { class: "title" }, stepName(phase)),
      make("span", { class: "unseen" }, spoken.filter(Boolean).map((text) => `, ${text}`).join("")),
      slot(index, isSelected, own.strip),
    ),
    make(
      "div",
      { class: "workers", "data-drop": `phase ${index}`, "aria-label": BOARD.workers(phase), role: "group", "data-group": `phase ${index}` },
      diceAt(own.workers[index], placeOf(index), index),
      rolled(own, index),
    ),
    make("p", { class: "note ellipsis muted" }, note({ isSelected, isRevealed, isOccurring, isNow, count })),
    isNow && ask?.kind === "explorer" && make("div", { class: "tasks" }, ["scout", "stock"].map((task) => make("span", { class: "target", "data-drop": `task ${task}` }, ROLL.tasks[task]))),
  );
}

/** The place of the die that selects the phase. */
function slot(index, isSelected, colour) {
  const shown = isSelected ? (colour >= 0 ? smallDie(colour, index) : icon("check")) : sideSymbol(index);
  return make("span", { class: "slot", title: isSelected ? BOARD.youSelected : null }, shown);
}

function note({ isSelected, isRevealed, isOccurring, isNow, count }) {
  const workers = count > 0 ? BOARD.count(count) : "";
  if (isRevealed && !isOccurring) return BOARD.doesNotOccur;
  if (isSelected && !isRevealed) return [make("b", {}, BOARD.youSelectIt), ` ${workers}`];
  return isNow ? workers : count > 1 ? workers : "";
}

/** The rolled workers that show a side and are not assigned yet, by colour. */
function rolledOf(own, side) {
  return own.rolled.slice(side * COLOURS.length, (side + 1) * COLOURS.length);
}

function rolled(own, side) {
  return coloursOf(rolledOf(own, side)).map((colour) => die(colour, `rolled ${side} ${colour}`, side));
}

function wildColumn(own) {
  const dice = rolled(own, WILD);
  return dice.length > 0 && make(
    "li",
    { class: "wild", "data-key": "wild" },
    make("div", { class: "plate row" }, make("span", { class: "title" }, BOARD.wild)),
    make("div", { class: "workers", role: "group", "aria-label": BOARD.wildWorkers, "data-group": "wild" }, dice),
  );
}

function pool(title, counts, place) {
  return make(
    "section",
    { class: "pool panel", "aria-label": title },
    make("h3", {}, title, make("span", { class: "number" }, sumCounts(counts))),
    pile(title, counts, { place }),
  );
}

function dictated(own) {
  const dice = coloursOf(own.dictated);
  return make(
    "section",
    { class: "pool panel dictate", "aria-label": BOARD.dictate, "data-drop": "dictate" },
    make("h3", {}, BOARD.dictate),
    dice.length ? make("span", { class: "pile" }, dice.map((colour) => smallDie(colour))) : make("small", { class: "muted" }, BOARD.dictateHelp),
  );
}

function credits(amount) {
  return make(
    "section",
    { class: "pool panel credits", "aria-label": BOARD.creditsNow(amount) },
    make("h3", {}, BOARD.credits, make("span", { class: "number" }, amount)),
    make("ol", { class: "track", "aria-hidden": "true" }, Array.from({ length: MOST_CREDITS + 1 }, (_space, value) => make("li", { class: value === amount ? "now" : null }, value))),
  );
}
