// The end of a game of Roll: who won, and where the points come from.

import { counted } from "./common.js";
import { make } from "./dom.js";
import { thoughts } from "./marks.js";

export function rollScores({ frame, handlers }) {
  const players = [...frame.over.players].sort((one, other) => other.total - one.total || other.tie_break - one.tie_break);
  const name = (seat) => frame.players.find((player) => player.seat === seat).name;
  const winners = players.filter((one) => one.won).map((one) => name(one.seat));
  return make(
    "section",
    { id: "scores", "aria-labelledby": "scores-title", tabindex: "-1" },
    make("h2", { id: "scores-title" }, winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} share the victory`),
    make("p", { class: "why" }, frame.over.why.join("; ")),
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
          players.map((one) => row(one, name(one.seat))),
        ),
      ),
    ),
    make("div", { class: "all-lines" }, players.map((one) => lines(one, name(one.seat), frame))),
    make("p", { class: "options" }, handlers.again && make("button", { type: "button", class: "main", id: "again", "data-do": "again" }, "Play again"), handlers.home && make("a", { class: "button", href: handlers.home }, "Another game")),
    make("p", { class: "record" }, frame.over.record && `Recorded in ${frame.over.record}`, frame.seed && `; seed ${frame.seed}`),
    thoughts(frame),
  );
}

function row(one, name) {
  const cells = [one.chips, points(one.tiles), points(one.bonus), make("b", {}, one.total), one.tie_break];
  return make(
    "tr",
    { class: one.won ? "won" : "" },
    make("th", { scope: "row" }, name, one.won && " ★", one.won && make("span", { class: "unseen" }, " winner")),
    cells.map((cell) => make("td", {}, cell)),
  );
}

/** All that a player has points for. */
function lines(one, name, frame) {
  const line = (face, label, vp) => {
    const title = make("button", { type: "button", class: "named", "data-look": face }, frame.cards[face].title);
    return make("li", {}, title, label && make("span", { class: "label" }, ` ${label}`), make("b", {}, vp));
  };
  return make(
    "details",
    { class: "lines", "data-key": `lines ${one.seat}`, open: one.seat === frame.seat },
    make("summary", {}, `${name}: ${counted(one.total, "point")}, line by line`),
    make(
      "ul",
      {},
      one.tiles.map(([face, vp]) => line(face, "", vp)),
      one.bonus.map(([face, vp]) => line(face, "scoring line", vp)),
      one.chips > 0 && make("li", {}, make("span", {}, "chips"), make("b", {}, one.chips)),
    ),
  );
}

function points(lines) {
  return lines.reduce((sum, [, vp]) => sum + vp, 0);
}
