// The Roll table: renders frames, holds the current picks, and sends answers.
//
// A question identifies items and places by keys. Any element with such a key can be dragged,
// clicked or chosen in the list. This module contains no rules of the game.

import { updateElement, make } from "./dom.js";
import { log } from "./log.js";
import { animateChange } from "./motion.js";
import { markButton } from "./marks.js";
import { askBar, entryOf } from "./roll-ask.js";
import { rollBar } from "./roll-bar.js";
import { tileFace } from "./roll-dice.js";
import { watchDrags } from "./roll-drag.js";
import { watchKeys } from "./roll-keys.js";
import { otherBoards } from "./roll-others.js";
import { ownBoard } from "./roll-own.js";
import { validationError, answerOf, freshMarks, keysOf, listEntries, matchingOptions, addOne, setAmount } from "./roll-picking.js";
import { rollScores } from "./roll-scores.js";
import { ROLL, ROLL_ASK, TILE } from "./roll-words.js";
import { LOG } from "./table-words.js";

const NARROW = matchMedia("(max-width: 60rem)");
const CLICK_DELAY = 50; // ms after a drag during which a click is ignored
const tables = new WeakMap();

/** Show a frame in an element. handlers: see `renderTable`. */
export function renderRoll(root, frame, handlers = {}) {
  let table = tables.get(root);
  if (!table) {
    table = new RollTable(root);
    tables.set(root, table);
  }
  table.take(frame, handlers);
}

/** Show why an answer was refused. */
export function showRollRefusal(root, refusal) {
  tables.get(root)?.refuse(refusal.why);
}

class RollTable {
  constructor(root) {
    this.root = root;
    this.frame = null;
    this.asked = "";
    this.sent = false;
    this.refusal = null;
    this.isUsed = false;
    this.heard = 0;
    this.chain = null; // the rest of a move: the answer to the next question
    this.look = null; // the enlarged face
    this.dragged = -CLICK_DELAY;
    this.showLog = !NARROW.matches;
    root.addEventListener("click", (event) => this.click(event));
    watchDrags(this);
    watchKeys(this);
  }

  get ask() {
    return this.frame?.asks[0] ?? null;
  }

  get connected() {
    return this.handlers.connection?.state !== "waiting";
  }

  take(frame, handlers) {
    const last = this.frame;
    this.heard = last && last.log.length <= frame.log.length ? last.log.length : frame.log.length;
    this.frame = frame;
    this.handlers = handlers;
    if (last?.turn !== frame.turn) this.refusal = null;
    if (!this.connected) this.sent = false;
    const askKey = JSON.stringify(this.ask);
    const isNewAsk = askKey !== this.asked;
    if (isNewAsk) {
      this.asked = askKey;
      this.sent = false;
      this.marks = freshMarks();
    }
    this.render(true);
    if (this.chain) this.goOnMoving();
    if (this.isUsed && document.activeElement === document.body) this.focusAsk();
    if (last?.log.length !== frame.log.length) this.scrollLog();
    if (frame.over && !last?.over) scrollTo(0, 0);
    if (isNewAsk) this.root.querySelector(".board .can")?.scrollIntoView({ block: "nearest" });
  }

  view() {
    const { frame, ask, marks, refusal, heard, showLog, handlers, connected } = this;
    const ready = Boolean(ask && handlers.answer && !this.sent && connected);
    return { frame, ask, marks, refusal, heard, showLog, handlers, connected, ready };
  }

