// The ask bar: the current question, its rule, and the buttons that answer it.

import { actionCards, asksActions, choosesPair, chosenPair, prestigeButton, recentPairs } from "./actions.js";
import { phaseBadge } from "./bar.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { bounds, isOnCard, keyOf, marksKept, orderByPosition, suggestedMarks, validationError, verbOf } from "./picking.js";
import { avatar } from "./players.js";
import { symbol } from "./symbols.js";
import { NARROW } from "./settings.js";
import { ASK, GAME, KEYS } from "./table-words.js";
import { actionParts, plain, textElements, titleOf } from "./words.js";

const GAP = 8; // minimum px between the menu and the window's edge
const BOT = "◆"; // marks the cards a bot would choose
const FEW = 3; // cards of an own waiting answer that are shown

export function askBar(view) {
  return askSection(view, view.ask ? question(view) : waiting(view));
}

/** The section for the current question. */
export function askSection({ frame, ask }, content) {
  return make(
    "section",
    {
      id: "ask",
      class: ask ? "open" : "",
      "aria-label": ASK.title,
      "data-kind": ask?.kind,
      "data-form": ask?.form ?? "waiting",
      "data-seat": ask?.seat,
      "data-turn": frame.turn,
      tabindex: "-1",
    },
    content,
  );
}

// --- while others answer

function waiting(view) {
  const { frame } = view;
  const isWaiting = (player) => player.waiting && player.seat !== frame.seat;
  const ready = frame.players.filter((player) => player.done && player.seat !== frame.seat);
  return [
    make(
      "div",
      { class: "words" },
      make("p", { class: "prompt" }, waitingFor(frame)),
      obstacle(view) ??
        make(
          "ul",
          { class: "who-waits" },
          frame.players.filter(isWaiting).map((player) => make("li", { class: "row" }, avatar(player), `${player.name}: ${ASK.choosing}`)),
          frame.chosen && ready.length > 0 && make("li", { class: "row muted" }, icon("check"), ASK.areReady(ready.map((player) => player.name))),
        ),
    ),
    frame.chosen && make("div", { class: "controls" }, ownChoice(view)),
    passButtons(view),
  ];
}

/** The player's own answer, while others have not answered; it can be taken back until then. */
export function ownChoice({ frame, handlers, connected }) {
  const { option, cards } = frame.chosen;
  const [name] = option?.action ?? [];
  return make(
    "div",
    { class: "own-choice" },
    make(
      "div",
      { class: "secret" },
      name && phaseBadge(actionParts(name).phase),
      cards.slice(0, FEW).map((card) => frame.cards[card]?.face && make("img", { src: frame.cards[card].face, alt: "", "data-look": card })),
      make("b", {}, describeChoice(frame)),
      make("small", {}, icon("lock"), ASK.secret),
    ),
    frame.undo && handlers.undo && make("button", { type: "button", class: "lg", id: "take-back", "data-do": "undo", disabled: !connected }, icon("undo"), ASK.takeBack, make("kbd", { "aria-hidden": "true" }, "U")),
  );
}

/** "You chose Settle", "You discard 2 cards". */
function describeChoice({ chosen: { option, verb, cards: chosen }, cards }) {
  if (option) return ASK.youChose(plain(option.label, cards));
  const titles = chosen.map((card) => titleOf(card, cards));
  return titles.length ? ASK.youDo(verb, titles) : ASK.answered;
}

/** Buttons that pass the screen to another player, waiting players first. */
export function passButtons({ frame, handlers }) {
  const waitingSeats = new Set(frame.players.filter((player) => player.waiting).map((player) => player.seat));
  const opponents = frame.can_see.filter((player) => player.seat !== frame.seat);
  opponents.sort((first, second) => Number(waitingSeats.has(second.seat)) - Number(waitingSeats.has(first.seat)));
  if (frame.seat === null || !handlers.pass || !opponents.length) return null;
  return make(
    "p",
    { class: "options pass" },
    opponents.map((player) =>
      make("button", { type: "button", class: waitingSeats.has(player.seat) ? "primary lg" : null, "data-do": "pass", value: player.seat }, GAME.pass(player.name)),
    ),
  );
}

/** Text that names the players who must answer. */
export function waitingFor(frame) {
  if (frame.parted) return ASK.parted(frame.parted);
  return ASK.waiting(frame.players.filter((player) => player.waiting).map((player) => player.name));
}

// --- a question

