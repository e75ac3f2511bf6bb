// Cards on the table: their faces, the markers on them, and the answer that a click gives.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { NARROW } from "./settings.js";
import { symbol } from "./symbols.js";
import { bounds, canTake, drawnCards, handInOrder, handOrder, isHinted, isOnCard, keyOn, marksKept, offTableCards, optionsOn, verbOf } from "./picking.js";
import { CARD, HAND } from "./table-words.js";
import { plain, titleOf, UNKNOWN_CARD } from "./words.js";

const STARTED_WITH = location.hash; // "#" and the title of the card that the studio started the game with
const HAND_LIMIT = 10; // usual number of cards that can be kept at the end of a round

/**
 * A card as a button. place: its location, which distinguishes it from copies elsewhere.
 * details: {seat, good, saved, used, away} of a tableau card, {isNew} of a hand card.
 * @param {any} details
 */
export function cardButton(card, place, view, details = {}) {
  const { frame, ask, marks } = view;
  const facts = frame.cards[card] ?? { title: UNKNOWN_CARD, alt: "" };
  const canTakeCard = view.ready && canTake(ask, card);
  const toggles = canTakeCard && ask.form !== "choice";
  const isPicked = toggles && marks.picked.has(card);
  const whyNot = view.ready && !canTakeCard ? ask?.why_not?.[card]?.why : undefined;
  const why = whyNot && plain(whyNot, frame.cards);
  const option = canTakeCard && optionsOn(ask, card).find((candidate) => isOnCard(candidate, ask, frame));
  const isHint = view.ready && ask && isBotsChoice(card, option, ask, marks);
  return make(
    "button",
    {
      type: "button",
      class: ["card", canTakeCard && "can", isPicked && "picked", whyNot && "cannot", details.away && "away"]
        .filter(Boolean)
        .join(" "),
      "data-key": `${place} ${card}`,
      "data-card": card,
      "data-look": card,
      "data-item": true,
      "data-option": option ? JSON.stringify(option.answer) : null,
      "data-why": why,
      "data-hint": isHint ? "true" : null,
      "aria-description": why && CARD.notNow(why),
      "aria-pressed": toggles ? String(isPicked) : null,
      "aria-disabled": view.ready && ask && !canTakeCard ? "true" : null,
    },
    face(facts, motionOf(card, place, details)),
    details.good && good(details.good, card, details.seat),
    details.saved > 0 && savedUnder(details.saved),
    details.away && make("span", { class: "away-here" }, details.away),
    details.used && make("span", { class: "used-here" }, CARD.used, make("span", { class: "unseen" }, ` ${CARD.usedUp}`)),
    canTakeCard && keyOn(ask, frame, card) && sign(keyOn(ask, frame, card)),
    option?.detail && make("span", { class: "takes" }, plain(option.detail, frame.cards)),
    isHint && make("span", { class: "hint-here" }, "◆", make("span", { class: "unseen" }, ` ${CARD.botTakes}`)),
    isTested(facts) ? make("span", { class: "new-here" }, CARD.tested) : details.isNew && make("span", { class: "new-here" }, CARD.isNew),
    isPicked && make("span", { class: "mark", "data-verb": verbOf(ask, marks), "aria-hidden": "true" }, markLabel(verbOf(ask, marks))),
  );
}

/** Whether the game was started to try this card. */
function isTested({ title }) {
  return STARTED_WITH === `#${encodeURIComponent(title)}`;
}

/** Whether to show that a bot would choose a card. option: the option that only this card offers. */
function isBotsChoice(card, option, ask, marks) {
  if (!option) return isHinted(ask, marks, card);
  return marks.hint && JSON.stringify(option.answer) === JSON.stringify(ask.suggest);
}

/** Attributes that let a card fly from and to places where it isn't visible. */
function motionOf(card, place, details) {
  const { seat } = details;
  const isLaid = seat !== undefined;
  return { "data-moves": `card ${card}`, "data-at": isLaid ? `tableau ${seat}` : place, "data-from": isLaid ? `cards ${seat}` : "deck", "data-to": "discard" };
}

