// Cards on the table: their faces, what lies on them, and what a click on them would do.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { canTake, isHinted, isOnCard, keyOn, optionsOn, verbOf } from "./picking.js";
import { CARD } from "./table-words.js";
import { plain, SIGNS, UNKNOWN_CARD } from "./words.js";

/**
 * A card as a button. place: where it lies, a word that makes it unlike the same card elsewhere.
 * lying: {seat, brief, good, saved, used, away} of a card in a tableau.
 * @param {any} lying
 */
export function cardButton(card, place, shown, lying = {}) {
  const { frame, ask, marks } = shown;
  const facts = frame.cards[card] ?? { title: UNKNOWN_CARD, alt: "" };
  const can = shown.ready && canTake(ask, card);
  const toggles = can && ask.form !== "choice";
  const picked = toggles && marks.picked.has(card);
  const whyNot = shown.ready && !can ? ask?.why_not?.[card]?.why : undefined;
  const why = whyNot && plain(whyNot, frame.cards);
  const option = can && optionsOn(ask, card).find((one) => isOnCard(one, ask, frame));
  const hinted = shown.ready && ask && isBotsChoice(card, option, ask, marks);
  return make(
    "button",
    {
      type: "button",
      class: ["card", can && "can", picked && "picked", whyNot && "cannot", facts.own && "own", lying.away && "away"]
        .filter(Boolean)
        .join(" "),
      "data-key": `${place} ${card}`,
      "data-card": card,
      "data-look": card,
      "data-item": true,
      "data-option": option ? JSON.stringify(option.answer) : null,
      "data-why": why,
      "data-hint": hinted ? "true" : null,
      "aria-description": why && CARD.notNow(why),
      "aria-pressed": toggles ? String(picked) : null,
      "aria-disabled": shown.ready && ask && !can ? "true" : null,
    },
    lying.brief ? band(facts, moved(card, place, lying)) : face(facts, moved(card, place, lying)),
    lying.good && good(lying.good, card, lying.seat),
    lying.saved > 0 && savedUnder(lying.saved),
    lying.away && make("span", { class: "away-here" }, lying.away),
    lying.used && make("span", { class: "used-here" }, CARD.used, make("span", { class: "unseen" }, ` ${CARD.usedUp}`)),
    can && keyOn(ask, frame, card) && sign(keyOn(ask, frame, card)),
    option?.detail && make("span", { class: "takes" }, plain(option.detail, frame.cards)),
    hinted && make("span", { class: "hint-here" }, "◆", make("span", { class: "unseen" }, ` ${CARD.botTakes}`)),
    picked && make("span", { class: "mark", "data-verb": verbOf(ask), "aria-hidden": "true" }, marked(ask)),
  );
}

/** Whether a bot would take or mark a card, where that is to be shown. option: the one on the card alone. */
function isBotsChoice(card, option, ask, marks) {
  if (!option) return isHinted(ask, marks, card);
  return marks.hint && JSON.stringify(option.answer) === JSON.stringify(ask.suggest);
}

/** Where a card comes from, and where it goes, when it is not seen there. */
function moved(card, place, lying) {
  const { seat } = lying;
  const isLaid = seat !== undefined;
  return { "data-moves": `card ${card}`, "data-at": isLaid ? `tableau ${seat}` : place, "data-from": isLaid ? `cards ${seat}` : "deck", "data-to": "discard" };
}

/** A face that has no image yet is its title and what it says. */
function face(facts, motion) {
  const alt = spoken(facts);
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

function spoken(facts) {
  return [facts.title, facts.alt.replaceAll("\n", " ")].filter(Boolean).join(". ");
}

/** A card in one line, in the colour of its kind: a circle has the cost of a world, a square that of a development. */
function band(facts, motion) {
  return make(
    "span",
    { class: `face band ${facts.type ?? ""} kind-${facts.kind ?? "none"}`, ...motion },
    facts.cost !== undefined && make("span", { class: "cost", "aria-hidden": "true" }, facts.cost),
    make("span", { class: "title", "aria-hidden": "true" }, facts.title),
    facts.kind && make("span", { class: "letter", "aria-hidden": "true" }, SIGNS[facts.kind]),
    make("span", { class: "unseen" }, spoken(facts)),
  );
}

function sign(key) {
  return make("kbd", { class: "key", "aria-hidden": "true" }, key);
}

function good(kind, card, seat) {
  const motion = { "data-moves": `good ${card}`, "data-from": "deck", "data-to": `chips ${seat}|cards ${seat}` };
  return make("span", { class: "good-here", "data-good": kind, ...motion }, icon(`good ${kind}`, CARD.good(kind)));
}

function savedUnder(count) {
  return make(
    "span",
    { class: "saved-here" },
    icon("cards"),
    make("span", { class: "unseen" }, `${CARD.saved} `),
    count,
  );
}

/** What being marked means; a card that is given away has no tick, which would read as kept. */
function marked(ask) {
  const verb = verbOf(ask);
  return `${verb === "discard" ? "✕" : "✓"} ${verb}`;
}
