// The log: events as text, grouped by round.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { LOG } from "./table-words.js";
import { roundName, stepName, textElements } from "./words.js";

export function log(view) {
  const { frame, showLog, handlers } = view;
  const rounds = groupByRound(frame.log);
  return make(
    "section",
    { id: "log", "data-key": "log", hidden: !showLog, "aria-label": LOG.title },
    make("h2", {}, LOG.title),
    frame.tests && frame.seat !== null && handlers.test && make(
      "button",
      { type: "button", id: "make-test", class: "quiet sm", "data-do": "test", "aria-haspopup": "menu", "aria-expanded": "false" },
      icon("test"),
      LOG.makeTest,
    ),
    make(
      "div",
      { class: "entries", tabindex: "0", "data-group": "log", role: "group", "aria-label": LOG.entries },
      [...rounds].map(([round, entries]) =>
        make(
          "section",
          { "data-key": `round ${round}` },
          make("h3", {}, roundName(round)),
          make("ol", {}, entries.map((entry) => line(entry, view))),
        ),
      ),
    ),
  );
}

function groupByRound(entries) {
  const rounds = new Map();
  entries.forEach((entry, index) => {
    if (!rounds.has(entry.round)) rounds.set(entry.round, []);
    rounds.get(entry.round).push({ ...entry, number: index });
  });
  return rounds;
}

function line(entry, { frame, heard }) {
  const isNew = entry.number >= heard;
  return make(
    "li",
    {
      "data-key": `entry ${entry.number}`,
      class: [entry.seat !== null && `seat-${entry.seat}`, isNew && "new"].filter(Boolean).join(" "),
      "data-by": entry.seat === null ? null : entry.seat === frame.seat ? "me" : "other",
    },
    make("span", { class: "when" }, stepName(entry.step)),
    make("span", { class: "what" }, textElements(entry.text, frame.cards)),
  );
}
