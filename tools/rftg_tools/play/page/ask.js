// The ask: always says what to do now, by which rule, and with which buttons.

import { actionCards, asksActions, chosenPair, inPairs, prestigeButton } from "./actions.js";
import { make } from "./dom.js";
import { amiss, bounds, inOrder, isOnCard, keyOf, suggested, verbOf } from "./picking.js";
import { NARROW } from "./players.js";
import { ASK, GAME, KEYS } from "./table-words.js";
import { plain, titleOf, written } from "./words.js";

const BOT = "◆"; // on what a bot would mark

export function askBar(shown) {
  const { frame, ask } = shown;
  return make(
    "section",
    {
      id: "ask",
      class: ask ? "open" : "",
      "aria-label": ASK.title,
      "data-kind": ask?.kind,
      "data-form": ask?.form,
      "data-seat": ask?.seat,
      "data-turn": frame.turn,
      tabindex: "-1",
    },
    ask ? asked(shown) : waiting(shown),
  );
}

function waiting(shown) {
  const { frame, handlers } = shown;
  const asked = new Set(frame.players.filter((one) => one.waiting).map((one) => one.seat));
  const others = frame.can_see.filter((one) => one.seat !== frame.seat);
  others.sort((one, other) => Number(asked.has(other.seat)) - Number(asked.has(one.seat)));
  return [
    make("p", { class: "prompt" }, waitingFor(frame)),
    stopped(shown),
    frame.seat !== null && handlers.pass && others.length > 0 &&
      make(
        "p",
        { class: "options" },
        others.map((one) =>
          make("button", { type: "button", class: asked.has(one.seat) ? "main" : null, "data-do": "pass", value: one.seat }, GAME.pass(one.name)),
        ),
      ),
  ];
}

/** In words, who is to answer. */
export function waitingFor(frame) {
  if (frame.parted) return ASK.parted(frame.parted);
  return ASK.waiting(frame.players.filter((one) => one.waiting).map((one) => one.name));
}

function asked(shown) {
  const { ask, frame } = shown;
  const { cards } = frame;
  const about = ask.about !== null && cards[ask.about]?.face;
  return [
    make(
      "div",
      { class: "words" },
      about && make("img", { class: "about", src: about, alt: "", "data-look": ask.about }),
      make("p", { class: "prompt" }, written(ask.prompt, cards)),
      stopped(shown) ?? help(ask, cards),
    ),
    make(
      "div",
      { class: "controls" },
      asksActions(ask) && actionCards(shown),
      !asksActions(ask) && (ask.form === "choice" ? options(shown) : marking(shown)),
    ),
    make("p", { class: "also" }, inPairs(ask) && pairButton(shown), asksActions(ask) && prestigeButton(shown), ask.suggest && hint(shown)),
  ];
}

/** What is asked in more words, and the rule; folded at first where there is little room. */
function help(ask, cards) {
  return make(
    "details",
    { class: "help", open: !NARROW.matches },
    make("summary", {}, ASK.help),
    make("p", { title: plain(ask.help, cards) }, written(ask.help, cards), ask.rule && make("cite", {}, ask.rule)),
  );
}

/** Why nothing can be answered, or why that was refused which was; null if nothing is amiss. */
function stopped({ frame, refusal, connected }) {
  const { cards } = frame;
  if (!connected) return make("p", { class: "refusal" }, ASK.silent);
  if (!refusal) return null;
  return make(
    "p",
    { class: "refusal" },
    refusal.card !== null && make("b", {}, `${titleOf(refusal.card, cards)}: `),
    written(refusal.why, cards),
    refusal.rule && make("cite", {}, refusal.rule),
  );
}

function hint({ marks, ready }) {
  return make(
    "button",
    { type: "button", class: "quiet", id: "hint", "data-do": "hint", "aria-pressed": String(Boolean(marks.hint)), disabled: !ready },
    ASK.hint,
    make("kbd", { "aria-hidden": "true" }, "H"),
  );
}

