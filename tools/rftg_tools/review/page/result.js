// What is to be said of the game first: who won, and where it turned.

import { make } from "./dom.js";
import { RESULT } from "./review-words.js";
import { written } from "./words.js";

/** Who won, by what, with which sets: a sentence or two. */
export function resultOf({ result, players, note }, sets) {
  const order = players.map((_name, seat) => seat).sort((one, other) => result.scores[other] - result.scores[one]);
  const scores = order.map((seat) => ({ name: players[seat], points: result.scores[seat] }));
  const ended = result.over ? won(result, players) : RESULT.unfinished;
  return [`${ended}. ${RESULT.points(scores)}`, `${sets.join(", ")}.`, note].filter(Boolean).join(" ");
}

function won({ scores, winners }, players) {
  const names = winners.map((seat) => players[seat]);
  if (names.length > 1) return RESULT.together(names);
  const others = scores.filter((_score, seat) => !winners.includes(seat));
  const ahead = scores[winners[0]] - Math.max(...others);
  return ahead ? RESULT.wonBy(names[0], ahead) : RESULT.tie(names[0]);
}

/** The largest turning point, or that there is none. */
export function mainOf({ turning_points: found, complete }, cards) {
  if (!found.length) return complete ? [RESULT.noneWorse] : [];
  const size = (one) => Math.abs(one.change);
  const largest = found.reduce((one, other) => (size(other) > size(one) ? other : one));
  return [make("b", {}, `${RESULT.largest(found.length)} `), written(largest.text, cards)];
}
