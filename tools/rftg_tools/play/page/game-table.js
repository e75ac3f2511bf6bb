// The base of every game's table: holds the frame, marks and messages, and sends answers.
//
// A table opens no connection and adds no state: apart from unanswered marks, everything it shows is
// in the frame.

import { make, updateElement } from "./dom.js";
import { animateChange } from "./motion.js";
import { isOn, NARROW, onSwitch, setSwitch } from "./settings.js";

const WIDE = matchMedia("(min-width: 60.01rem)"); // with a side panel
const tables = new WeakMap(); // by root element

/** Show a frame in an element, with a new table if it has none yet. */
export function showFrame(Table, root, frame, handlers) {
  if (!tables.has(root)) tables.set(root, new Table(root));
  tables.get(root).take(frame, handlers);
}

/** Show why an answer was refused, and let the player answer again. */
export function showRefusal(root, refusal) {
  tables.get(root)?.refuse({ card: null, why: [refusal.why], rule: refusal.rule });
}

/** Base class of tables. Subclasses override its first group of methods. */
export class GameTable {
  constructor(root) {
    this.root = root;
    this.frame = null;
    this.marks = null;
    this.askedFor = ""; // key of the question that the marks belong to
    this.sent = false;
    this.refusal = null;
    this.isUsed = false; // whether any answer was given here
    this.chain = null; // the rest of a move: answers to the next questions (see `answer`)
    this.heard = 0; // number of log entries already seen
    this.showLog = true;
    this.rounds = new Map(); // the last round that each seat has seen
    this.pause = null; // the summary of the last round, until the player continues
    this.tab = "table"; // the part that is shown on a narrow screen
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", ({ target }) => target.name === "pauses" && setSwitch("pauses", target.checked));
    root.addEventListener("submit", (event) => this.handlers.people?.submit(event));
    onSwitch(() => this.frame && this.adjust());
    for (const width of [WIDE, NARROW]) width.addEventListener("change", () => this.frame && this.render());
  }

  /** The elements of the table. */
  content(_view) {
    return [];
  }

  /** CSS classes of the table. */
  classes() {
    return [];
  }

  /** Marks of a new question: none. */
  freshMarks() {
    return null;
  }

  /** Identification of the question; a change drops all marks. */
  askKey() {
    return JSON.stringify({ ...this.ask, suggest: null });
  }

  /** Called with a new frame, before it is rendered. */
  prepare(_isNewAsk) {}

  /** Merge fresh elements into the page. */
  update(fresh) {
    updateElement(fresh, this.root);
  }

  /** Selectors of elements to focus, in order of preference. */
  focusOrder() {
    return ["#ask"];
  }

  click(_event) {}

  /** Send the marked answer. */
  confirm() {}

  /** Remove all marks. */
  clear() {}

  /** More actions of buttons and keys, by name. */
  actions(_element) {
    return {};
  }

  // --- common to all tables

  get ask() {
    return this.frame?.asks[0] ?? null;
  }

  get connected() {
    return this.handlers.connection?.state !== "waiting";
  }

  /** Show a frame. */
  take(frame, handlers) {
    const last = this.frame;
    this.heard = last && last.log.length <= frame.log.length ? last.log.length : frame.log.length;
    this.frame = frame;
    this.handlers = handlers;
    if (last?.turn !== frame.turn) this.refusal = null;
    if (!this.connected) this.sent = false; // the next frame shows whether the answer arrived
    const key = this.askKey();
    const isNewAsk = key !== this.askedFor;
    if (isNewAsk) {
      this.askedFor = key;
      this.sent = false;
      this.marks = this.freshMarks();
    }
    this.notePause();
    this.prepare(isNewAsk);
    this.render(true);
    if (this.chain) this.continueMove();
    // A pressed button is disabled while its answer is sent, which takes the focus from it.
    if (this.isUsed && document.activeElement === document.body) this.focusAsk();
    if (last?.log.length !== frame.log.length) this.scrollLog();
  }