/** A card's face. Without an image it shows the title and the text. */
function face(facts, motion) {
  const alt = spokenText(facts);
  const image = { alt, width: 630, height: 880, draggable: "false", decoding: "async" };
  return make(
    "span",
    { class: "face", ...motion },
    make("span", { class: "blank", "aria-hidden": "true" }, facts.title),
    facts.face
      ? make("img", { src: facts.face, ...image })
      : make("span", { class: "unseen" }, alt),
  );
}

function spokenText(facts) {
  return [facts.title, facts.alt.replaceAll("\n", " ")].filter(Boolean).join(". ");
}

function sign(key) {
  return make("kbd", { class: "key", "aria-hidden": "true" }, key);
}

function good(kind, card, seat) {
  const motion = { "data-moves": `good ${card}`, "data-from": "deck", "data-to": `chips ${seat}|cards ${seat}` };
  return make("span", { class: "good-here", "data-good": kind, ...motion }, symbol(`good ${kind}`, CARD.good(kind)));
}

function savedUnder(count) {
  return make(
    "span",
    { class: "saved-here" },
    symbol("cards"),
    make("span", { class: "unseen" }, `${CARD.saved} `),
    count,
  );
}

/** Label of a marked card. Discarded cards get a cross, because a tick would suggest keeping them. */
function markLabel(verb) {
  return `${verb === "discard" ? "✕" : "✓"} ${verb}`;
}

// --- the hand: the player's own cards, and cards shown only for the current question

export function hand(view) {
  const { frame, ask, marks } = view;
  if (frame.seat === null) return null;
  const drawn = drawnCards(ask, frame.hand);
  const tray = [...offTableCards(ask, frame), ...drawn];
  const own = handInOrder({ hand: frame.hand.filter((card) => !drawn.includes(card)), cards: frame.cards });
  const saved = Object.entries(frame.saved).filter(([, cards]) => cards.length);
  const dims = ask && ask.form !== "choice" && marksKept(ask, marks) && marks.picked.size >= bounds(ask, marks)[0];
  return make(
    "div",
    { id: "hand", class: dims ? "hand dims" : "hand", "data-key": "hand" },
    tray.length > 0 && strip("offered", drawn.length ? HAND.drawn(drawn.length) : HAND.choose, tray, view, { isWhole: true }),
    own.length > 0 && strip("own", HAND.own(own.length), own, view, { controls: sorting(), note: limitNote(view, own) }),
    frame.hand.length === 0 && tray.length === 0 && make("p", { class: "nothing" }, HAND.empty),
    saved.map(([card, cards]) => strip(`saved ${card}`, HAND.savedUnder(titleOf(card, frame.cards)), cards, view)),
  );
}

function limitNote({ frame, ask }, own) {
  const isOver = own.length > HAND_LIMIT && ask?.kind === "action" && frame.round > 0;
  return isOver ? make("span", { class: "limit ellipsis small muted" }, HAND.overLimit(own.length - HAND_LIMIT, HAND_LIMIT)) : null;
}

/** The choice of the order of the hand; on phones a button that goes on to the next. */
function sorting() {
  const orders = Object.keys(HAND.orders);
  const current = handOrder();
  const next = orders[(orders.indexOf(current) + 1) % orders.length];
  if (NARROW.matches) return make("button", { type: "button", class: "quiet sm", "data-do": "sort", value: next, "aria-label": HAND.sortBy(HAND.orders[next]) }, icon("sort"), HAND.orders[current]);
  return make(
    "span",
    { class: "seg", role: "group", "aria-label": HAND.sort },
    Object.entries(HAND.orders).map(([order, label]) => make("button", { type: "button", "data-do": "sort", value: order, "aria-pressed": String(order === current) }, label)),
  );
}

function strip(name, label, cards, view, { isWhole = false, controls = null, note = null } = {}) {
  const kind = name.split(" ")[0];
  return make(
    "section",
    { class: `strip ${kind}`, "data-key": `strip ${name}`, "data-whole": isWhole ? "true" : null },
    make("header", { class: "row" }, make("h2", {}, label), note, controls),
    make(
      "div",
      { class: "cards", role: "group", "aria-label": label, "data-group": name },
      cards.map((card) => cardButton(card, name, view, { isNew: kind === "own" && view.fresh?.has(card) })),
    ),
  );
}
