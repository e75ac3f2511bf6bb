// The Roll table: renders frames, holds the current picks, and sends answers.
//
// A question identifies items and places by keys. Any element with such a key can be dragged,
// clicked or chosen in the list. This module contains no rules of the game.

import { banner, barButtons, homeLink, phasePill } from "./bar.js";
import { make } from "./dom.js";
import { GameTable, showFrame } from "./game-table.js";
import { keepReachable } from "./keys.js";
import { watchLooks } from "./large.js";
import { names, part, pause } from "./pause.js";
import { figure, shortName } from "./players.js";
import { askBar } from "./roll-ask.js";
import { PHASES, ROMAN, sumCounts } from "./roll-dice.js";
import { watchDrags } from "./roll-drag.js";
import { openRollHelp } from "./roll-help.js";
import { watchRollKeys } from "./roll-keys.js";
import { otherBoards } from "./roll-others.js";
import { ownBoard } from "./roll-own.js";
import { addOne, answerOf, doneOption, entriesOf, freshMarks, keysOf, matchingOptions, removeOne, suggestedAmounts, validationError } from "./roll-picking.js";
import { listedAmounts } from "./roll-plans.js";
import { fitTiles } from "./roll-sizes.js";
import { watchDice } from "./roll-tip.js";
import { BOARD, ROLL_ASK, ROLL_BAR, ROLL_PAUSE } from "./roll-words.js";
import { scores } from "./scores.js";
import { isOn, NARROW } from "./settings.js";
import { sidePanel, tabBar } from "./side.js";
import { symbol } from "./symbols.js";
import { BAR, GAME, PAUSE, TABS } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const STATES = { ...BAR.states, ...ROLL_BAR.states };
const TAB_NAMES = { ...TABS, goals: BOARD.round };
const CLICK_DELAY = 50; // ms after a drag during which a click is ignored

/** Show a frame in an element. handlers: see `renderTable`. */
export function renderRoll(root, frame, handlers = {}) {
  showFrame(RollTable, root, frame, handlers);
}

class RollTable extends GameTable {
  constructor(root) {
    super(root);
    this.dragged = -CLICK_DELAY;
    watchDrags(this);
    watchRollKeys(this);
    this.looks = watchLooks(root, () => this.frame);
    this.tip = watchDice(root, () => this.frame.dice);
    new ResizeObserver(() => this.frame && fitTiles(root)).observe(root);
  }

  freshMarks() {
    return { ...freshMarks(), hint: this.asks && isOn("advice") };
  }

  classes() {
    return ["roll", `tab-${this.tab}`];
  }

