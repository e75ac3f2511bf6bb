// The table: renders a frame, keeps what is marked, and hands on what is answered.
//
// `renderTable(root, frame, handlers)` is all that others need. It knows no socket and invents no
// state: whatever is shown stands in the frame, but for marks that are not answered yet.

import { asksActions, chosenPair, inPairs, toggleAction, togglePrestige } from "./actions.js";
import { askBar } from "./ask.js";
import { bar } from "./bar.js";
import { lay, make } from "./dom.js";
import { hand } from "./hand.js";
import { keepReachable, watchKeys } from "./keys.js";
import { watchLooks } from "./large.js";
import { log } from "./log.js";
import { closeMenu, openMenu } from "./menu.js";
import { moving } from "./motion.js";
import { besides } from "./parts.js";
import { pause } from "./pause.js";
import { amiss, answerOf, canTake, changeWay, freshMarks, optionsOn, suggested, toggle } from "./picking.js";
import { seats } from "./players.js";
import { scores } from "./scores.js";
import { isOn, turn, whenTurned } from "./settings.js";
import { ASK, BAR, LOG } from "./table-words.js";

const NARROW = matchMedia("(max-width: 60rem)");
const NOT_ASKED = { why: [ASK.notAsked], rule: null };
const tables = new WeakMap(); // by the element that holds one

/** Show a frame in an element.
 *
 * handlers, each of which may be missing: answer(ask, answer), undo(), pass(seat), again(), help(),
 * say(text); home and review are addresses, connection is {state, text}. Without `answer` the
 * table is for looking only.
 */
export function renderTable(root, frame, handlers = {}) {
  let table = tables.get(root);
  if (!table) {
    table = new Table(root);
    tables.set(root, table);
  }
  table.take(frame, handlers);
}

/** Take everything off the table, so that the next who looks sees nothing of it. */
export function clearTable(root) {
  root.replaceChildren();
}

/** Show why an answer was refused: what was sent may be answered again. */
export function showRefusal(root, refusal) {
  tables.get(root)?.refuse({ card: null, why: [refusal.why], rule: refusal.rule });
}

