// Words: all that cards in a gallery say by its scripts, in the preview and in the studio, so that it can
// be translated in one place; what never changes is in index.html.

import { counted } from "./common.js";

export const GALLERY = {
  connected: "Live",
  notConnected: "Not connected",
  shown: (seen, all) => `${counted(seen, "card")} of ${all} shown.`,
  noneShown: (all) => `None of ${counted(all, "card")} matches the filters.`,
  found: (errors, warnings) =>
    [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ") || "nothing found",
  findings: (number) => counted(number, "finding"),
  things: (cards, goals) => [counted(cards, "card"), goals && counted(goals, "goal")].filter(Boolean).join(", "),
  title: (errors, set, page) => `${errors ? `(${errors}) ` : ""}${set ? `${set} - ` : ""}${page}`,
  changed: (names, more, found) => `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} changed. ${found || "Nothing found."}`,
  explain: (code) => `Explain ${code}`,
  otherFace: (title) => `The other face: ${title}`,
  noFace: "no face yet",
  lastFace: "as it last was",
  partFace: "as far as it can be read",
  shownAs: (place, state) => [place, state].filter(Boolean).join(", shown "),
  face: (title, type, cost) => [title, cost === undefined ? type : `${type}, cost ${cost}`].filter(Boolean).join("; "),
};
