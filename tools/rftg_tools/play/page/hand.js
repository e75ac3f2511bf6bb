// The hand: the own cards, large, and beside them those that are only shown for what is asked.

import { cardButton } from "./cards.js";
import { make } from "./dom.js";
import { cardsApart } from "./picking.js";
import { HAND } from "./table-words.js";
import { titleOf } from "./words.js";

export function hand(shown) {
  const { frame, ask } = shown;
  if (frame.seat === null) return null;
  const tray = cardsApart(ask, frame);
  const saved = Object.entries(frame.saved).filter(([, cards]) => cards.length);
  return make(
    "div",
    { id: "hand", class: "hand", "data-key": "hand" },
    tray.length > 0 && strip("tray", HAND.choose, tray, shown),
    frame.hand.length > 0 && strip("own", HAND.own(frame.hand.length), frame.hand, shown),
    frame.hand.length === 0 && tray.length === 0 && make("p", { class: "empty" }, HAND.empty),
    saved.map(([card, cards]) => strip(`saved ${card}`, HAND.savedUnder(titleOf(card, frame.cards)), cards, shown)),
  );
}

function strip(name, label, cards, shown) {
  const kind = name.split(" ")[0];
  return make(
    "section",
    { class: `strip ${kind}`, "data-key": `strip ${name}` },
    make("h2", {}, label),
    make(
      "div",
      { class: "cards", role: "group", "aria-label": label, "data-group": name },
      cards.map((card) => cardButton(card, name, shown)),
    ),
  );
}
