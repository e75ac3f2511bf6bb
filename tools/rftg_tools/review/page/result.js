// The result of the game, and its largest turning point.

import { make } from "./dom.js";
import { RESULT } from "./review-words.js";
import { textElements } from "./words.js";

/** One or two sentences about the winner, the scores and the sets. */
export function describeResult({ result, players, note }, sets) {
  const order = players.map((_name, seat) => seat).sort((first, second) => result.scores[second] - result.scores[first]);
  const scores = order.map((seat) => ({ name: players[seat], points: result.scores[seat] }));
  const ended = result.over ? won(result, players) : RESULT.unfinished;
  return [`${ended}. ${RESULT.points(scores)}`, `${sets.join(", ")}.`, note].filter(Boolean).join(" ");
}

function won({ scores, winners }, players) {
  const names = winners.map((seat) => players[seat]);
  if (names.length > 1) return RESULT.together(names);
  const losingScores = scores.filter((_score, seat) => !winners.includes(seat));
  const margin = scores[winners[0]] - Math.max(...losingScores);
  return margin ? RESULT.wonBy(names[0], margin) : RESULT.tie(names[0]);
}

/** The largest turning point, or a message that there is none. */
export function mainFinding({ turning_points: points, complete }, cards) {
  if (!points.length) return complete ? [RESULT.noneWorse] : [];
  const size = (point) => Math.abs(point.change);
  const largest = points.reduce((first, second) => (size(second) > size(first) ? second : first));
  return [make("b", {}, `${RESULT.largest(points.length)} `), textElements(largest.text, cards)];
}