/** The options that the cards in front of the player do not say by themselves. */
function options(shown) {
  const { ask, frame } = shown;
  const listed = ask.options.filter((option) => !isOnCard(option, ask, frame));
  const order = inOrder(ask, frame);
  return make(
    "div",
    { class: "options", role: "group", "aria-label": ASK.options, "data-group": "options" },
    listed.sort((one, other) => order.indexOf(one) - order.indexOf(other)).map((option) => optionButton(option, keyOf(option, ask, frame), shown)),
  );
}

/** The button of an option. key: the key that takes it. */
export function optionButton(option, key, { ask, frame, marks, ready }) {
  const value = JSON.stringify(option.answer);
  const looks = option.cards.length === 1 ? option.cards[0] : null;
  const hinted = marks.hint && value === JSON.stringify(ask.suggest);
  return make(
    "button",
    {
      type: "button",
      class: option.answer.length ? "option" : "option none",
      "data-key": `option ${value}`,
      "data-do": "option",
      "data-option": value,
      "data-look": looks,
      "data-item": true,
      "data-hint": hinted ? "true" : null,
      disabled: !ready,
    },
    key && make("kbd", { "aria-hidden": "true" }, key),
    make(
      "span",
      { class: "label" },
      plain(option.label, frame.cards),
      option.detail && make("span", { class: "detail" }, ` ${plain(option.detail, frame.cards)}`),
      hinted && make("span", { class: "hint" }, ` ${ASK.botsChoice}`),
    ),
  );
}

function pairButton({ ask, marks, ready }) {
  const pair = chosenPair(ask, marks);
  const said = marks.actions.size === 2 && !pair ? ASK.noPair : ASK.chooseTwo;
  return make(
    "button",
    { type: "button", id: "confirm", class: "main", "data-do": "confirm", disabled: !pair || !ready },
    pair ? ASK.choosePair : said,
    pair && make("kbd", { "aria-hidden": "true" }, KEYS.enter),
  );
}

function marking(shown) {
  const { ask, marks, ready } = shown;
  const wrong = amiss(ask, marks);
  return make(
    "div",
    { class: "marking" },
    ask.form === "payment" && ways(shown),
    make("p", { class: "count" }, counted(ask, marks)),
    marks.hint && ask.suggest && make("p", { class: "hint" }, advice(ask)),
    make(
      "p",
      { class: "options" },
      marks.hint && ask.suggest && make("button", { type: "button", class: "quiet", id: "suggest", "data-do": "suggest", disabled: !ready }, ASK.markBotsChoice),
      marks.picked.size > 0 && make("button", { type: "button", class: "quiet", id: "clear", "data-do": "clear", disabled: !ready }, ASK.clear, make("kbd", { "aria-hidden": "true" }, KEYS.escape)),
      make(
        "button",
        { type: "button", id: "confirm", class: "main", "data-do": "confirm", "aria-disabled": wrong ? "true" : null, disabled: !ready },
        wrong || confirmation(ask, marks),
        !wrong && make("kbd", { "aria-hidden": "true" }, KEYS.enter),
      ),
    ),
  );
}

function counted(ask, marks) {
  const [least, most] = bounds(ask, marks);
  return [make("b", {}, marks.picked.size), ` ${ASK.ofNeeded(least, most, ask.all_or_none)}`];
}

/** What a bot would do; the cards that it would mark have a sign of their own. */
function advice(ask) {
  return ASK.advice(verbOf(ask), suggested(ask).picked.size, BOT);
}

function confirmation(ask, marks) {
  const count = marks.picked.size;
  return ask.form === "payment" ? ASK.pay(count) : ASK.doIt(ask.verb, count);
}

function ways({ ask, marks, frame, ready }) {
  if (ask.ways.length < 2) return null;
  return make(
    "fieldset",
    { class: "ways" },
    make("legend", {}, ASK.ways),
    ask.ways.map((way, at) =>
      make(
        "label",
        { "data-key": `way ${at}` },
        make("input", { type: "radio", name: "way", value: at, "data-do": "way", checked: marks.way === at, disabled: !ready }),
        plain(way.label, frame.cards),
        marks.hint && ask.suggest?.[0] === at && make("span", { class: "hint" }, ASK.botsChoice),
      ),
    ),
  );
}