class Table {
  constructor(root) {
    this.root = root;
    this.frame = null;
    this.asked = ""; // the ask that the marks belong to
    this.sent = false;
    this.refusal = null;
    this.isUsed = false; // whether anything was answered here
    this.heard = 0; // so many entries of the log have been seen
    this.showLog = !NARROW.matches;
    this.rounds = new Map(); // by seat, the round that its eyes saw last
    this.pause = null; // what happened in the last round, until somebody goes on
    root.classList.add("table");
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.change(event));
    watchKeys(this);
    this.looks = watchLooks(root, () => this.frame);
    whenTurned(() => this.frame && this.adjust());
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
    if (!this.connected) this.sent = false; // whether it was heard, the next frame tells
    this.notePause();
    const asked = JSON.stringify({ ...this.ask, suggest: null });
    if (asked !== this.asked) {
      this.sent = false;
      this.asked = asked;
      this.marks = { ...freshMarks(), actions: new Set(), prestige: false, hint: this.asks && isOn("advice") };
      closeMenu(this.root);
    }
    this.render(true);
    // What is pressed is disabled while its answer is under way, and loses the focus by that.
    if (this.isUsed && document.activeElement === document.body) this.focusAsk();
    if (last?.log.length !== frame.log.length) this.scrollLog();
  }

  /** A round has ended before these eyes: say what happened in it. */
  notePause() {
    const { seat, round, last_round: ended } = this.frame;
    const before = this.rounds.get(seat);
    this.rounds.set(seat, round);
    if (before === round) return;
    const isNews = before > 0 && before < round && seat !== null;
    this.pause = isNews && ended && this.asks && !this.frame.over && isOn("pauses") ? ended : null;
  }

  /** Whether anything can be answered here at all. */
  get asks() {
    return Boolean(this.handlers.answer);
  }

  /** Show everything as it is now. isNews: it may be elsewhere than it was, which is shown. */
  render(isNews = false) {
    const focused = this.root.contains(document.activeElement);
    const shown = this.shown();
    const fresh = make(
      "div",
      {},
      bar(shown),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.besideGoals }, besides(shown), log(shown)),
      make("main", { class: "board", "data-key": "board" }, seats(shown), this.pause && pause(this.pause, shown)),
      make(
        "footer",
        { class: "dock", "data-key": "dock" },
        this.frame.over ? scores(shown) : askBar(shown),
        !this.frame.over && hand(shown),
      ),
    );
    fresh.id = this.root.id;
    fresh.className = ["table", this.showLog && "with-log", this.frame.over && "over"].filter(Boolean).join(" ");
    const change = () => {
      lay(fresh, this.root);
      count(this.root);
    };
    if (isNews) moving(this.root, change);
    else change();
    keepReachable(this.root);
    if (focused && !this.root.contains(document.activeElement)) this.focusAsk();
  }

  shown() {
    const { frame, ask, marks, refusal, heard, showLog, handlers, connected } = this;
    const ready = Boolean(ask && handlers.answer && !this.sent && connected);
    return { frame, ask, marks, refusal, heard, showLog, handlers, connected, ready };
  }

  /** What had the focus is gone: go on where something is to be done. */
  focusAsk() {
    const wanted = ["#ask [data-item]:enabled:not(.named)", "#hand .can", "#confirm", "#scores", "#ask"];
    const next = wanted.map((one) => this.root.querySelector(one)).find(Boolean);
    next?.focus({ preventScroll: true });
  }

  scrollLog() {
    const entries = this.root.querySelector("#log .entries");
    entries.scrollTop = entries.scrollHeight;
  }

  click(event) {
    if (!event.target.closest(".pause")) this.goOn();
    const done = event.target.closest("[data-do]");
    if (done) {
      this.perform(done.dataset.do, done);
      return;
    }
    const card = event.target.closest("[data-card]");
    if (card) this.clickCard(Number(card.dataset.card), card);
  }

  change(event) {
    if (event.target.name === "pauses") turn("pauses", event.target.checked);
    if (event.target.dataset.do !== "way") return;
    changeWay(this.ask, this.marks, Number(event.target.value));
    this.render();
  }

  perform(name, element) {
    const actions = {
      option: () => this.answer(JSON.parse(element.dataset.option)),
      action: () => this.mark(() => toggleAction(this.marks, element.dataset.action)),
      confirm: () => this.confirm(),
      suggest: () => this.follow(),
      clear: () => this.clear(),
      hint: () => this.hint(element),
      prestige: () => this.mark(() => togglePrestige(this.ask, this.marks)),
      undo: () => this.undo(),
      pass: () => this.handlers.pass?.(Number(element.value)),
      log: () => this.toggleLog(),
      help: () => this.handlers.help?.(),
      people: () => this.handlers.people?.open(),
      again: () => this.handlers.again?.(),
      "go-on": () => this.goOn(),
    };
    actions[name]?.();
  }

  /** Change marks, and show them. */
  mark(change) {
    if (!this.shown().ready) return;
    this.refusal = null;
    change();
    this.render();
  }

  /** Show what a bot would choose, or no longer. */
  hint(button) {
    const { ask, marks } = this;
    if (!ask?.suggest) return;
    this.mark(() => (marks.hint = !marks.hint));
    // Enter then takes what is hinted, or confirms; it does not press the button once more.
    if (marks.hint && button.id === "hint" && ask.form === "choice") this.root.querySelector("[data-item][data-hint]")?.focus();
  }

  /** Mark what a bot would mark; Enter then confirms it. */
  follow() {
    this.mark(() => Object.assign(this.marks, suggested(this.ask)));
    this.root.querySelector("#confirm")?.focus();
  }

  /** A switch was turned. */
  adjust() {
    if (this.ask) this.marks.hint = this.asks && isOn("advice");
    this.render();
  }

  /** Put away what was said of the last round; whether it was there. */
  goOn() {
    if (!this.pause) return false;
    this.pause = null;
    this.render();
    return true;
  }

  /** Close the card that is shown large; whether one was. pinned: only one that stays by itself. */
  close(pinned = false) {
    return (!pinned || this.looks.isPinned()) && this.looks.close();
  }

  /** Take the last answer back, or say why that cannot be. */
  undo() {
    if (!this.connected || !this.handlers.undo) return;
    if (this.frame.undo) {
      this.handlers.undo();
      return;
    }
    this.refusal = { card: null, why: [BAR.noUndo], rule: null };
    this.render();
    this.handlers.say?.(BAR.noUndo);
  }

  /** Take back what is marked and said. */
  clear() {
    closeMenu(this.root);
    this.mark(() => {
      this.marks.picked.clear();
      this.marks.actions.clear();
    });
  }

  clickCard(card, element) {
    const { ask } = this;
    if (!ask || !this.shown().ready) return;
    if (!canTake(ask, card)) {
      this.refuse({ card, ...(ask.why_not?.[card] ?? NOT_ASKED) });
      return;
    }
    if (ask.form !== "choice") {
      this.mark(() => toggle(ask, this.marks, card));
      return;
    }
    const options = optionsOn(ask, card);
    if (options.length === 1) this.answer(options[0].answer);
    else openMenu(this.root, element, options, this.shown());
  }

  confirm() {
    const { ask, marks } = this;
    if (!ask || !this.shown().ready) return;
    if (asksActions(ask)) {
      const pair = inPairs(ask) && chosenPair(ask, marks);
      if (pair) this.answer(pair.answer);
      return;
    }
    if (ask.form === "choice") return;
    const wrong = amiss(ask, marks);
    if (wrong) this.refuse({ card: null, why: [wrong], rule: ask.rule });
    else this.answer(answerOf(ask, marks));
  }

  answer(answer) {
    if (!this.shown().ready) return;
    closeMenu(this.root);
    this.isUsed = true;
    this.sent = true;
    this.pause = null;
    this.refusal = null;
    const { ask } = this;
    this.render();
    this.handlers.answer(ask, answer);
  }

  refuse(refusal) {
    this.sent = false;
    this.refusal = refusal;
    this.render();
    const said = this.root.querySelector("#ask .refusal");
    if (said) this.handlers.say?.(said.textContent);
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.render();
    if (this.showLog) this.scrollLog();
  }
}

/** Tell the style how many cards lie in each tableau: they share the room that there is. */
function count(root) {
  for (const tableau of root.querySelectorAll(".tableau")) {
    tableau.style.setProperty("--count", Math.max(1, tableau.children.length));
  }
}
