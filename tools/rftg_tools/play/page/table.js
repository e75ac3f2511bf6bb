// The Race table: renders frames, holds the current marks, and sends answers.

import { asksActions, choosesPair, chosenPair, rememberPair, toggleAction, togglePrestige } from "./actions.js";
import { askBar, closeMenu, openMenu } from "./ask.js";
import { banner, bar } from "./bar.js";
import { hand } from "./cards.js";
import { make } from "./dom.js";
import { GameTable, showFrame } from "./game-table.js";
import { keepReachable, watchKeys } from "./keys.js";
import { watchLooks } from "./large.js";
import { pause } from "./pause.js";
import { answerOf, bounds, canTake, choosePayment, freshMarks, optionsOn, orderHand, suggestedMarks, toggle, validationError } from "./picking.js";
import { seats } from "./players.js";
import { scores } from "./scores.js";
import { isOn, NARROW } from "./settings.js";
import { sidePanel, tabBar } from "./side.js";
import { fitCards } from "./sizes.js";
import { ASK, BAR } from "./table-words.js";

const NOT_ASKED = { why: [ASK.notAsked], rule: null };

/** Show a frame in an element.
 *
 * All handlers are optional: answer(ask, answer), undo(), pass(seat), again(), help(), say(text);
 * home and review are addresses, connection is {state, text}. Without `answer` the table is
 * read-only.
 */
export function renderTable(root, frame, handlers = {}) {
  showFrame(RaceTable, root, frame, handlers);
}

/** Remove everything, so that the next viewer sees nothing of it. */
export function clearTable(root) {
  root.replaceChildren();
}

class RaceTable extends GameTable {
  constructor(root) {
    super(root);
    this.known = new Set(); // hand cards at the last answer; all others are new
    this.recent = new Map(); // the last pairs of actions, by seat
    this.seenBy = null;
    root.addEventListener("change", (event) => this.change(event));
    watchKeys(this);
    this.looks = watchLooks(root, () => this.frame);
    new ResizeObserver(() => this.frame && fitCards(root)).observe(root);
  }

  freshMarks() {
    return { ...freshMarks(), actions: new Set(), prestige: false, hint: this.asks && isOn("advice") };
  }

  prepare(isNewAsk) {
    if (isNewAsk) closeMenu(this.root);
    const { seat, hand: cards } = this.frame;
    if (this.seenBy !== seat) this.known = new Set(cards);
    this.seenBy = seat;
  }

  content(view) {
    const summary = this.pause && pause(this.pause, view);
    const isNarrow = NARROW.matches;
    view.recent = this.recent.get(this.frame.seat) ?? [];
    view.fresh = new Set(this.frame.hand.filter((card) => !this.known.has(card)));
    return [
      bar(view),
      banner(view),
      make("main", { class: "board", "data-key": "board" }, isNarrow && summary, seats(view)),
      sidePanel(view, isNarrow ? null : summary),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? scores(view) : askBar(view), !this.frame.over && hand(view)),
      tabBar(view, this.tab),
    ];
  }

  classes() {
    return [`tab-${this.tab}`];
  }

  update(fresh) {
    super.update(fresh);
    this.looks.changed();
    fitCards(this.root);
    keepReachable(this.root);
  }

  focusOrder() {
    return ["#ask [data-item]:enabled:not(.named)", "#hand .can", "#confirm", "#scores", "#ask"];
  }

  click(event) {
    if (!event.target.closest(".pause")) this.goOn();
    const button = event.target.closest("[data-do]");
    if (button) {
      this.perform(button.dataset.do, button);
      if (button.dataset.do === "action" && event.detail > 0) this.sendIfComplete();
      return;
    }
    const card = event.target.closest("[data-card]");
    if (card) this.clickCard(Number(card.dataset.card), card, event.detail > 0);
  }

  change(event) {
    if (event.target.dataset.do !== "way") return;
    choosePayment(this.ask, this.marks, Number(event.target.value));
    this.render();
  }

  actions(element) {
    return {
      option: () => this.answer(JSON.parse(element.dataset.option)),
      action: () => this.mark(() => toggleAction(this.marks, element.dataset.action)),
      suggest: () => this.follow(),
      hint: () => this.hint(element),
      prestige: () => this.mark(() => togglePrestige(this.ask, this.marks)),
      undo: () => this.undo(),
      sort: () => this.sort(element.value),
    };
  }

  /** Put the hand in another order. */
  sort(order) {
    orderHand(order);
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

  /** Take a card, or mark it. isPointed: by a pointer, not by a key. */
  clickCard(card, element, isPointed = false) {
    const { ask } = this;
    if (!ask || !this.view().ready) return;
    if (!canTake(ask, card)) {
      this.refuse({ card, ...(ask.why_not?.[card] ?? NOT_ASKED) });
      return;
    }
    if (ask.form !== "choice") {
      this.mark(() => toggle(ask, this.marks, card));
      if (isPointed && this.marks.picked.has(card)) this.sendIfComplete();
      return;
    }
    const options = optionsOn(ask, card);
    if (options.length === 1) this.answer(options[0].answer);
    else openMenu(this.root, element, options, this.view());
  }

  /** Send marks that are complete without waiting for Enter, in games in which a round can be undone. */
  sendIfComplete() {
    const { ask, marks, frame } = this;
    const isPractice = frame.players.every(({ seat, kind }) => seat === frame.seat || kind !== "human");
    if (!ask || !this.handlers.undoRound || !isPractice || isOn("confirm")) return;
    if (asksActions(ask)) {
      if (marks.actions.size > 1) this.confirm();
      return;
    }
    const [, maximum] = bounds(ask, marks);
    if (marks.picked.size === maximum && !ask.all_or_none) this.confirm();
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

  answer(answer, steps = undefined) {
    if (!this.view().ready) return;
    closeMenu(this.root);
    const { seat, hand: cards } = this.frame;
    this.recent.set(seat, rememberPair(this.recent.get(seat) ?? [], this.ask, answer));
    this.known = new Set(cards);
    super.answer(answer, steps);
  }
}
