// Words: all that a review says by its scripts, so that it can be translated in one place; what never changes
// is in review.html, and what its table says is with the page of play.

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

/** The chances to win, as a chart and as a table. */
export const CHART = {
  title: "Chances to win",
  unknown: "Chances to win; none are known yet",
  about: (moment, chances) => `Chances to win over the game. At ${moment}: ${chances.join(", ")}. All figures are in the table below.`,
  choice: "a choice that lost chances",
  jump: "a jump by luck or others' choices",
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

/** What was decided at a moment. */
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
  luck: "The best of several looks better than it is, since luck helped to choose it.",
  left: (count) => `${count} more answers, similar or less promising, are not rated.`,
  trueCards: (games) => `In ${games} imagined games the hidden cards were where they really were.`,
};

/** How far the review is. */
export const PROGRESS = {
  stopped: (why) => `No more games will be played out:  ${why}`,
  reviewed: (done, all) => `${done} of ${all} decisions reviewed (${Math.floor((100 * done) / all)} %)`,
  appear: "Figures appear as they are found.",
  minutes: (count) => `about ${count} minutes left`,
  seconds: (count) => `about ${count} seconds left`,
};

/** Who won, and where the game turned. */
export const RESULT = {
  unfinished: "This game was not played to its end",
  points: (scores) => `Points: ${scores.map(({ name, points }) => `${name} ${points}`).join(", ")}.`,
  together: (names) => `${listed(names)} won together`,
  wonBy: (name, ahead) => `${name} won by ${ahead}`,
  tie: (name) => `${name} won the tie`,
  noneWorse: "No choice is known to have been worse than another.",
  largest: (count) => (count > 1 ? `The largest of ${count} turning points:` : "The turning point:"),
};