function question(view) {
  const { ask, frame } = view;
  const { cards } = frame;
  const subject = ask.about !== null && cards[ask.about]?.face;
  const isMarking = ask.form !== "choice";
  return [
    make(
      "div",
      { class: "words" },
      subject ? make("img", { class: "about", src: subject, alt: "", "data-look": ask.about }) : phaseBadge(frame.step),
      make("p", { class: "prompt" }, textElements(ask.prompt, cards)),
      obstacle(view) ?? (!isMarking && help(view)),
    ),
    make(
      "p",
      { class: "also" },
      choosesPair(ask) && recentPairs(view),
      choosesPair(ask) && pairButton(view),
      asksActions(ask) && prestigeButton(view),
      ask.suggest && hintButton(view),
      isMarking && markButtons(view),
    ),
    make(
      "div",
      { class: "controls" },
      asksActions(ask) && actionCards(view),
      !asksActions(ask) && (isMarking ? [marking(view), help(view)] : options(view)),
    ),
  ];
}

/** The question's explanation and rule, collapsed on small screens. */
function help({ ask, frame, marks }) {
  const { cards } = frame;
  const rest = ask.form !== "choice" && marksKept(ask, marks) ? ASK.keepRest(bounds(ask, marks)[0], ask.form === "payment") : "";
  return make(
    "details",
    { class: "help", open: !NARROW.matches },
    make("summary", {}, ASK.help),
    make("p", { title: plain(ask.help, cards) }, rest && `${rest} `, textElements(ask.help, cards), ask.rule && make("cite", {}, ask.rule)),
  );
}

/** The reason why an answer is impossible or was refused, or null if there is none. */
export function obstacle({ frame, refusal }) {
  const { cards } = frame;
  if (!refusal) return null;
  return make(
    "p",
    { class: "refusal" },
    refusal.card !== null && make("b", {}, `${titleOf(refusal.card, cards)}: `),
    textElements(refusal.why, cards),
    refusal.rule && make("cite", {}, refusal.rule),
  );
}

/** The button that shows or hides the bot's choice. */
export function hintButton({ marks, ready }) {
  return make(
    "button",
    { type: "button", class: "quiet sm", id: "hint", "data-do": "hint", "aria-pressed": String(Boolean(marks.hint)), disabled: !ready },
    icon("idea"),
    ASK.hint,
    make("kbd", { "aria-hidden": "true" }, "H"),
  );
}

/** The options that no card in front of the player already offers. */
function options(view) {
  const { ask, frame } = view;
  const listed = ask.options.filter((option) => !isOnCard(option, ask, frame));
  const order = orderByPosition(ask, frame);
  return make(
    "div",
    { class: "options", role: "group", "aria-label": ASK.options, "data-group": "options" },
    listed.sort((first, second) => order.indexOf(first) - order.indexOf(second)).map((option) => withGoods(option, view)),
  );
}

/** The button for an option, and for one that spends a good those of the goods, which spend it at once. */
function withGoods(option, view) {
  const { ask, frame, ready } = view;
  const button = optionButton(option, keyOf(option, ask, frame), view);
  if (!option.goods) return button;
  const { tableau } = frame.players.find(({ seat }) => seat === frame.seat);
  const goodOf = (world) => tableau.find(({ card }) => card === world)?.good;
  return make(
    "span",
    { class: "joined", "data-key": `joined ${JSON.stringify(option.answer)}` },
    button,
    option.goods.map((world) =>
      make(
        "button",
        { type: "button", class: "option", "data-do": "plan", "data-steps": JSON.stringify([{ kind: ask.kind, answer: option.answer }, { kind: option.next, answer: [world] }]), "data-look": world, "data-item": true, disabled: !ready, "aria-label": ASK.spendGood(titleOf(world, frame.cards)) },
        symbol(`good ${goodOf(world)}`),
        titleOf(world, frame.cards),
      ),
    ),
  );
}

/** The button for an option. key: keyboard shortcut. */
function optionButton(option, key, { ask, frame, marks, ready }) {
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
  const prompt = marks.actions.size === 2 && !pair ? ASK.noPair : ASK.chooseTwo;
  return make(
    "button",
    { type: "button", id: "confirm", class: "primary", "data-do": "confirm", disabled: !pair || !ready },
    pair ? ASK.choosePair : prompt,
    pair && make("kbd", { "aria-hidden": "true" }, KEYS.enter),
  );
}

// --- marking cards

