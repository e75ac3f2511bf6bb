// What is to be said of the game first: who won, and where it turned.

import { make } from "./dom.js";
import { written } from "./words.js";

/** Who won, by what, with which sets: a sentence or two. */
export function resultOf({ result, players, note }, sets) {
  const order = players.map((_name, seat) => seat).sort((one, other) => result.scores[other] - result.scores[one]);
  const scores = order.map((seat) => `${players[seat]} ${result.scores[seat]}`).join(", ");
  const ended = result.over ? won(result, players) : "This game was not played to its end";
  return [`${ended}. Points: ${scores}.`, `${sets.join(", ")}.`, note].filter(Boolean).join(" ");
}

function won({ scores, winners }, players) {
  const names = winners.map((seat) => players[seat]);
  if (names.length > 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} won together`;
  const others = scores.filter((_score, seat) => !winners.includes(seat));
  const ahead = scores[winners[0]] - Math.max(...others);
  return ahead ? `${names[0]} won by ${ahead}` : `${names[0]} won the tie`;
}

/** The largest turning point, or that there is none. */
export function mainOf({ turning_points: found, complete }, cards) {
  if (!found.length) return complete ? ["No choice is known to have been worse than another."] : [];
  const size = (one) => Math.abs(one.change);
  const largest = found.reduce((one, other) => (size(other) > size(one) ? other : one));
  return [make("b", {}, found.length > 1 ? `The largest of ${found.length} turning points: ` : "The turning point: "), written(largest.text, cards)];
}
