// Tokens: how many of each class a player has, and how many are left.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { addPart } from "./parts.js";
import { nounOf } from "./words.js";

const WORDS = {
  held: (count, name) => `${count} ${name} ${nounOf(count, "token")}`,
  left: (label, count) => `${label}; ${count} left`,
};

addPart("tokens", { figures: held });

function held(classes, { seat }) {
  return classes.filter((one) => one.held[seat]).map((one) => figure(one, one.held[seat]));
}

function figure({ name, left }, count) {
  return make(
    "span",
    { class: "figure", title: WORDS.left(WORDS.held(count, name), left) },
    icon("token"),
    make("b", {}, count),
    make("span", {}, ` ${name}`),
  );
}
