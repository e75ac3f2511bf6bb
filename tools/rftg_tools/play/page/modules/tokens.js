// Tokens: each player's number of tokens per class, and the supply.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { addPart } from "./parts.js";
import { nounOf } from "./words.js";

const WORDS = {
  held: (count, name) => `${count} ${name} ${nounOf(count, "token")}`,
  left: (label, count) => `${label}; ${count} left`,
};

addPart("tokens", { figures: held });

function held(classes, { seat }) {
  return classes.filter((token) => token.held[seat]).map((token) => figure(token, token.held[seat]));
}

function figure({ name, left }, count) {
  return make(
    "span",
    { class: "figure", title: WORDS.left(WORDS.held(count, name), left) },
    symbol("token"),
    make("b", {}, count),
    make("span", {}, ` ${name}`),
  );
}