  /** Whether the table accepts answers. */
  get asks() {
    return Boolean(this.handlers.answer);
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

  /** Dismiss the round summary; return whether there was one. */
  goOn() {
    if (!this.pause) return false;
    this.pause = null;
    this.render();
    return true;
  }

  /** The state that all parts of the page are drawn from. */
  view() {
    const { frame, ask, marks, refusal, heard, showLog, handlers, connected } = this;
    const ready = Boolean(ask && handlers.answer && !this.sent && connected);
    return { frame, ask, marks, refusal, heard, showLog, handlers, connected, ready };
  }

  /** Render the current state. isNews: animate what moved. */
  render(isNews = false) {
    const isFocused = this.root.contains(document.activeElement);
    const fresh = make("div", {}, this.content(this.view()));
    fresh.id = this.root.id;
    fresh.className = ["table", ...this.classes(), this.showLog && "with-log", this.frame.over && "over"].filter(Boolean).join(" ");
    const change = () => this.update(fresh);
    if (isNews) animateChange(this.root, change);
    else change();
    if (isFocused && !this.root.contains(document.activeElement)) this.focusAsk();
  }

  /** Focus the next thing to do, after the focused element is gone. */
  focusAsk() {
    const next = this.focusOrder().map((selector) => this.root.querySelector(selector)).find(Boolean);
    next?.focus({ preventScroll: true });
  }

  scrollLog() {
    const entries = this.root.querySelector("#log .entries");
    if (entries) entries.scrollTop = entries.scrollHeight;
  }

  /** Perform an action of a button or key by its name. */
  perform(name, element) {
    const actions = {
      undo: () => this.frame.undo && this.connected && this.handlers.undo?.(),
      pass: () => this.handlers.pass?.(Number(element.value)),
      log: () => this.toggleLog(),
      help: () => this.handlers.help?.(),
      retry: () => this.handlers.retry?.(),
      "undo-round": () => this.connected && this.handlers.undoRound?.(),
      tab: () => this.showTab(element.value),
      chat: () => this.chat(),
      people: () => this.handlers.people?.open(),
      test: () => this.handlers.test?.(element, this.frame.seat),
      again: () => this.handlers.again?.(),
      "go-on": () => this.goOn(),
      confirm: () => this.confirm(),
      plan: () => this.takePlan(JSON.parse(element.dataset.steps)),
      clear: () => this.clear(),
      ...this.actions(element),
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

  /** Answer the question. steps: answers to the next questions, each {kind, answer}. An answer is null
   * if the player gives it, or a function of the question that returns null if it ends the move.
   */
  answer(answer, steps = this.stepsAfter()) {
    if (!this.view().ready) return;
    this.chain = steps.length ? { steps, turn: this.frame.turn } : null;
    this.isUsed = true;
    this.sent = true;
    this.pause = null;
    this.refusal = null;
    const { ask } = this;
    this.render();
    this.handlers.answer(ask, answer);
  }

  /** Give several answers: to this question, and to the next ones. */
  takePlan(steps) {
    this.answer(steps[0].answer, steps.slice(1));
  }

  /** The rest of a move that waits for the player's own answer to this question. */
  stepsAfter() {
    const [step, ...rest] = this.chain?.steps ?? [];
    return step?.answer === null && step.kind === this.ask.kind ? rest : [];
  }

  /** Send the next answer of a move, if the table asks for it. */
  continueMove() {
    const { chain, ask, frame } = this;
    if (frame.turn === chain.turn || !this.view().ready) return;
    const [{ kind, answer }, ...rest] = chain.steps;
    if (ask.kind === kind && answer === null) return;
    this.chain = null;
    if (ask.kind !== kind) return;
    const next = typeof answer === "function" ? answer(ask) : answer;
    if (next && isOffered(ask, next)) this.takeStep(next, rest);
  }

  /** Give an answer of a move. rest: those that follow. */
  takeStep(answer, rest) {
    this.answer(answer, rest);
  }

  /** Show why an answer was refused. */
  refuse(refusal) {
    this.sent = false;
    this.refusal = refusal;
    this.render();
    const message = this.root.querySelector("#ask .refusal");
    if (message) this.handlers.say?.(message.textContent);
  }

  /** Apply a changed setting. */
  adjust() {
    if (this.marks) this.marks.hint = this.asks && isOn("advice");
    this.render();
  }

  /** Show the table or a part of the side panel, where there is no room for both. */
  showTab(name) {
    this.tab = name;
    this.render();
    if (name === "log") this.scrollLog();
  }

  /** Go to the field for a note to the table. */
  chat() {
    const field = this.root.querySelector("#say");
    if (field?.checkVisibility()) field.focus();
    else this.handlers.people?.open();
  }

  toggleLog() {
    this.showLog = !this.showLog;
    this.render();
    if (this.showLog) this.scrollLog();
  }
}

/** Whether a question, which a move answers before it is shown, offers the answer. */
function isOffered(ask, answer) {
  if (ask.form === "choice") return ask.options.some((option) => JSON.stringify(option.answer) === JSON.stringify(answer));
  return ask.form !== "subset" || !ask.cards || (ask.most === answer.length && answer.every((card) => ask.cards.includes(card)));
}
