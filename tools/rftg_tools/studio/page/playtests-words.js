// What the page says of games of people, in one place.

export const SAYS = {
  heading: "Games of people",
  none: "Nobody has played with it yet.",
  counting: "Games are being counted.",
  version: (version, now) => (now ? `As it is now (${version})` : `Earlier text (${version})`),
  games: ({ games, ended, seats }) => `${games} ${games === 1 ? "game" : "games"} (${ended} to the end), ${seats} ${seats === 1 ? "seat" : "seats"} of people`,
  unread: "In no game that can be read.",
  drawn: "Drawn",
  kept: "Kept",
  played: "Played",
  round: "First played in round",
  worth: "Points of the card",
  score: "Points of who played it",
  wins: "Wins of who played it",
  bots: "Bots: drawing it brings",
  rounds: ({ mean, least, most }) => `${mean.toFixed(1)} (${least} to ${most})`,
  mean: ({ mean, half }) => (half === null ? `${mean.toFixed(1)} (once)` : `${mean.toFixed(1)} ± ${half.toFixed(1)}`),
  won: ({ won, of, even, low, high }) => `${Number(won.toFixed(2))} of ${of} (${percent(won / of)} %, from ${percent(low)} to ${percent(high)}; even: ${even.toFixed(1)})`,
  effect: ({ effect, half, same_text: same }) => `${effect > 0 ? "+" : ""}${effect.toFixed(1)} ± ${half.toFixed(1)} % of a win${same ? "" : " (with another text)"}`,
  by: ({ name, over, round, game }) => `${name || "somebody who watched"}, ${over ? "after the game" : `round ${round}`}, ${game}`,
};

function percent(share) {
  return Math.round(100 * share);
}
