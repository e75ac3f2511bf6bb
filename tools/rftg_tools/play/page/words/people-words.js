// Texts about the people at a table, and about opinions on cards.

import { counted } from "./common.js";

/** Opinions on cards. */
export const THINKING = {
  button: "Give feedback",
  title: (title) => `Feedback on ${title}`,
  legend: "The card is",
  kinds: [
    { name: "too strong", label: "too strong" },
    { name: "never a reason to play", label: "never a reason to play" },
    { name: "unclear", label: "unclear" },
  ],
  text: "Comment",
  when: "Others see your feedback after the game.",
  keep: "Save",
  cancel: "Cancel",
  keeping: "Saving…",
  unheard: "Not connected. Try again when the connection is back.",
  kept: (title) => `Saved your feedback on ${title}.`,
  heading: "Feedback on cards",
  none: "No feedback yet.",
  more: "Give feedback on a card",
  by: (mark) => `${mark.mine ? "you" : mark.name || "a spectator"}, ${mark.over ? "after the game" : `round ${mark.round}`}`,
};

/** The people at a table. */
export const PEOPLE = {
  button: (here, all) => `People: ${here} of ${all} here`,
  unread: (many) => `, ${counted(many, "new note")}`,
  host: "The host",
  away: "away",
  here: "here",
  hereTwice: (many) => `here with ${many} connections`,
  screen: "at the host's screen",
  waits: (time) => `thinking for ${time}`,
  watchers: (many) => (many ? `${many} ${many === 1 ? "person" : "people"} watching` : "Nobody is watching"),
  watchersTitle: "Spectators",
  name: "Your name",
  rename: "Rename",
  notes: "Notes",
  noNotes: "No notes yet.",
  reply: "Reply",
  look: "Look",
  came: (name) => `${name} is here.`,
  left: (name) => `${name} has left for now.`,
  newPace: "A new pace is proposed.",
  note: "A note to the table",
  send: "Send",
  pace: "Pace",
  remind: "Remind players after",
  standIn: "Let a bot answer after",
  never: "never",
  propose: "Propose",
  agree: "I agree to this pace",
  agreed: (names) => (names.length ? `Agreed so far: ${names.join(", ")}.` : "Nobody has agreed yet."),
  paceOn: "Everyone agreed: a bot answers when the time is up.",
  paceOff: "A bot answers only if everyone agrees.",
  yourTurn: (time) => `It's your turn, and has been for ${time}.`,
  give: "Create link",
  renew: "Replace link",
  takeBack: "Revoke",
  copy: "Copy",
  copied: "Link copied.",
  notCopied: "The browser blocked copying. The link is selected: copy it yourself.",
  link: (name) => `Link for ${name}`,
  lost: "Only the window where you create a link shows it. If you lose a link, replace it; the old link then stops working.",
  gives: "Each link opens one seat: send it to one person only.",
  notShared: "The server isn't open to others. Restart it with --share.",
  failed: (why) => `Couldn't change the link: ${why}`,
  unsent: "Not connected: nothing was sent. Try again when the connection is back.",
};

/** Events among the notes. name: the person concerned. */
const EVENTS = {
  renamed: (name, oldName) => `${oldName} is now called ${name}.`,
  given: (name) => `The host created a link for ${name}.`,
  renewed: (name) => `The host replaced the link for ${name}.`,
  "taken back": (name) => `The host revoked the link for ${name}.`,
  "stood in": (name, activity) => `A bot answered for ${name}${activity ? ` (${activity})` : ""}.`,
};

export function describeEvent(kind, name, text) {
  return EVENTS[kind]?.(name, text) ?? "";
}

/** A duration. */
export function formatDuration(seconds) {
  if (seconds < 60) return counted(seconds, "second");
  if (seconds < 3600) return counted(Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), "hour");
  return counted(Math.floor(seconds / 86_400), "day");
}

/** The page of a visitor without a link. */
export const GUEST = {
  noKey: "This page needs a link",
  askHost: "Ask the host for the link of your seat, and open the complete link.",
};