  render(isNews = false) {
    const focused = this.root.contains(document.activeElement);
    const view = this.view();
    const fresh = make(
      "div",
      {},
      rollBar(view),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.title }, log(view)),
      make("main", { class: "board", "data-key": "board" }, otherBoards(view), ownBoard(view)),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? rollScores(view) : askBar(view)),
      this.look !== null && this.large(),
    );
    fresh.id = this.root.id;
    fresh.className = ["table", "roll", this.showLog && "with-log", this.frame.over && "over"].filter(Boolean).join(" ");
    if (view.ready) mark(fresh, view);
    const change = () => updateElement(fresh, this.root);
    if (isNews) animateChange(this.root, change);
    else change();
    if (focused && !this.root.contains(document.activeElement)) this.focusAsk();
  }

  large() {
    const facts = this.frame.cards[this.look];
    const printed = facts.faces ?? [];
    return make(
      "div",
      { class: "large", role: "dialog", "aria-label": TILE.spoken(facts), "data-key": "large", "data-do": "close" },
      printed.length > 0 && make("div", { class: "printed" }, printed.map((src, index) => make("img", { src, alt: TILE.printed(facts.title, index), width: 500, height: 500 }))),
      tileFace(this.look, this.frame.cards),
      markButton(this.look),
      make("button", { type: "button", "data-do": "close" }, ROLL.close),
    );
  }

  focusAsk() {
    const selectors = ["#ask [data-item]:enabled", "#confirm", "#scores", "#ask"];
    selectors.map((selector) => this.root.querySelector(selector)).find(Boolean)?.focus({ preventScroll: true });
  }

  scrollLog() {
    const entries = this.root.querySelector("#log .entries");
    if (entries) entries.scrollTop = entries.scrollHeight;
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

  perform(name, element) {
    const index = Number(element?.dataset?.at);
    const actions = {
      entry: () => this.takeEntry(index),
      more: () => this.change(() => addOne(this.ask.things[index], this.ask, this.marks)),
      less: () => this.change(() => setAmount(this.ask.things[index], (this.marks.amounts.get(this.ask.things[index].key) ?? 0) - 1, this.ask, this.marks)),
      confirm: () => this.confirm(),
      clear: () => this.clear(),
      hint: () => this.ask?.suggest && this.change(() => (this.marks.hint = !this.marks.hint)),
      undo: () => this.frame.undo && this.connected && this.handlers.undo?.(),
      pass: () => this.handlers.pass?.(Number(element.value)),
      log: () => this.toggleLog(),
      help: () => this.handlers.help?.(),
      people: () => this.handlers.people?.open(),
      again: () => this.handlers.again?.(),
      close: () => this.close(),
    };
    actions[name]?.();
  }

  /** Take the n-th entry of the list, or mark one more of the n-th item. */
  takeEntry(index) {
    if (!this.view().ready) return false;
    if (this.ask.form !== "choice") {
      if (!this.ask.things[index]) return false;
      this.change(() => addOne(this.ask.things[index], this.ask, this.marks));
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
      if (choice) this.change(() => addOne(choice, ask, marks));
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

  change(alter) {
    if (!this.view().ready) return;
    this.refusal = null;
    alter();
    this.render();
  }

  clear() {
    this.marks = freshMarks();
    this.render();
  }

  confirm() {
    const { ask, marks } = this;
    if (!ask || ask.form === "choice" || !this.view().ready) return false;
    const error = validationError(ask, marks);
    if (error) this.refuse(`${ROLL_ASK.choose(error)}.`);
    else this.answer(answerOf(ask, marks));
    return true;
  }

  /** Answer the question. then: the answer to the next question, for moves that take two. */
  answer(answer, then = []) {
    if (!this.view().ready) return;
    this.chain = then.length ? { answer: JSON.stringify(then), turn: this.frame.turn } : null;
    this.isUsed = true;
    this.sent = true;
    this.refusal = null;
    const { ask } = this;
    this.render();
    this.handlers.answer(ask, answer);
  }

  /** Send the rest of a move, if it is asked for. */
  goOnMoving() {
    const { chain, ask, frame } = this;
    if (frame.turn === chain.turn || !this.view().ready) return;
    this.chain = null;
    const option = ask.options?.find((candidate) => JSON.stringify(candidate.answer) === chain.answer);
    if (option) this.answer(option.answer);
  }

  refuse(why) {
    this.sent = false;
    this.refusal = why;
    this.render();
    this.handlers.say?.(why);
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.render();
    if (this.showLog) this.scrollLog();
  }
}

/** Mark the items that can be picked, the picked items, and the places they can go. */
function mark(fresh, { ask, marks }) {
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
