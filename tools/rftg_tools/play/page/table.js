// The table: renders frames, holds the current marks, and sends answers.
//
// Callers only need `renderTable(root, frame, handlers)`. The table opens no connection and adds no
// state: apart from unanswered marks, everything it shows is in the frame.

import { asksActions, chosenPair, choosesPair, toggleAction, togglePrestige } from "./actions.js";
import { askBar } from "./ask.js";
import { bar } from "./bar.js";
import { updateElement, make } from "./dom.js";
import { hand } from "./hand.js";
import { keepReachable, watchKeys } from "./keys.js";
import { watchLooks } from "./large.js";
import { log } from "./log.js";
import { closeMenu, openMenu } from "./menu.js";
import { animateChange } from "./motion.js";
import { sideParts } from "./parts.js";
import { pause } from "./pause.js";
import { validationError, answerOf, canTake, choosePayment, freshMarks, optionsOn, suggestedMarks, toggle } from "./picking.js";
import { seats } from "./players.js";
import { scores } from "./scores.js";
import { isOn, setSwitch, onSwitch } from "./settings.js";
import { ASK, BAR, LOG } from "./table-words.js";

const NARROW = matchMedia("(max-width: 60rem)");
const NOT_ASKED = { why: [ASK.notAsked], rule: null };
const tables = new WeakMap(); // by root element

/** Show a frame in an element.
 *
 * All handlers are optional: answer(ask, answer), undo(), pass(seat), again(), help(), say(text);
 * home and review are addresses, connection is {state, text}. Without `answer` the table is
 * read-only.
 */
export function renderTable(root, frame, handlers = {}) {
  let table = tables.get(root);
  if (!table) {
    table = new Table(root);
    tables.set(root, table);
  }
  table.take(frame, handlers);
}

/** Remove everything, so that the next viewer sees nothing of it. */
export function clearTable(root) {
  root.replaceChildren();
}

/** Show why an answer was refused, and let the player answer again. */
export function showRefusal(root, refusal) {
  tables.get(root)?.refuse({ card: null, why: [refusal.why], rule: refusal.rule });
}

