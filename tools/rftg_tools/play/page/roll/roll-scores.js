// The end of a Roll game: the winner, and every source of points.

import { make } from "./dom.js";
import { listMarks } from "./marks.js";
import { ROLL_SCORES } from "./roll-words.js";
import { SCORES } from "./table-words.js";

export function rollScores({ frame, handlers }) {
  const players = [...frame.over.players].sort((first, second) => second.total - first.total || second.tie_break - first.tie_break);
  const name = (seat) => frame.players.find((player) => player.seat === seat).name;
  const winners = players.filter((player) => player.won).map((player) => name(player.seat));
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
        make("thead", {}, make("tr", {}, columns.map((title) => make("th", { scope: "col" }, title)))),
        make(
          "tbody",
          {},
          players.map((player) => row(player, name(player.seat))),
        ),
      ),
    ),
    make("div", { class: "all-lines" }, players.map((player) => lines(player, name(player.seat), frame))),
    make("p", { class: "options" }, handlers.again && make("button", { type: "button", class: "main", id: "again", "data-do": "again" }, SCORES.again), handlers.home && make("a", { class: "button", href: handlers.home }, SCORES.another)),
    make("p", { class: "record" }, frame.over.record && SCORES.recorded(frame.over.record), frame.seed && SCORES.seed(frame.seed)),
    listMarks(frame),
  );
}

function row(player, name) {
  const cells = [player.chips, points(player.tiles), points(player.bonus), make("b", {}, player.total), player.tie_break];
  return make(
    "tr",
    { class: player.won ? "won" : "" },
    make("th", { scope: "row" }, name, player.won && " ★", player.won && make("span", { class: "unseen" }, ` ${SCORES.winner}`)),
    cells.map((cell) => make("td", {}, cell)),
  );
}

/** All scoring lines of a player. */
function lines(player, name, frame) {
  const line = (face, label, vp) => {
    const title = make("button", { type: "button", class: "named", "data-look": face }, frame.cards[face].title);
    return make("li", {}, title, label && make("span", { class: "label" }, ` ${label}`), make("b", {}, vp));
  };
  return make(
    "details",
    { class: "lines", "data-key": `lines ${player.seat}`, open: player.seat === frame.seat },
    make("summary", {}, SCORES.lines(name, player.total)),
    make(
      "ul",
      {},
      player.tiles.map(([face, vp]) => line(face, "", vp)),
      player.bonus.map(([face, vp]) => line(face, ROLL_SCORES.line, vp)),
      player.chips > 0 && make("li", {}, make("span", {}, ROLL_SCORES.chips), make("b", {}, player.chips)),
    ),
  );
}

function points(lines) {
  return lines.reduce((sum, [, vp]) => sum + vp, 0);
}
