// What the page says of the people at a table: all of it, so that it can be translated in one place.

import { counted } from "./common.js";

export const SAYS = {
  title: "People at this table",
  button: (here, all) => `People: ${here} of ${all} here`,
  unread: (many) => `, ${counted(many, "new note")}`,
  you: "you",
  host: "The host",
  away: "away",
  here: "here",
  hereTwice: (many) => `here with ${many} connections`,
  screen: "at the host's screen",
  waits: (time) => `asked for ${time}`,
  watchers: (many) => (many ? `${counted(many, "person")} watching` : "Nobody is watching"),
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
  link: (name) => `Link for ${name}`,
  lost: "It is shown only in the window where it was made; where it is lost, make a new one, with which the old one ends.",
  gives: "A link opens one seat to whoever has it: send each to one person.",
  notShared: "The server is not open to others now. Start it with --share.",
  failed: (why) => `That failed: ${why}`,
  silent: "The server does not answer.",
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
