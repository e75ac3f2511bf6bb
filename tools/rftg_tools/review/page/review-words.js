// Every text that the review's scripts show, in one place for translation. Fixed texts are in review.html,
// and those of its table in the folder `words` of the play page.

import { counted } from "./common.js";
import { listed, nounOf, stepName } from "./words.js";

/** The review as a whole. */
export const REVIEW = {
  title: (players) => `${players.join(", ")} - review`,
  show: "Show",
  none: "None: chance explains every change.",
  noneYet: "None yet.",
  turns: (count, isComplete) => `Turning points: ${count || (isComplete ? "none found" : "none yet")}`,
  whoDecides: "who decides",
  noneAfter: "No turning point after this.",
  noneBefore: "No turning point before this.",
};

/** The winning chances, as a chart and as a table. */
export const CHART = {
  title: "Chances to win",
  unknown: "Chances to win; none are known yet",
  about: (moment, chances) => `Chances to win over the game. At ${moment}: ${chances.join(", ")}. All figures are in the table below.`,
  choice: "a choice that lowered the chances",
  jump: "a swing from luck or other players' choices",
  moment: "Moment",
  before: (round, step) => `Round ${round}, before: ${stepName(step)}`,
  end: "End",
  percent: (chance) => {
    if (chance > 0 && chance < 0.005) return "under 1 %";
    if (chance < 1 && chance > 0.995) return "over 99 %";
    return `${Math.round(chance * 100)} %`;
  },
  between: (low, high) => `${CHART.percent(low)} to ${CHART.percent(high)}`,
};

/** The decisions at a moment. */
export const DECISION = {
  none: "There is no decision here.",
  label: (name) => `Decision of ${name}`,
  asked: "was asked: “",
  done: "Done:",
  notRated: (reason) => `Not rated: ${reason}.`,
  notRatedYet: "Not rated yet.",
  best: "No option was found to win more often.",
  tooFew: "Too few games to tell which option is best.",
  noneBetter: "No option is known to be better than the one chosen.",
  wonMore: (points, give) => `won ${points} percentage ${nounOf(points, "point")} more often (±${give}).`,
  others: (count) => counted(count, "more option"),
  chosen: "chosen",
  bots: (level) => `the bot's choice (${level})`,
  glance: "less promising at a glance",
  games: (count) => `${count} games`,
  luck: "The best of several options looks better than it is, because luck helped to pick it.",
  left: (count) => `${count} more answers, similar or less promising, are not rated.`,
  trueCards: (games) => `In ${games} simulated games the hidden cards were in their actual places.`,
};

/** The progress of the review. */
export const PROGRESS = {
  stopped: (why) => `The review stopped early: ${why}`,
  starting: "The first moments are being played out",
  reviewed: (done, all) => `${done} of ${all} decisions reviewed (${Math.floor((100 * done) / all)} %)`,
  appear: "Results appear as they are computed.",
  minutes: (count) => `about ${count} minutes left`,
  seconds: (count) => `about ${count} seconds left`,
};

/** The winner, and the largest turning point. */
export const RESULT = {
  quick: (playouts) => `A quick review, with up to ${playouts} games per decision: its margins of error are wide.`,
  unfinished: "This game was not played to its end",
  points: (scores) => `Points: ${scores.map(({ name, points }) => `${name} ${points}`).join(", ")}.`,
  together: (names) => `${listed(names)} won together`,
  wonBy: (name, ahead) => `${name} won by ${ahead}`,
  tie: (name) => `${name} won the tie`,
  noneWorse: "No choice is known to have been worse than another.",
  largest: (count) => (count > 1 ? `The largest of ${count} turning points:` : "The turning point:"),
};
