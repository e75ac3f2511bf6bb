// The end of a game of Roll: who won, and where the points come from.

import { make } from "./dom.js";
import { thoughts } from "./marks.js";

export function rollScores({ frame, handlers }) {
  const players = [...frame.over.players].sort((one, other) => other.total - one.total || other.tie_break - one.tie_break);
  const name = (seat) => frame.players.find((player) => player.seat === seat).name;
  const winners = players.filter((one) => one.won).map((one) => name(one.seat));
  const title = (face) => frame.cards[face].title;
  return make(
    "section",
    { id: "scores", "aria-labelledby": "scores-title", tabindex: "-1" },
    make("h2", { id: "scores-title" }, winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} share the victory`),
    make(
      "div",
      { class: "sheet" },
      make(
        "table",
        {},
        make("caption", { class: "unseen" }, "Points of all players"),
        make("thead", {}, make("tr", {}, ["Player", "Chips", "Tiles", "Scoring lines", "Total", "Tie-break"].map((one) => make("th", { scope: "col" }, one)))),
        make(
          "tbody",
          {},
          players.map((one) =>
            make("tr", {}, make("th", { scope: "row" }, name(one.seat)), [one.chips, points(one.tiles), points(one.bonus), make("b", {}, one.total), one.tie_break].map((cell) => make("td", {}, cell))),
          ),
        ),
      ),
    ),
    players.map((one) =>
      make(
        "details",
        { "data-key": `lines ${one.seat}` },
        make("summary", {}, `Every tile of ${name(one.seat)}`),
        make("ul", {}, one.tiles.map(([face, vp]) => make("li", {}, `${title(face)}: ${vp}`)), one.bonus.map(([face, vp]) => make("li", {}, `${title(face)}, scoring: ${vp}`))),
      ),
    ),
    make("p", { class: "options" }, handlers.again && make("button", { type: "button", class: "main", id: "again", "data-do": "again" }, "Play again"), handlers.home && make("a", { class: "button", href: handlers.home }, "Another game")),
    make("p", { class: "record" }, frame.over.record && `Recorded in ${frame.over.record}`, frame.seed && `; seed ${frame.seed}`),
    thoughts(frame),
  );
}

function points(lines) {
  return lines.reduce((sum, [, vp]) => sum + vp, 0);
}
