// Tokens: how many of each class a player has, and how many are left.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { addPart } from "./parts.js";

addPart("tokens", { figures: held });

function held(classes, { seat }) {
  return classes.filter((one) => one.held[seat]).map((one) => figure(one, one.held[seat]));
}

function figure({ name, left }, count) {
  const label = `${count} ${name} ${count === 1 ? "token" : "tokens"}`;
  return make(
    "span",
    { class: "figure", title: `${label}; ${left} left` },
    icon("token"),
    make("b", {}, count),
    make("span", {}, ` ${name}`),
  );
}
