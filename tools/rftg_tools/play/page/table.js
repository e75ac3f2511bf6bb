// The Race table: renders frames, holds the current marks, and sends answers.

import { asksActions, choosesPair, chosenPair, toggleAction, togglePrestige } from "./actions.js";
import { askBar, closeMenu, openMenu } from "./ask.js";
import { bar } from "./bar.js";
import { hand } from "./cards.js";
import { make } from "./dom.js";
import { GameTable, showFrame } from "./game-table.js";
import { keepReachable, watchKeys } from "./keys.js";
import { watchLooks } from "./large.js";
import { log } from "./log.js";
import { sideParts } from "./parts.js";
import { pause } from "./pause.js";
import { answerOf, canTake, choosePayment, freshMarks, optionsOn, suggestedMarks, toggle, validationError } from "./picking.js";
import { seats } from "./players.js";
import { scores } from "./scores.js";
import { isOn, onSwitch } from "./settings.js";
import { ASK, BAR, LOG } from "./table-words.js";

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
    root.addEventListener("change", (event) => this.change(event));
    watchKeys(this);
    this.looks = watchLooks(root, () => this.frame);
    onSwitch(() => this.frame && this.adjust());
  }

  askKey() {
    return JSON.stringify({ ...this.ask, suggest: null });
  }

  freshMarks() {
    return { ...freshMarks(), actions: new Set(), prestige: false, hint: this.asks && isOn("advice") };
  }

  prepare(isNewAsk) {
    if (isNewAsk) closeMenu(this.root);
  }

  content(view) {
    return [
      bar(view),
      make("aside", { class: "side", "data-key": "side", "aria-label": LOG.besideGoals }, sideParts(view), log(view)),
      make("main", { class: "board", "data-key": "board" }, seats(view), this.pause && pause(this.pause, view)),
      make("footer", { class: "dock", "data-key": "dock" }, this.frame.over ? scores(view) : askBar(view), !this.frame.over && hand(view)),
    ];
  }

  update(fresh) {
    super.update(fresh);
    setCardCounts(this.root);
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
      return;
    }
    const card = event.target.closest("[data-card]");
    if (card) this.clickCard(Number(card.dataset.card), card);
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
    };
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
    super.answer(answer);
  }
}

/** Set the number of cards in each tableau for the style sheet, which sizes them. */
function setCardCounts(root) {
  for (const tableau of root.querySelectorAll(".tableau")) {
    tableau.style.setProperty("--count", Math.max(1, tableau.children.length));
  }
}
