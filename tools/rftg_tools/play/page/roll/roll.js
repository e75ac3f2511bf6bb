// The Roll table: renders frames, holds the current picks, and sends answers.
//
// A question identifies items and places by keys. Any element with such a key can be dragged,
// clicked or chosen in the list. This module contains no rules of the game.

import { barButtons, homeLink, phasePill } from "./bar.js";
import { make } from "./dom.js";
import { GameTable, showFrame } from "./game-table.js";
import { symbol } from "./symbols.js";
import { listenForKeys } from "./keys.js";
import { log } from "./log.js";
import { markButton } from "./marks.js";
import { names, part, pause } from "./pause.js";
import { askBar, entryOf } from "./roll-ask.js";
import { PHASES, ROMAN, tileFace } from "./roll-dice.js";
import { watchDrags } from "./roll-drag.js";
import { otherBoards } from "./roll-others.js";
import { ownBoard } from "./roll-own.js";
import { addOne, answerOf, freshMarks, keysOf, listEntries, matchingOptions, removeOne, validationError } from "./roll-picking.js";
import { ROLL, ROLL_ASK, ROLL_BAR, ROLL_PAUSE, TILE } from "./roll-words.js";
import { scores } from "./scores.js";
import { BAR, GAME, LOG, PAUSE } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const STATES = { ...BAR.states, ...ROLL_BAR.states };
const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const COMMANDS = { u: "undo", l: "log", h: "hint", "?": "help" };
const CLICK_DELAY = 50; // ms after a drag during which a click is ignored

/** Show a frame in an element. handlers: see `renderTable`. */
export function renderRoll(root, frame, handlers = {}) {
  showFrame(RollTable, root, frame, handlers);
}

class RollTable extends GameTable {
  constructor(root) {
    super(root);
    this.chain = null; // the rest of a move: the answer to the next question
    this.look = null; // the enlarged face
    this.dragged = -CLICK_DELAY;
    watchDrags(this);
    listenForKeys(this, press);
  }

  freshMarks() {
    return freshMarks();
  }

  proceed(last, isNewAsk) {
    if (this.chain) this.continueMove();
    if (this.frame.over && !last?.over) scrollTo(0, 0);
    if (isNewAsk) this.root.querySelector(".board .can")?.scrollIntoView({ block: "nearest" });
  }

  classes() {
    return ["roll"];
  }

  content(view) {
    return [
      rollBar(view),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.title }, log(view)),
      make("main", { class: "board", "data-key": "board" }, otherBoards(view), ownBoard(view), this.pause && pause(this.pause, view, describeRound)),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? scores(view) : askBar(view)),
      this.look !== null && this.large(),
    ];
  }

  update(fresh) {
    const view = this.view();
    if (view.ready) markItems(fresh, view);
    super.update(fresh);
  }

  focusOrder() {
    return ["#ask [data-item]:enabled", "#confirm", "#scores", "#ask"];
  }

  large() {
    const facts = this.frame.cards[this.look];
    const printed = [facts.face, facts.back].filter(Boolean);
    return make(
      "div",
      { class: "large", role: "dialog", "aria-label": TILE.spoken(facts), "data-key": "large", "data-do": "close" },
      printed.length > 0 && make("div", { class: "printed" }, printed.map((src, index) => make("img", { src, alt: TILE.printed(facts.title, index), width: 500, height: 500 }))),
      tileFace(this.look, this.frame.cards),
      markButton(this.look),
      make("button", { type: "button", "data-do": "close" }, ROLL.close),
    );
  }

  click(event) {
    if (event.timeStamp - this.dragged < CLICK_DELAY) return;
    const look = event.target.closest("[data-look]");
    const can = event.target.closest(".can[data-pick], .drop[data-drop]");
    const button = event.target.closest("[data-do]");
    if (button) this.perform(button.dataset.do, button);
    else if (can && !(look && !can.contains(look))) this.clickItem(can);
    else if (look) this.show(Number(look.dataset.look));
  }

  show(face) {
    this.look = face;
    this.render();
    this.root.querySelector(".large button[data-do=close]")?.focus();
  }

  close() {
    const wasOpen = this.look !== null;
    this.look = null;
    if (wasOpen) this.render();
    return wasOpen;
  }

  actions(element) {
    const index = Number(element?.dataset?.at);
    return {
      entry: () => this.takeEntry(index),
      more: () => this.mark(() => addOne(this.ask.things[index], this.ask, this.marks)),
      less: () => this.mark(() => removeOne(this.ask.things[index], this.ask, this.marks)),
      hint: () => this.ask?.suggest && this.mark(() => (this.marks.hint = !this.marks.hint)),
      close: () => this.close(),
    };
  }

  /** Take the n-th entry of the list, or mark one more of the n-th item. */
  takeEntry(index) {
    if (!this.view().ready) return false;
    if (this.ask.form !== "choice") {
      if (!this.ask.things[index]) return false;
      this.mark(() => addOne(this.ask.things[index], this.ask, this.marks));
      return true;
    }
    const entry = listEntries(this.ask, this.marks)[index];
    if (!entry) return false;
    if (entry.option) this.answer(entry.option.answer, entry.option.then);
    else this.choose(entry.end, entry.key);
    return true;
  }

  takeKey(key) {
    const index = entryOf(key);
    return index >= 0 && Boolean(this.ask) && this.takeEntry(index);
  }

  /** Handle a click on a die, a tile or a place. */
  clickItem(item) {
    const { ask, marks } = this;
    if (!ask || !this.view().ready) return;
    if (ask.form !== "choice") {
      const choice = ask.things.find((candidate) => candidate.key === item.dataset.pick);
      if (choice) this.mark(() => addOne(choice, ask, marks));
      return;
    }
    const { pick, drop } = item.dataset;
    if (drop && marks.pick && keysOf(ask, marks, "drop").has(drop)) this.choose("drop", drop);
    else if (pick && keysOf(ask, freshMarks(), "pick").has(pick)) this.choose("pick", marks.pick === pick ? "" : pick);
    else if (drop) this.choose("drop", marks.drop === drop ? "" : drop);
  }

  /** Choose one end of an answer, and answer if only one option remains. */
  choose(end, key) {
    const { ask, marks } = this;
    marks[end] = key;
    if (!matchingOptions(ask, marks).length) Object.assign(marks, freshMarks(), { [end]: key });
    const options = key ? matchingOptions(ask, marks) : [];
    if (options.length === 1) {
      this.answer(options[0].answer, options[0].then);
      return;
    }
    this.refusal = null;
    this.render();
    if (!this.root.contains(document.activeElement) || document.activeElement.closest("#ask")) this.focusAsk();
  }

  // --- dragging

  pickUp(key) {
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
    this.marks = freshMarks();
    this.render();
  }

  confirm() {
    const { ask, marks } = this;
    if (!ask || ask.form === "choice" || !this.view().ready) return false;
    const error = validationError(ask, marks);
    if (error) this.refuse({ card: null, why: [`${ROLL_ASK.choose(error)}.`], rule: null });
    else this.answer(answerOf(ask, marks));
    return true;
  }

  /** Answer the question. then: the answer to the next question, for moves that take two. */
  answer(answer, then = []) {
    if (!this.view().ready) return;
    this.chain = then.length ? { answer: JSON.stringify(then), turn: this.frame.turn } : null;
    super.answer(answer);
  }

  /** Send the rest of a move, if the table asks for it. */
  continueMove() {
    const { chain, ask, frame } = this;
    if (frame.turn === chain.turn || !this.view().ready) return;
    this.chain = null;
    const option = ask.options?.find((candidate) => JSON.stringify(candidate.answer) === chain.answer);
    if (option) this.answer(option.answer);
  }
}

