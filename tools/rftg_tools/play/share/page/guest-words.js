// What the page says to somebody who came without a key.

export const SAYS = {
  noKey: "This page needs a link",
  askHost: "Ask the host of the game for the link of your seat, and open all of it.",
};
