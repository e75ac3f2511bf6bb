// The player's own board: phase strip with workers, cup, Citizenry, construction zone, tableau.

import { make } from "./dom.js";
import { AT, COLOURS, diceAt, diceCounted, die, PHASES, placeOf, ROMAN, STACKS, sumCounts, tileFace } from "./roll-dice.js";
import { BOARD, ROLL, ROLL_BAR, TILE } from "./roll-words.js";
import { BAR } from "./table-words.js";
import { stepName } from "./words.js";

const WILD = 5;
const MOST_CREDITS = 10;
const SPACES = COLOURS.length;

export function ownBoard(view) {
  const { frame } = view;
  const me = frame.players.find((player) => player.seat === frame.seat);
  if (!me || !frame.own) return null;
  const ownTableau = tableau(me, frame.cards, { own: true });
  if (frame.over) return make("section", { class: "own", "data-key": "own", "aria-label": BOARD.own }, header(me), ownTableau);
  return make(
    "section",
    { class: "own", "data-key": "own", "aria-label": BOARD.own },
    header(me),
    strip(me, view),
    make("div", { class: "mats" }, mat(BOARD.cup, "cup", me.cup, AT.cup), mat(BOARD.citizenry, "citizenry", me.citizenry, AT.citizenry), dictated(frame.own), credits(me.credits)),
    frame.own.drawn.length > 0 && drawnTiles(view),
    construction(me, view),
    ownTableau,
  );
}

function header(me) {
  return make(
    "h2",
    {},
    me.name,
    make("span", { class: "facts" }, make("b", {}, ROLL.vp(me.score)), make("span", { "data-counts": `chips ${me.seat}`, "data-count": me.chips }, ROLL.chips(me.chips)), make("span", {}, ROLL.sizeOfTableau(me.tableau.length))),
  );
}

function strip(me, { frame, ask }) {
  const { own } = frame;
  const isRevealed = frame.occurring.length > 0;
  const tasks = ask?.kind === "explorer";
  return make(
    "section",
    { class: "strip", "aria-label": BOARD.strip },
    PHASES.map((phase, index) => column(phase, index, { me, own, frame, isRevealed })),
    wildWorkers(own),
    tasks && make("div", { class: "tasks" }, ["scout", "stock"].map((task) => make("span", { class: "target", "data-drop": `task ${task}` }, ROLL.tasks[task]))),
  );
}

function column(phase, index, { me, own, frame, isRevealed }) {
  const isOccurring = frame.occurring.includes(phase);
  const isSelected = (isRevealed ? me.selected : own.selected) === index;
  const state = [frame.step === phase && "now", isRevealed && !isOccurring && "off", isSelected && "selected"].filter(Boolean).join(" ");
  const spoken = [isSelected && BOARD.selectedByYou, isRevealed && (isOccurring ? BOARD.occurs : ROLL_BAR.states.off), frame.step === phase && BAR.states.now];
  return make(
    "div",
    { class: `column ${state}`, "data-key": `column ${index}` },
    make(
      "div",
      { class: "head", "data-drop": `strip ${index}` },
      make("span", { class: "roman", "aria-hidden": "true" }, ROMAN[index]),
      make("span", {}, stepName(phase)),
      isSelected && (own.strip >= 0 ? die(own.strip) : make("span", { class: "chosen", title: BOARD.youSelected }, "▼")),
      make("span", { class: "unseen" }, spoken.filter(Boolean).map((text) => `, ${text}`).join("")),
    ),
    make(
      "div",
      { class: "dice", "data-drop": `phase ${index}`, "aria-label": BOARD.workers(phase), role: "group" },
      diceAt(own.workers[index], placeOf(index)),
      unassignedDice(own, index),
    ),
  );
}

/** Rolled workers that are not assigned yet. */
function unassignedDice(own, side) {
  return Array.from({ length: SPACES }, (_space, colour) => Array.from({ length: own.rolled[side * SPACES + colour] }, () => die(colour, `rolled ${side} ${colour}`, side === WILD ? TILE.wild : TILE.rolled)));
}

function wildWorkers(own) {
  const dice = unassignedDice(own, WILD).flat();
  return dice.length > 0 && make("div", { class: "column wild", "data-key": "wild" }, make("div", { class: "head" }, `✱ ${BOARD.wild}`), make("div", { class: "dice", role: "group", "aria-label": BOARD.wildWorkers }, dice));
}

