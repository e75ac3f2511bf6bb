// The score sheet at the end: who won, why the game ended, and every line of every player.

import { counted } from "./common.js";
import { make } from "./dom.js";
import { thoughts } from "./marks.js";
import { titleOf } from "./words.js";

export function scores(shown) {
  const { frame, handlers } = shown;
  const { over } = frame;
  const { columns } = over;
  const ranked = [...over.scores].sort((one, other) => other.total - one.total || other.tie_break - one.tie_break);
  return make(
    "section",
    { id: "scores", "aria-labelledby": "scores-title", tabindex: "-1" },
    make("h2", { id: "scores-title" }, heading(frame)),
    make("p", { class: "why" }, over.why.join("; ")),
    make(
      "div",
      { class: "sheet" },
      make(
        "table",
        {},
        make("caption", { class: "unseen" }, "Points of all players"),
        make("thead", {}, make("tr", {}, ["Player", ...columns.map((column) => column.title), "Total", "Tie-break"].map((title) => make("th", { scope: "col" }, title)))),
        make("tbody", {}, ranked.map((score) => row(score, columns, frame))),
      ),
    ),
    make("div", { class: "all-lines" }, ranked.map((score) => lines(score, frame))),
    make(
      "p",
      { class: "options" },
      handlers.again && make("button", { type: "button", class: "main", id: "again", "data-do": "again" }, "Play again"),
      handlers.review && make("a", { class: "button", href: handlers.review }, "Review this game"),
      handlers.home && make("a", { class: "button", href: handlers.home }, "Another game"),
    ),
    make("p", { class: "record" }, over.record && `Recorded in ${over.record}`, frame.seed && `; seed ${frame.seed}`),
    thoughts(frame),
  );
}

function heading(frame) {
  const names = frame.over.winners.map((seat) => nameOf(seat, frame));
  return names.length === 1 ? `${names[0]} wins` : `${names.join(" and ")} share the victory`;
}

function nameOf(seat, frame) {
  return frame.players.find((player) => player.seat === seat)?.name ?? "";
}

function row(score, columns, frame) {
  const won = frame.over.winners.includes(score.seat);
  return make(
    "tr",
    { class: won ? "won" : "" },
    make("th", { scope: "row" }, nameOf(score.seat, frame), won && " ★", won && make("span", { class: "unseen" }, " winner")),
    columns.map(({ name }) => make("td", {}, score[name])),
    make("td", {}, make("b", {}, score.total)),
    make("td", {}, score.tie_break),
  );
}

function lines(score, frame) {
  return make(
    "details",
    { class: "lines", "data-key": `lines ${score.seat}`, open: score.seat === frame.seat },
    make("summary", {}, `${nameOf(score.seat, frame)}: ${counted(score.total, "point")}, line by line`),
    make(
      "ul",
      {},
      score.lines.map((one) =>
        make(
          "li",
          {},
          one.card === null
            ? make("span", {}, one.label)
            : [
                make("button", { type: "button", class: "named", "data-look": one.card }, titleOf(one.card, frame.cards)),
                one.label && make("span", { class: "label" }, ` ${one.label}`),
              ],
          make("b", {}, one.points),
        ),
      ),
    ),
  );
}
