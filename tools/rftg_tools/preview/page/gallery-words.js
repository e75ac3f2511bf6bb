// Every text that the scripts of the card gallery show, in the preview and the studio, in one place for
// translation. Fixed texts are in index.html.

import { counted } from "./common.js";

export const GALLERY = {
  filters: {
    title: "Filters",
    all: "All",
    fields: { set: "Set", type: "Type", kind: "Kind", phase: "Phase", keyword: "Keyword", cost: "Cost", found: "With problems", size: "Size" },
    types: {
      development: "Development",
      world: "World",
      "military world": "Military world",
      "start world": "Start world",
      goal: "Goal",
    },
    clear: "Clear filters",
  },
  connected: "Live",
  notConnected: "Not connected",
  shown: (count, all) => `${count} of ${counted(all, "card")}.`,
  noneShown: (all) => `No card matches. Clear the filters to see all ${counted(all, "card")}.`,
  found: (errors, warnings) =>
    [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ") || "no problems",
  findings: (count) => counted(count, "problem"),
  things: (cards, goals) => [counted(cards, "card"), goals && counted(goals, "goal")].filter(Boolean).join(", "),
  title: (errors, set, page) => `${errors ? `(${errors}) ` : ""}${set ? `${set} - ` : ""}${page}`,
  changed: (names, restCount, problems) => `${names.join(", ")}${restCount > 0 ? ` and ${restCount} more` : ""} changed. ${problems || "No problems."}`,
  ast: "AST",
  hooks: "Hooks",
  explain: (code) => `Explain ${code}`,
  otherFace: (title) => `Other face: ${title}`,
  noFace: "No face yet",
  lastFace: "Last valid version",
  partFace: "Incomplete: the rest has errors",
  shownAs: (place, state) => [place, state].filter(Boolean).join(": "),
  face: (title, type, cost) => [title, cost === undefined ? type : `${type}, cost ${cost}`].filter(Boolean).join("; "),
};