function mat(title, name, counts, place) {
  return make(
    "section",
    { class: `mat ${name}`, "aria-label": title },
    make("h3", {}, title, " ", make("span", { class: "number" }, sumCounts(counts))),
    make("div", { class: "dice" }, diceAt(counts, place)),
  );
}

function dictated(own) {
  return make("section", { class: "mat dictated", "aria-label": BOARD.dictate, "data-drop": "dictate" }, make("h3", {}, BOARD.dictate), make("div", { class: "dice" }, diceAt(own.dictated, null)));
}

function credits(amount) {
  return make(
    "section",
    { class: "mat credits", "aria-label": BOARD.creditsNow(amount) },
    make("h3", {}, `${BOARD.credits} `, make("span", { class: "number" }, amount)),
    make("ol", { class: "track", "aria-hidden": "true" }, Array.from({ length: MOST_CREDITS + 1 }, (_space, value) => make("li", { class: value === amount ? "now" : value < amount ? "below" : null }, value))),
  );
}

function drawnTiles({ frame }) {
  return make(
    "section",
    { class: "drawn", "aria-label": BOARD.toPlace },
    make("h3", {}, BOARD.drawn),
    frame.own.drawn.map((tile) => bothSides(tile, frame.cards)),
  );
}

function bothSides({ tile, sides }, cards) {
  return make(
    "div",
    { class: "both", "data-pick": `tile ${tile}`, "data-key": `drawn ${tile}` },
    sides.map((face) => tileFace(face, cards)),
  );
}

function construction(me, view) {
  const { frame } = view;
  return make(
    "section",
    { class: "construction", "aria-label": BOARD.construction },
    STACKS.map((name, stack) => zone(name, stack, me, frame)),
  );
}

function zone(name, stack, me, frame) {
  const title = ROLL.stacks[name];
  const tiles = frame.own.stacks[stack];
  const builders = me.stacks[stack].builders;
  const [top, ...below] = tiles;
  return make(
    "section",
    { class: `zone ${name}`, "data-key": `zone ${stack}`, "aria-label": title },
    make("h3", { "data-drop": `stack ${stack} top` }, `${BOARD.toBuild(title)} `, make("span", { class: "number" }, tiles.length)),
    top
      ? make(
          "div",
          { class: "top", "data-pick": `tile ${top.tile}`, "data-drop": `place ${stack} 0` },
          tileFace(top.sides[stack], frame.cards, { at: "stack" }),
          sumCounts(builders) > 0 && make("div", { class: "dice on-stack", role: "group", "aria-label": TILE.workers(sumCounts(builders), frame.cards[top.sides[stack]].cost) }, diceAt(builders, stack ? AT.worlds : AT.developments)),
        )
      : make("p", { class: "empty" }, BOARD.none),
    below.length > 0 &&
      make(
        "details",
        { class: "below", "data-key": `below ${stack}` },
        make("summary", {}, BOARD.below(below.length)),
        make("ol", {}, below.map((tile, index) => make("li", { "data-pick": `tile ${tile.tile}`, "data-drop": `place ${stack} ${index + 1}` }, side(tile.sides[stack], frame.cards), make("span", { class: "other" }, " / ", side(tile.sides[1 - stack], frame.cards))))),
      ),
    make("div", { class: "target under", "data-drop": `stack ${stack} under` }, BOARD.under(title)),
  );
}

function side(face, cards) {
  return make("button", { type: "button", class: "named", "data-look": face, "data-item": true, "aria-label": TILE.spoken(cards[face]) }, `${cards[face].title} (${cards[face].cost})`);
}

/** Tableau tiles with their goods. own: the dice can be picked. isWhole: show the powers. */
export function tableau(player, cards, { own = false, isWhole = own }) {
  return make(
    "section",
    { class: "tableau-of", "aria-label": own ? BOARD.ownTableau : BOARD.tableauOf(player.name) },
    own && make("h3", {}, `${BOARD.tableau} `, make("span", { class: "number" }, player.tableau.length)),
    player.tableau.map(({ face, goods }) => {
      const counts = COLOURS.map((_name, colour) => goods.filter((good) => good === colour).length);
      const inside = goods.length > 0 && make("div", { class: "dice goods", role: "group", "aria-label": BOARD.goods }, own ? diceAt(counts, AT.goods + face) : diceCounted(counts));
      return tileFace(face, cards, { inside, key: own ? `face ${face}` : "", isSmall: !isWhole, at: "tableau" });
    }),
  );
}
