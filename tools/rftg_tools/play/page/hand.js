// The hand: the player's own cards, and cards shown only for the current question.

import { cardButton } from "./cards.js";
import { make } from "./dom.js";
import { offTableCards } from "./picking.js";
import { HAND } from "./table-words.js";
import { titleOf } from "./words.js";

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
