// The score sheet: winner, reason for the end, and every player's scoring lines.

import { make } from "./dom.js";
import { listMarks } from "./marks.js";
import { pointsChart } from "./points.js";
import { SCORES } from "./table-words.js";
import { titleOf } from "./words.js";

export function scores({ frame, handlers }) {
  const { over } = frame;
  const { columns } = over;
  const ranked = [...over.scores].sort((first, second) => second.total - first.total || second.tie_break - first.tie_break);
  return make(
    "section",
    { id: "scores", "aria-labelledby": "scores-title", tabindex: "-1" },
    make("h2", { id: "scores-title" }, SCORES.won(over.winners.map((seat) => nameOf(seat, frame)))),
    make("p", { class: "why muted" }, over.why.join("; ")),
    make(
      "div",
      { class: "sheet" },
      make(
        "table",
        {},
        make("caption", { class: "unseen" }, SCORES.caption),
        make("thead", {}, make("tr", {}, [SCORES.player, ...columns.map((column) => column.title), SCORES.total, SCORES.tieBreak].map((title) => make("th", { scope: "col" }, title)))),
        make("tbody", {}, ranked.map((score) => row(score, columns, frame))),
      ),
    ),
    over.course && pointsChart(over.course, frame),
    make("div", { class: "all-lines" }, ranked.map((score) => lines(score, frame))),
    make(
      "p",
      { class: "options" },
      handlers.again && make("button", { type: "button", class: "primary", id: "again", "data-do": "again" }, SCORES.again),
      handlers.review && make("a", { class: "button", href: handlers.review }, SCORES.review),
      handlers.home && make("a", { class: "button", href: handlers.home }, SCORES.another),
    ),
    make("p", { class: "record muted" }, over.record && SCORES.recorded(over.record), frame.seed && SCORES.seed(frame.seed)),
    listMarks(frame),
  );
}

function nameOf(seat, frame) {
  return frame.players.find((player) => player.seat === seat)?.name ?? "";
}

function row(score, columns, frame) {
  const won = frame.over.winners.includes(score.seat);
  return make(
    "tr",
    { class: won ? "won" : "" },
    make("th", { scope: "row" }, nameOf(score.seat, frame), won && " ★", won && make("span", { class: "unseen" }, ` ${SCORES.winner}`)),
    columns.map(({ name }) => make("td", {}, score[name])),
    make("td", {}, make("b", {}, score.total)),
    make("td", {}, score.tie_break),
  );
}

function lines(score, frame) {
  return make(
    "details",
    { class: "lines", "data-key": `lines ${score.seat}`, open: score.seat === frame.seat },
    make("summary", {}, SCORES.lines(nameOf(score.seat, frame), score.total)),
    make(
      "ul",
      {},
      score.lines.map((line) =>
        make(
          "li",
          {},
          line.card === null
            ? make("span", {}, line.label)
            : [
                make("button", { type: "button", class: "named", "data-look": line.card }, titleOf(line.card, frame.cards)),
                line.label && make("span", { class: "muted" }, ` ${line.label}`),
              ],
          make("b", {}, line.points),
        ),
      ),
    ),
  );
}