function markButtons(view) {
  const { ask, marks, ready, frame } = view;
  const wrong = validationError(ask, marks);
  return [
    marks.picked.size > 0 && make("button", { type: "button", class: "quiet sm", id: "clear", "data-do": "clear", disabled: !ready }, ASK.clear, make("kbd", { "aria-hidden": "true" }, KEYS.escape)),
    make(
      "button",
      { type: "button", id: "confirm", class: "primary lg", "data-do": "confirm", "aria-disabled": wrong ? "true" : null, disabled: !ready },
      wrong ? describeMissing(ask, marks, wrong) : confirmation(ask, marks, frame),
      !wrong && make("kbd", { "aria-hidden": "true" }, KEYS.enter),
    ),
  ];
}

/** The button's text while the marks are not an answer: "Keep 1 more", "Pay 2 more". */
function describeMissing(ask, marks, wrong) {
  const [least] = bounds(ask, marks);
  const missing = least - marks.picked.size;
  return missing > 0 && !ask.all_or_none ? ASK.missing(verbOf(ask, marks), missing) : wrong;
}

/** What is marked so far, the ways to pay, and the bot's suggestion if it is asked for. */
function marking(view) {
  const { ask, marks, ready } = view;
  return make(
    "div",
    { class: "marking" },
    make("p", { class: "count" }, countMarked(ask, marks)),
    ask.form === "payment" && paymentOptions(view),
    marks.hint && ask.suggest && make("p", { class: "hint" }, advice(ask)),
    marks.hint && ask.suggest && make("button", { type: "button", class: "quiet sm", id: "suggest", "data-do": "suggest", disabled: !ready }, ASK.markBotsChoice),
  );
}

function countMarked(ask, marks) {
  const [least, most] = bounds(ask, marks);
  const needed = ASK.ofNeeded(least, most, ask.all_or_none);
  return [make("b", {}, marks.picked.size), ` ${marksKept(ask, marks) ? needed.replace(ASK.chosen, ASK.kept) : needed}`];
}

/** The bot's suggestion, with the sign that marks its cards. */
function advice(ask) {
  const marks = suggestedMarks(ask);
  return ASK.advice(verbOf(ask, marks), marks.picked.size, BOT);
}

function confirmation(ask, marks, frame) {
  const kept = marksKept(ask, marks);
  if (ask.form === "payment") return ASK.pay(kept ? ask.cards.length - marks.picked.size : marks.picked.size);
  const [only, ...rest] = marks.picked;
  if (only !== undefined && !rest.length) return ASK.doIt(verbOf(ask, marks), titleOf(only, frame.cards));
  return ASK.doIt(verbOf(ask, marks), marks.picked.size);
}

function paymentOptions({ ask, marks, frame, ready }) {
  if (ask.ways.length < 2) return null;
  return make(
    "fieldset",
    { class: "ways" },
    make("legend", { class: "unseen" }, ASK.ways),
    ask.ways.map((option, index) =>
      make(
        "label",
        { "data-key": `way ${index}` },
        make("input", { type: "radio", name: "way", value: index, "data-do": "way", checked: marks.way === index, disabled: !ready }),
        plain(option.label, frame.cards),
        marks.hint && ask.suggest?.[0] === index && make("span", { class: "hint" }, ASK.botsChoice),
      ),
    ),
  );
}

// --- the menu of a card that several options share

/** Open the menu next to a card's element, and focus the first option. */
export function openMenu(root, element, options, view) {
  closeMenu(root);
  const menu = make(
    "div",
    { id: "menu", class: "menu", popover: "auto", role: "group", "aria-label": ASK.menu, "data-group": "menu" },
    options.map((option) => optionButton(option, keyOf(option, view.ask, view.frame), view)),
  );
  // Outside the table, which is updated with every frame.
  root.after(menu);
  menu.addEventListener("click", (event) => {
    const option = event.target.closest("[data-option]");
    if (option) root.querySelector(`#ask [data-option="${option.dataset.option}"]`)?.click();
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    menu.remove();
    if (document.activeElement === document.body) element.focus();
  });
  menu.showPopover();
  position(menu, element.getBoundingClientRect());
  menu.querySelector("button").focus();
}

function position(menu, anchor) {
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(anchor.left, innerWidth - width - GAP);
  const above = anchor.top - height - GAP;
  menu.style.left = `${Math.max(GAP, left)}px`;
  menu.style.top = `${above > GAP ? above : Math.min(anchor.bottom + GAP, innerHeight - height - GAP)}px`;
}

export function closeMenu(root) {
  const menu = root.parentElement?.querySelector("#menu");
  if (menu?.matches(":popover-open")) menu.hidePopover();
}
