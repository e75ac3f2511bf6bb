// The words of sharing a set as a link, and of sets from links.

import { counted } from "./common.js";

export const SHARE = {
  open: "Share",
  title: (name) => `Share ${name}`,
  link: "Link",
  copy: "Copy link",
  copied: "Copied",
  copyFailed: "Couldn't copy. The link is selected: press Ctrl+C.",
  length: (length, limit) => `${length.toLocaleString("en")} of at most ${limit.toLocaleString("en")} characters. The set is in the link itself, so nothing is stored anywhere.`,
  tooLong: (excess) => `This set is ${excess.toLocaleString("en")} characters too long for a link. Send the file instead.`,
  noAddress: "This link opens for people who run the studio on their own computer. To have links that open for everybody, start the studio with the address of a studio on the web in the variable RFTG_DSL_STUDIO.",
  errors: (count) => `The set has ${counted(count, "error")}. Whoever opens the link sees ${count === 1 ? "it" : "them"}.`,
  inside: "In the link",
  outside: "Not in the link",
  own: (name) => `All cards, goals, tests and comments of ${name}`,
  needed: (name) => `${name}, because the set needs it`,
  left: ["Pictures", "Notes, versions, balance and games"],
  send: "As a file",
  sendHelp: "Send it by mail or chat. The reader puts it into the folder of a studio.",
  save: (name) => `Save ${name}`,
};

export const LINKED = {
  note: "From a link, read-only",
  state: "Read-only",
  opened: (title) => `${title} was opened from a link. It is read-only.`,
  make: "Make it mine",
  cancel: "Cancel",
  offer: "This set is read-only",
  offerHelp: "It comes from a link. To change it, make it yours: it is stored as a new file, and nothing of yours is overwritten. Your change is made then.",
  kept: ({ id, was, others }) => [
    was ? `Saved as ${id}.yaml, because ${was} is the short name of another set.` : `Saved as ${id}.yaml. It is yours now.`,
    others.length ? `${others.join(" and ")} came with it.` : "",
  ].filter(Boolean).join(" "),
  step: (id) => `make ${id} mine`,
  cannotPlay: "Make it mine to play with it: you have another set with its short name.",
};