  content(view) {
    const summary = this.pause && pause(this.pause, view, describeRound);
    const isNarrow = NARROW.matches;
    return [
      rollBar(view),
      banner(view),
      make("main", { class: "board", "data-key": "board" }, isNarrow && summary, otherBoards(view), ownBoard(view)),
      sidePanel(view, isNarrow ? null : summary, thisRound(view)),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? scores(view) : askBar(view)),
      tabBar(view, this.tab, TAB_NAMES),
    ];
  }

  update(fresh) {
    const view = this.view();
    if (view.ready) markItems(fresh, view);
    super.update(fresh);
    this.looks.changed();
    fitTiles(this.root);
    keepReachable(this.root);
    for (const pool of this.root.querySelectorAll(".pool")) { // keys can scroll it
      if (pool.scrollHeight > pool.clientHeight) pool.setAttribute("tabindex", "0");
    }
  }

  focusOrder() {
    return ["#confirm", "#scores", "#ask"];
  }

  click(event) {
    if (event.timeStamp - this.dragged < CLICK_DELAY) return;
    if (!event.target.closest(".pause")) this.goOn();
    const can = event.target.closest(".can[data-pick], .drop[data-drop]");
    const button = event.target.closest("[data-do]");
    const look = event.target.closest(".printed");
    if (button) this.perform(button.dataset.do, button);
    else if (can) this.clickItem(can);
    else if (look) this.looks.open(look);
  }

  close() {
    return this.tip.hide() || this.looks.close();
  }

  actions(element) {
    const index = Number(element?.dataset?.at);
    return {
      entry: () => this.takeEntry(index),
      more: () => this.mark(() => addOne(this.ask.things[index], this.ask, this.marks)),
      less: () => this.mark(() => removeOne(this.ask.things[index], this.ask, this.marks)),
      hint: () => this.ask?.suggest && this.mark(() => (this.marks.hint = !this.marks.hint)),
      suggest: () => this.follow(),
      "then-recall": () => this.confirm(false),
      "recall-too": () => this.mark(() => (this.marks.recall = !this.marks.recall)),
      help: () => openRollHelp(this.frame),
    };
  }

  /** Mark what a bot would mark; Enter then confirms. */
  follow() {
    this.mark(() => (this.marks.amounts = suggestedAmounts(this.ask)));
    this.root.querySelector("#confirm")?.focus();
  }

  /** Take the n-th entry of the list. */
  takeEntry(index) {
    const view = this.view();
    const entry = view.ready && entriesOf(view)[index];
    if (!entry) return;
    if (entry.steps) this.takePlan(entry.steps);
    else if (entry.amounts) this.takeAmounts(entry.amounts);
    else if (entry.option) this.takeOption(entry.option);
    else this.choose(entry.end, entry.key);
  }

  /** Give a listed answer that counts dice; after recruiting, none are recalled unless that was wanted. */
  takeAmounts(amounts) {
    this.answer(amounts, this.ask.kind === "recruit" && !this.marks.recall ? NO_RECALL : []);
  }

  /** Give an answer; one that ends the assignment waits for Done. */
  takeOption(option) {
    if (option.ends) this.mark(() => Object.assign(this.marks, freshMarks(), { held: option }));
    else this.answer(option.answer, stepsOf(option));
  }

  /** Give an answer of a move; one that ends the assignment waits for Done. */
  takeStep(answer, rest) {
    const option = this.ask.options?.find((candidate) => JSON.stringify(candidate.answer) === JSON.stringify(answer));
    if (option?.ends && !rest.length) this.takeOption(option);
    else super.takeStep(answer, rest);
  }

  /** Handle a click on a die, a tile or a place. */
  clickItem(item) {
    const { ask, marks } = this;
    if (!ask || !this.view().ready) return;
    if (ask.form !== "choice") {
      const choice = ask.things.find((candidate) => candidate.key === item.dataset.pick);
      const answer = listedAmounts(ask) && amountsOfOne(ask, item.dataset.pick);
      if (answer) this.takeAmounts(answer);
      else if (choice && !listedAmounts(ask)) this.mark(() => addOne(choice, ask, marks));
      return;
    }
    const { pick, drop } = item.dataset;
    if (drop && marks.pick && keysOf(ask, marks, "drop").has(drop)) this.choose("drop", drop);
    else if (pick && keysOf(ask, freshMarks(), "pick").has(pick)) this.choose("pick", marks.pick === pick ? "" : pick);
    else if (drop) this.chooseDrop(drop);
  }

  /** Choose a place: with the die that its entry proposes, if there is one. */
  chooseDrop(key) {
    const entry = entriesOf(this.view()).find(({ option }) => option?.drop?.key === key);
    if (entry) this.takeOption(entry.option);
    else this.choose("drop", this.marks.drop === key ? "" : key);
  }

  /** Choose one end of an answer, and answer if only one option remains. */
  choose(end, key) {
    const { ask, marks } = this;
    marks[end] = key;
    marks.held = null;
    if (!matchingOptions(ask, marks).length) Object.assign(marks, freshMarks(), { [end]: key, hint: marks.hint });
    const options = key ? matchingOptions(ask, marks) : [];
    if (options.length === 1) {
      this.takeOption(options[0]);
      return;
    }
    this.refusal = null;
    this.render();
    if (!this.root.contains(document.activeElement) || document.activeElement.closest("#ask")) this.focusAsk();
  }

  // --- dragging

  pickUp(key) {
    this.tip.hide();
    if (this.ask?.form !== "choice" || !this.view().ready) return;
    Object.assign(this.marks, freshMarks(), { pick: key });
    this.render();
  }

  drop(pick, key) {
    if (this.ask?.form !== "choice") return;
    Object.assign(this.marks, freshMarks(), { pick });
    this.choose("drop", key);
  }

  /** Cancel a drag that ended on no valid place. */
  cancelDrag(key) {
    if (this.marks.pick === key) this.clear();
  }

  // --- answers

  clear() {
    this.marks = { ...freshMarks(), hint: this.marks?.hint ?? false };
    this.render();
  }

  /** Send the marked answer. isLast: whether dice are recalled no more after it. */
  confirm(isLast = true) {
    const { ask, marks } = this;
    if (!ask || !this.view().ready) return false;
    if (ask.form === "choice") {
      const option = marks.held ?? doneOption(ask);
      if (option) this.answer(option.answer, stepsOf(option));
      return Boolean(option);
    }
    const error = validationError(ask, marks);
    if (error) this.refuse({ card: null, why: [`${ROLL_ASK.choose(error)}.`], rule: null });
    else this.answer(answerOf(ask, marks), ask.kind === "recruit" && isLast ? NO_RECALL : []);
    return true;
  }
}

/** The listed answer that takes only one die, by its key. */
function amountsOfOne(ask, key) {
  const index = ask.things.findIndex((candidate) => candidate.key === key);
  return listedAmounts(ask).find((amounts) => amounts[index] === 1 && sumCounts(amounts) === 1);
}

