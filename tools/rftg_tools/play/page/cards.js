// Cards on the table: their faces, the markers on them, and the answer that a click gives.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { canTake, isHinted, isOnCard, keyOn, offTableCards, optionsOn, verbOf } from "./picking.js";
import { CARD, HAND } from "./table-words.js";
import { plain, SIGNS, titleOf, UNKNOWN_CARD } from "./words.js";

/**
 * A card as a button. place: its location, which distinguishes it from copies elsewhere.
 * details: {seat, brief, good, saved, used, away} of a tableau card.
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
      class: ["card", canTakeCard && "can", isPicked && "picked", whyNot && "cannot", facts.own && "own", details.away && "away"]
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
    details.brief ? band(facts, motionOf(card, place, details)) : face(facts, motionOf(card, place, details)),
    details.good && good(details.good, card, details.seat),
    details.saved > 0 && savedUnder(details.saved),
    details.away && make("span", { class: "away-here" }, details.away),
    details.used && make("span", { class: "used-here" }, CARD.used, make("span", { class: "unseen" }, ` ${CARD.usedUp}`)),
    canTakeCard && keyOn(ask, frame, card) && sign(keyOn(ask, frame, card)),
    option?.detail && make("span", { class: "takes" }, plain(option.detail, frame.cards)),
    isHint && make("span", { class: "hint-here" }, "◆", make("span", { class: "unseen" }, ` ${CARD.botTakes}`)),
    isPicked && make("span", { class: "mark", "data-verb": verbOf(ask), "aria-hidden": "true" }, markLabel(ask)),
  );
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

/** A card as one line in its kind's colour. Worlds show their cost in a circle, developments in a square. */
function band(facts, motion) {
  return make(
    "span",
    { class: `face band ${facts.type ?? ""} kind-${facts.kind ?? "none"}`, ...motion },
    facts.cost !== undefined && make("span", { class: "cost", "aria-hidden": "true" }, facts.cost),
    make("span", { class: "title", "aria-hidden": "true" }, facts.title),
    facts.kind && make("span", { class: "letter", "aria-hidden": "true" }, SIGNS[facts.kind]),
    make("span", { class: "unseen" }, spokenText(facts)),
  );
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
function markLabel(ask) {
  const verb = verbOf(ask);
  return `${verb === "discard" ? "✕" : "✓"} ${verb}`;
}

// --- the hand: the player's own cards, and cards shown only for the current question

export function hand(view) {
  const { frame, ask } = view;
  if (frame.seat === null) return null;
  const tray = offTableCards(ask, frame);
  const saved = Object.entries(frame.saved).filter(([, cards]) => cards.length);
  return make(
    "div",
    { id: "hand", class: "hand", "data-key": "hand" },
    tray.length > 0 && strip("tray", HAND.choose, tray, view),
    frame.hand.length > 0 && strip("own", HAND.own(frame.hand.length), frame.hand, view),
    frame.hand.length === 0 && tray.length === 0 && make("p", { class: "empty" }, HAND.empty),
    saved.map(([card, cards]) => strip(`saved ${card}`, HAND.savedUnder(titleOf(card, frame.cards)), cards, view)),
  );
}

function strip(name, label, cards, view) {
  const kind = name.split(" ")[0];
  return make(
    "section",
    { class: `strip ${kind}`, "data-key": `strip ${name}` },
    make("h2", {}, label),
    make(
      "div",
      { class: "cards", role: "group", "aria-label": label, "data-group": name },
      cards.map((card) => cardButton(card, name, view)),
    ),
  );
}