class Table {
  constructor(root) {
    this.root = root;
    this.frame = null;
    this.asked = ""; // the decision that the marks belong to
    this.sent = false;
    this.refusal = null;
    this.isUsed = false; // whether any answer was given here
    this.heard = 0; // number of log entries already seen
    this.showLog = !NARROW.matches;
    this.rounds = new Map(); // the last round that each seat has seen
    this.pause = null; // the summary of the last round, until the player continues
    root.classList.add("table");
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.change(event));
    watchKeys(this);
    this.looks = watchLooks(root, () => this.frame);
    onSwitch(() => this.frame && this.adjust());
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
    if (!this.connected) this.sent = false; // the next frame shows whether the answer arrived
    this.notePause();
    const askKey = JSON.stringify({ ...this.ask, suggest: null });
    if (askKey !== this.asked) {
      this.sent = false;
      this.asked = askKey;
      this.marks = { ...freshMarks(), actions: new Set(), prestige: false, hint: this.asks && isOn("advice") };
      closeMenu(this.root);
    }
    this.render(true);
    // A pressed button is disabled while its answer is sent, which takes the focus from it.
    if (this.isUsed && document.activeElement === document.body) this.focusAsk();
    if (last?.log.length !== frame.log.length) this.scrollLog();
  }

  /** Show the round summary if this seat has seen a round end. */
  notePause() {
    const { seat, round, last_round: ended } = this.frame;
    const previous = this.rounds.get(seat);
    this.rounds.set(seat, round);
    if (previous === round) return;
    const isNews = previous > 0 && previous < round && seat !== null;
    this.pause = isNews && ended && this.asks && !this.frame.over && isOn("pauses") ? ended : null;
  }

  /** Whether the table accepts answers. */
  get asks() {
    return Boolean(this.handlers.answer);
  }

  /** Render the current state. isNews: animate what moved. */
  render(isNews = false) {
    const focused = this.root.contains(document.activeElement);
    const view = this.view();
    const fresh = make(
      "div",
      {},
      bar(view),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.besideGoals }, sideParts(view), log(view)),
      make("main", { class: "board", "data-key": "board" }, seats(view), this.pause && pause(this.pause, view)),
      make(
        "footer",
        { class: "dock", "data-key": "dock" },
        this.frame.over ? scores(view) : askBar(view),
        !this.frame.over && hand(view),
      ),
    );
    fresh.id = this.root.id;
    fresh.className = ["table", this.showLog && "with-log", this.frame.over && "over"].filter(Boolean).join(" ");
    const change = () => {
      updateElement(fresh, this.root);
      setCardCounts(this.root);
    };
    if (isNews) animateChange(this.root, change);
    else change();
    keepReachable(this.root);
    if (focused && !this.root.contains(document.activeElement)) this.focusAsk();
  }

  view() {
    const { frame, ask, marks, refusal, heard, showLog, handlers, connected } = this;
    const ready = Boolean(ask && handlers.answer && !this.sent && connected);
    return { frame, ask, marks, refusal, heard, showLog, handlers, connected, ready };
  }

  /** Focus the next thing to do, after the focused element is gone. */
  focusAsk() {
    const selectors = ["#ask [data-item]:enabled:not(.named)", "#hand .can", "#confirm", "#scores", "#ask"];
    const next = selectors.map((selector) => this.root.querySelector(selector)).find(Boolean);
    next?.focus({ preventScroll: true });
  }

  scrollLog() {
    const entries = this.root.querySelector("#log .entries");
    entries.scrollTop = entries.scrollHeight;
  }

  click(event) {
    if (!event.target.closest(".pause")) this.goOn();
    const button = event.target.closest("[data-do]");
    if (button) {
      this.perform(button.dataset.do, button);
      return;
    }
    const card = event.target.closest("[data-card]");
    if (card) this.clickCard(Number(card.dataset.card), card);
  }

  change(event) {
    if (event.target.name === "pauses") setSwitch("pauses", event.target.checked);
    if (event.target.dataset.do !== "way") return;
    choosePayment(this.ask, this.marks, Number(event.target.value));
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

  /** Change the marks, and render them. */
  mark(change) {
    if (!this.view().ready) return;
    this.refusal = null;
    change();
    this.render();
  }

  /** Show or hide the bot's choice. */
  hint(button) {
    const { ask, marks } = this;
    if (!ask?.suggest) return;
    this.mark(() => (marks.hint = !marks.hint));
    // Enter then takes the hinted option, instead of pressing the button again.
    if (marks.hint && button.id === "hint" && ask.form === "choice") this.root.querySelector("[data-item][data-hint]")?.focus();
  }

  /** Mark the cards a bot would mark; Enter then confirms. */
  follow() {
    this.mark(() => Object.assign(this.marks, suggestedMarks(this.ask)));
    this.root.querySelector("#confirm")?.focus();
  }

  /** Apply a changed setting. */
  adjust() {
    if (this.ask) this.marks.hint = this.asks && isOn("advice");
    this.render();
  }

  /** Dismiss the round summary; return whether there was one. */
  goOn() {
    if (!this.pause) return false;
    this.pause = null;
    this.render();
    return true;
  }

  /** Close the enlarged card; return whether it was open. pinned: close it only if it is pinned. */
  close(pinned = false) {
    return (!pinned || this.looks.isPinned()) && this.looks.close();
  }

  /** Undo the last answer, or say why that is impossible. */
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

  /** Remove all marks and messages. */
  clear() {
    closeMenu(this.root);
    this.mark(() => {
      this.marks.picked.clear();
      this.marks.actions.clear();
    });
  }

  clickCard(card, element) {
    const { ask } = this;
    if (!ask || !this.view().ready) return;
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
    else openMenu(this.root, element, options, this.view());
  }

  confirm() {
    const { ask, marks } = this;
    if (!ask || !this.view().ready) return;
    if (asksActions(ask)) {
      const pair = choosesPair(ask) && chosenPair(ask, marks);
      if (pair) this.answer(pair.answer);
      return;
    }
    if (ask.form === "choice") return;
    const error = validationError(ask, marks);
    if (error) this.refuse({ card: null, why: [error], rule: ask.rule });
    else this.answer(answerOf(ask, marks));
  }

  answer(answer) {
    if (!this.view().ready) return;
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
    const message = this.root.querySelector("#ask .refusal");
    if (message) this.handlers.say?.(message.textContent);
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.render();
    if (this.showLog) this.scrollLog();
  }
}

/** Set the number of cards in each tableau for the style sheet, which sizes them. */
function setCardCounts(root) {
  for (const tableau of root.querySelectorAll(".tableau")) {
    tableau.style.setProperty("--count", Math.max(1, tableau.children.length));
  }
}
