// The table of Roll: renders a frame, keeps what is picked, and hands on what is answered.
//
// A question names what can be picked and where it can go by keys; whatever stands on the page with
// such a key can be dragged, clicked or chosen in the list. No rule of the game is known here.

import { lay, make } from "./dom.js";
import { log } from "./log.js";
import { moving } from "./motion.js";
import { markButton } from "./marks.js";
import { askBar, entryOf } from "./roll-ask.js";
import { rollBar } from "./roll-bar.js";
import { tileFace } from "./roll-dice.js";
import { watchDrags } from "./roll-drag.js";
import { watchKeys } from "./roll-keys.js";
import { otherBoards } from "./roll-others.js";
import { ownBoard } from "./roll-own.js";
import { amiss, answerOf, freshMarks, keysOf, listed, matching, more, set } from "./roll-picking.js";
import { rollScores } from "./roll-scores.js";
import { ROLL, ROLL_ASK, TILE } from "./roll-words.js";
import { LOG } from "./table-words.js";

const NARROW = matchMedia("(max-width: 60rem)");
const JUST = 50; // ms within which a click belongs to the drag before it
const tables = new WeakMap();

/** Show a frame in an element. handlers: as for the table of Race. */
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
    this.chain = null; // what the next question is answered with: the rest of a move
    this.look = null; // the face that is shown large
    this.dragged = -JUST;
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
    const asked = JSON.stringify(this.ask);
    const isNew = asked !== this.asked;
    if (isNew) {
      this.asked = asked;
      this.sent = false;
      this.marks = freshMarks();
    }
    this.render(true);
    if (this.chain) this.goOnMoving();
    if (this.isUsed && document.activeElement === document.body) this.focusAsk();
    if (last?.log.length !== frame.log.length) this.scrollLog();
    if (frame.over && !last?.over) scrollTo(0, 0);
    if (isNew) this.root.querySelector(".board .can")?.scrollIntoView({ block: "nearest" });
  }

  shown() {
    const { frame, ask, marks, refusal, heard, showLog, handlers, connected } = this;
    const ready = Boolean(ask && handlers.answer && !this.sent && connected);
    return { frame, ask, marks, refusal, heard, showLog, handlers, connected, ready };
  }

  render(isNews = false) {
    const focused = this.root.contains(document.activeElement);
    const shown = this.shown();
    const fresh = make(
      "div",
      {},
      rollBar(shown),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.title }, log(shown)),
      make("main", { class: "board", "data-key": "board" }, otherBoards(shown), ownBoard(shown)),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? rollScores(shown) : askBar(shown)),
      this.look !== null && this.large(),
    );
    fresh.id = this.root.id;
    fresh.className = ["table", "roll", this.showLog && "with-log", this.frame.over && "over"].filter(Boolean).join(" ");
    if (shown.ready) mark(fresh, shown);
    const change = () => lay(fresh, this.root);
    if (isNews) moving(this.root, change);
    else change();
    if (focused && !this.root.contains(document.activeElement)) this.focusAsk();
  }

  large() {
    const facts = this.frame.cards[this.look];
    const printed = facts.faces ?? [];
    return make(
      "div",
      { class: "large", role: "dialog", "aria-label": TILE.spoken(facts), "data-key": "large", "data-do": "close" },
      printed.length > 0 && make("div", { class: "printed" }, printed.map((src, at) => make("img", { src, alt: TILE.printed(facts.title, at), width: 500, height: 500 }))),
      tileFace(this.look, this.frame.cards),
      markButton(this.look),
      make("button", { type: "button", "data-do": "close" }, ROLL.close),
    );
  }

  focusAsk() {
    const wanted = ["#ask [data-item]:enabled", "#confirm", "#scores", "#ask"];
    wanted.map((one) => this.root.querySelector(one)).find(Boolean)?.focus({ preventScroll: true });
  }

  scrollLog() {
    const entries = this.root.querySelector("#log .entries");
    if (entries) entries.scrollTop = entries.scrollHeight;
  }

  click(event) {
    if (event.timeStamp - this.dragged < JUST) return;
    const look = event.target.closest("[data-look]");
    const can = event.target.closest(".can[data-pick], .drop[data-drop]");
    const done = event.target.closest("[data-do]");
    if (done) this.perform(done.dataset.do, done);
    else if (can && !(look && !can.contains(look))) this.clickItem(can);
    else if (look) this.show(Number(look.dataset.look));
  }

  show(face) {
    this.look = face;
    this.render();
    this.root.querySelector(".large button[data-do=close]")?.focus();
  }

  close() {
    const was = this.look !== null;
    this.look = null;
    if (was) this.render();
    return was;
  }

  perform(name, element) {
    const at = Number(element?.dataset?.at);
    const actions = {
      entry: () => this.takeEntry(at),
      more: () => this.change(() => more(this.ask.things[at], this.ask, this.marks)),
      less: () => this.change(() => set(this.ask.things[at], (this.marks.amounts.get(this.ask.things[at].key) ?? 0) - 1, this.ask, this.marks)),
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

  /** Take the n-th entry of the list, or mark one more of the n-th thing. */
  takeEntry(at) {
    if (!this.shown().ready) return false;
    if (this.ask.form !== "choice") {
      if (!this.ask.things[at]) return false;
      this.change(() => more(this.ask.things[at], this.ask, this.marks));
      return true;
    }
    const entry = listed(this.ask, this.marks)[at];
    if (!entry) return false;
    if (entry.option) this.answer(entry.option.answer, entry.option.then);
    else this.choose(entry.end, entry.key);
    return true;
  }

  takeKey(key) {
    const at = entryOf(key);
    return at >= 0 && Boolean(this.ask) && this.takeEntry(at);
  }

  /** A die, a tile or a place was clicked. */
  clickItem(item) {
    const { ask, marks } = this;
    if (!ask || !this.shown().ready) return;
    if (ask.form !== "choice") {
      const thing = ask.things.find((one) => one.key === item.dataset.pick);
      if (thing) this.change(() => more(thing, ask, marks));
      return;
    }
    const { pick, drop } = item.dataset;
    if (drop && marks.pick && keysOf(ask, marks, "drop").has(drop)) this.choose("drop", drop);
    else if (pick && keysOf(ask, freshMarks(), "pick").has(pick)) this.choose("pick", marks.pick === pick ? "" : pick);
    else if (drop) this.choose("drop", marks.drop === drop ? "" : drop);
  }

  /** Choose one end of an answer; where that leaves one, it is given. */
  choose(end, key) {
    const { ask, marks } = this;
    marks[end] = key;
    if (!matching(ask, marks).length) Object.assign(marks, freshMarks(), { [end]: key });
    const found = key ? matching(ask, marks) : [];
    if (found.length === 1) {
      this.answer(found[0].answer, found[0].then);
      return;
    }
    this.refusal = null;
    this.render();
    if (!this.root.contains(document.activeElement) || document.activeElement.closest("#ask")) this.focusAsk();
  }

  // --- dragging

  pickUp(key) {
    if (this.ask?.form !== "choice" || !this.shown().ready) return;
    Object.assign(this.marks, freshMarks(), { pick: key });
    this.render();
  }

  drop(pick, key) {
    if (this.ask?.form !== "choice") return;
    Object.assign(this.marks, freshMarks(), { pick });
    this.choose("drop", key);
  }

  /** What was dragged was laid down where nothing takes it. */
  lay(key) {
    if (this.marks.pick === key) this.clear();
  }

  // --- answers

  change(alter) {
    if (!this.shown().ready) return;
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
    if (!ask || ask.form === "choice" || !this.shown().ready) return false;
    const wrong = amiss(ask, marks);
    if (wrong) this.refuse(`${ROLL_ASK.choose(wrong)}.`);
    else this.answer(answerOf(ask, marks));
    return true;
  }

  /** Answer what is asked. then: the answer to what is asked next, where a move takes both. */
  answer(answer, then = []) {
    if (!this.shown().ready) return;
    this.chain = then.length ? { answer: JSON.stringify(then), turn: this.frame.turn } : null;
    this.isUsed = true;
    this.sent = true;
    this.refusal = null;
    const { ask } = this;
    this.render();
    this.handlers.answer(ask, answer);
  }

  /** Give the rest of a move, if it is asked for. */
  goOnMoving() {
    const { chain, ask, frame } = this;
    if (frame.turn === chain.turn || !this.shown().ready) return;
    this.chain = null;
    const option = ask.options?.find((one) => JSON.stringify(one.answer) === chain.answer);
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

/** Mark what can be picked, what is, and where it can go. */
function mark(fresh, { ask, marks }) {
  const choice = ask.form === "choice";
  const picks = choice ? keysOf(ask, freshMarks(), "pick") : new Set(ask.things.map((one) => one.key));
  const drops = choice ? keysOf(ask, marks, "drop") : new Set();
  const counted = new Map(marks.amounts);
  for (const item of fresh.querySelectorAll("[data-pick]")) {
    const { pick } = item.dataset;
    if (!picks.has(pick)) continue;
    item.classList.add("can");
    const many = counted.get(pick) ?? 0;
    if (marks.pick === pick || many > 0) item.classList.add("picked");
    if (many > 0) counted.set(pick, many - 1);
  }
  for (const item of fresh.querySelectorAll("[data-drop]")) {
    if (drops.has(item.dataset.drop)) item.classList.add("drop");
  }
}
