// The end of a game of Roll: who won, and where the points come from.

import { make } from "./dom.js";
import { thoughts } from "./marks.js";
import { ROLL_SCORES } from "./roll-words.js";
import { SCORES } from "./table-words.js";

export function rollScores({ frame, handlers }) {
  const players = [...frame.over.players].sort((one, other) => other.total - one.total || other.tie_break - one.tie_break);
  const name = (seat) => frame.players.find((player) => player.seat === seat).name;
  const winners = players.filter((one) => one.won).map((one) => name(one.seat));
  const columns = [SCORES.player, ...Object.values(ROLL_SCORES.columns), SCORES.total, SCORES.tieBreak];
  return make(
    "section",
    { id: "scores", "aria-labelledby": "scores-title", tabindex: "-1" },
    make("h2", { id: "scores-title" }, SCORES.won(winners)),
    make("p", { class: "why" }, frame.over.why.join("; ")),
    make(
      "div",
      { class: "sheet" },
      make(
        "table",
        {},
        make("caption", { class: "unseen" }, SCORES.caption),
        make("thead", {}, make("tr", {}, columns.map((one) => make("th", { scope: "col" }, one)))),
        make(
          "tbody",
          {},
          players.map((one) => row(one, name(one.seat))),
        ),
      ),
    ),
    make("div", { class: "all-lines" }, players.map((one) => lines(one, name(one.seat), frame))),
    make("p", { class: "options" }, handlers.again && make("button", { type: "button", class: "main", id: "again", "data-do": "again" }, SCORES.again), handlers.home && make("a", { class: "button", href: handlers.home }, SCORES.another)),
    make("p", { class: "record" }, frame.over.record && SCORES.recorded(frame.over.record), frame.seed && SCORES.seed(frame.seed)),
    thoughts(frame),
  );
}

function row(one, name) {
  const cells = [one.chips, points(one.tiles), points(one.bonus), make("b", {}, one.total), one.tie_break];
  return make(
    "tr",
    { class: one.won ? "won" : "" },
    make("th", { scope: "row" }, name, one.won && " ★", one.won && make("span", { class: "unseen" }, ` ${SCORES.winner}`)),
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
    make("summary", {}, SCORES.lines(name, one.total)),
    make(
      "ul",
      {},
      one.tiles.map(([face, vp]) => line(face, "", vp)),
      one.bonus.map(([face, vp]) => line(face, ROLL_SCORES.line, vp)),
      one.chips > 0 && make("li", {}, make("span", {}, ROLL_SCORES.chips), make("b", {}, one.chips)),
    ),
  );
}

function points(lines) {
  return lines.reduce((sum, [, vp]) => sum + vp, 0);
}