/** The answers after an option that is the first part of a move. */
function stepsOf({ next, then }) {
  return next ? [{ kind: next, answer: then }] : undefined;
}

/** Recalls no dice, if that is possible. */
const NO_RECALL = [{ kind: "recall", answer: (ask) => (ask.least ? null : ask.things.map(() => 0)) }];

/** Mark the items that can be picked, the picked items, and the places they can go. */
function markItems(fresh, { ask, marks }) {
  const choice = ask.form === "choice";
  const picks = choice ? keysOf(ask, freshMarks(), "pick") : new Set(ask.things.map(({ key }) => key).filter((key) => !listedAmounts(ask) || amountsOfOne(ask, key)));
  const drops = choice ? keysOf(ask, marks, "drop") : new Set();
  const remaining = new Map(marks.amounts);
  for (const item of fresh.querySelectorAll("[data-pick]")) {
    const { pick } = item.dataset;
    if (!picks.has(pick)) continue;
    item.classList.add("can");
    const count = remaining.get(pick) ?? 0;
    if (marks.pick === pick || count > 0) item.classList.add("picked");
    if (count > 0) remaining.set(pick, count - 1);
  }
  for (const item of fresh.querySelectorAll("[data-drop]")) {
    if (drops.has(item.dataset.drop)) item.classList.add("drop");
    if (marks.held?.drop?.key === item.dataset.drop) item.classList.add("picked");
  }
}

// --- the bar and the side panel

function rollBar(view) {
  const { frame, handlers } = view;
  const pool = Math.max(frame.pool, 0);
  const step = ROLL_BAR.steps[frame.step] ?? (frame.step ? stepName(frame.step) : GAME.over);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    homeLink(handlers),
    make("p", { class: "round", title: frame.sets.join(", ") }, make("h1", {}, roundName(frame.round)), frame.round > 0 && make("span", { class: "badge accent" }, step)),
    make("ol", { class: "phases", "aria-label": BAR.phases }, PHASES.map((phase, index) => pill(phase, index, frame))),
    make("p", { class: "supply" }, figure("chips", pool, ROLL_BAR.pool(pool), "pool"), figure("tableau", frame.bag, ROLL_BAR.bag(frame.bag))),
    barButtons(view, ROLL_BAR.noUndo),
  );
}

function pill(phase, index, frame) {
  const isOccurring = frame.occurring.includes(phase);
  const isNow = frame.step === phase;
  const isDone = isOccurring && !isNow && !frame.steps.includes(phase);
  const isKnown = frame.occurring.length > 0;
  const state = isNow ? "now" : isDone ? "done" : isOccurring ? "next" : isKnown ? "off" : "unknown";
  return phasePill(phase, state, make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[index]), stepName(phase), STATES);
}

/** Which phases occur, and who has selected them. */
function thisRound({ frame }) {
  const { players, own, occurring } = frame;
  if (frame.over || !frame.round) return null;
  const selectedBy = (index) => players.filter((player) => player.selected === index).map((player) => shortName(player.seat, frame));
  const isKnown = occurring.length > 0;
  const hidden = players.filter((player) => player.seat !== frame.seat).map((player) => shortName(player.seat, frame));
  const rows = isKnown
    ? occurring.map((phase) => {
        const index = PHASES.indexOf(phase);
        return roundRow(ROMAN[index], stepName(phase), BOARD.selectedBy(selectedBy(index)));
      })
    : [
        own?.selected >= 0 && roundRow(ROMAN[own.selected], stepName(PHASES[own.selected]), BOARD.sure),
        roundRow("?", hidden.join(", "), players.length === 2 ? BOARD.hiddenAndSpare : BOARD.hiddenChoice),
      ];
  return make("section", { class: "this-round", "data-key": "this round" }, make("h2", {}, BOARD.thisRound), make("ul", {}, rows));
}

function roundRow(numeral, title, note) {
  return make("li", {}, make("span", { class: "phase", "aria-hidden": "true" }, numeral), make("b", {}, title), make("small", {}, note));
}

/** A player's part of the summary of a round. */
function describeRound({ selected, built, vp, credits, dice, goods, tiles }, { cards }) {
  return {
    actions: selected.map((phase) => make("span", { class: "action" }, make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[PHASES.indexOf(phase)]), stepName(phase))),
    parts: [
      built.length > 0 && [part(`${ROLL_PAUSE.built} `), names(built, cards)],
      vp > 0 && part(symbol("chips"), PAUSE.vp(vp)),
      credits > 0 && part(ROLL_PAUSE.credits(credits)),
      dice > 0 && part(ROLL_PAUSE.dice(dice)),
      goods > 0 && part(PAUSE.produced(goods)),
      tiles > 0 && part(ROLL_PAUSE.tiles(tiles)),
    ],
  };
}
