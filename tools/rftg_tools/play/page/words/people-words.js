// Words: what is said of the people at a table, and where they say what they think of cards.

import { counted } from "./common.js";

/** What the page says where people say what they think of cards. */
export const THINKING = {
  button: "What I think of it",
  title: (title) => `What do you think of ${title}?`,
  legend: "The card is",
  kinds: [
    { name: "too strong", label: "too strong" },
    { name: "never a reason to play", label: "never a reason to play" },
    { name: "unclear", label: "unclear" },
  ],
  text: "In your own words",
  when: "Others see it when the game is over.",
  keep: "Keep it",
  cancel: "Cancel",
  keeping: "Is being kept",
  unheard: "Not connected: try again when the page is connected.",
  kept: (title) => `Kept what you think of ${title}.`,
  heading: "What was thought of cards",
  none: "Nobody has said anything yet.",
  more: "Say what you think of a card",
  by: (one) => `${one.mine ? "you" : one.name || "somebody who watched"}, ${one.over ? "after the game" : `round ${one.round}`}`,
};

/** What it says of the people at a table. */
export const PEOPLE = {
  title: "People at this table",
  button: (here, all) => `People: ${here} of ${all} here`,
  unread: (many) => `, ${counted(many, "new note")}`,
  host: "The host",
  away: "away",
  here: "here",
  hereTwice: (many) => `here with ${many} connections`,
  screen: "at the host's screen",
  waits: (time) => `asked for ${time}`,
  watchers: (many) => (many ? `${many} ${many === 1 ? "person" : "people"} watching` : "Nobody is watching"),
  watchersTitle: "Those who watch",
  name: "Your name",
  rename: "Change",
  notes: "Notes",
  noNotes: "No notes yet.",
  note: "A note to the table",
  send: "Send",
  pace: "Pace",
  remind: "Remind who is asked after",
  standIn: "Have a bot answer after",
  never: "never",
  propose: "Propose",
  agree: "I agree to this pace",
  agreed: (names) => (names.length ? `Agreed so far: ${names.join(", ")}.` : "Nobody has agreed yet."),
  paceOn: "All have agreed: the bot answers when the time is up.",
  paceOff: "The bot answers only when all have agreed.",
  yourTurn: (time) => `It is your turn: you have been asked for ${time}.`,
  give: "Make a link",
  renew: "New link",
  takeBack: "Take back",
  copy: "Copy",
  copied: "The link was copied.",
  notCopied: "The browser did not let it be copied: the link is selected, copy it yourself.",
  link: (name) => `Link for ${name}`,
  lost: "It is shown only in the window where it was made. If it is lost, make a new one; the old one then ends.",
  gives: "A link opens one seat to whoever has it: send each to one person.",
  notShared: "The server is not open to others now. Start it with --share.",
  failed: (why) => `That failed: ${why}`,
  unsent: "Not connected: it was not sent. Try again when the page is connected.",
};

/** What happened, of a note that is not said by anybody. who: whom it is about. */
const HAPPENED = {
  renamed: (who, text) => `${text} is now called ${who}.`,
  given: (who) => `The host made a link for ${who}.`,
  renewed: (who) => `The host made a new link for ${who}; the old one has ended.`,
  "taken back": (who) => `The host took back the link of ${who}.`,
  "stood in": (who) => `A bot answered for ${who}.`,
};

export function happened(what, who, text) {
  return HAPPENED[what]?.(who, text) ?? "";
}

/** Seconds, in words. */
export function lasting(seconds) {
  if (seconds < 60) return counted(seconds, "second");
  if (seconds < 3600) return counted(Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), "hour");
  return counted(Math.floor(seconds / 86_400), "day");
}

/** What it says to somebody who came without a key. */
export const GUEST = {
  noKey: "This page needs a link",
  askHost: "Ask the host of the game for the link of your seat, and open all of it.",
};