/** Mark the items that can be picked, the picked items, and the places they can go. */
function markItems(fresh, { ask, marks }) {
  const choice = ask.form === "choice";
  const picks = choice ? keysOf(ask, freshMarks(), "pick") : new Set(ask.things.map((candidate) => candidate.key));
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
  }
}

// --- the bar

function rollBar(view) {
  const { frame, handlers } = view;
  const pool = Math.max(frame.pool, 0);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    homeLink(handlers),
    make("p", { class: "round" }, make("h1", {}, roundName(frame.round)), make("span", { class: "sets" }, ROLL_BAR.steps[frame.step] ?? (frame.step ? stepName(frame.step) : GAME.over))),
    make("ol", { class: "phases", "aria-label": BAR.phases }, PHASES.map((phase, index) => pill(phase, index, frame))),
    make("p", { class: "supply" }, make("span", { "data-counts": "pool", "data-count": pool }, ROLL_BAR.pool(pool)), ROLL_BAR.bag(frame.bag)),
    barButtons(view, ROLL_BAR.noUndo),
  );
}

function pill(phase, index, frame) {
  const isKnown = frame.occurring.length > 0;
  const isOccurring = frame.occurring.includes(phase);
  const isNow = frame.step === phase;
  const isDone = isOccurring && !isNow && !frame.steps.includes(phase);
  const state = isNow ? "now" : isDone ? "done" : isOccurring ? "next" : isKnown ? "off" : "unknown";
  return phasePill(phase, state, make("span", { class: "roman" }, ROMAN[index]), stepName(phase), STATES);
}

/** A player's part of the summary of a round. */
function describeRound({ selected, built, vp, credits, dice, goods, tiles }, { cards }) {
  return {
    actions: selected.map((phase) => make("span", { class: "action" }, stepName(phase))),
    parts: [
      built.length > 0 && [part(`${ROLL_PAUSE.built} `), names(built, cards)],
      vp > 0 && part(symbol("chips"), PAUSE.vp(vp)),
      credits > 0 && part(ROLL_PAUSE.credits(credits)),
      dice > 0 && part(ROLL_PAUSE.dice(dice)),
      goods > 0 && part(symbol("produce"), PAUSE.produced(goods)),
      tiles > 0 && part(ROLL_PAUSE.tiles(tiles)),
    ],
  };
}

// --- keys: each entry has one, and arrow keys move between buttons

/** Handle a key; return whether it did anything. */
function press({ key, target }, table) {
  if (key === "Enter" && !target.closest?.("button, a, summary") && table.goOn()) return true;
  if (WAYS[key]) return move(WAYS[key], target, table.root);
  if (key === "Escape") {
    if (!table.close()) table.clear();
    return true;
  }
  if (key === "Enter") return !target.closest?.("button, a, summary") || target.matches(".option[data-do=more]") ? table.confirm() : false;
  const command = COMMANDS[key.toLowerCase()];
  if (command) {
    table.perform(command, target);
    return true;
  }
  return table.takeKey(key);
}

function move(step, target, root) {
  if (target.matches?.(".entries")) return false;
  const group = target.closest?.("[data-group], .tableau-of, .construction") ?? root.querySelector("#ask .controls");
  const items = [...(group?.querySelectorAll("[data-item]:enabled") ?? [])];
  const index = items.indexOf(target);
  const next = items[index < 0 ? 0 : index + step];
  next?.focus();
  return Boolean(next);
}
