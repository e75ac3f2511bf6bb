// The cards and goals that the server sends, and keeps sending when they change.

import { followStream, say } from "./common.js";
import { GALLERY } from "./gallery-words.js";

const MAX_ANNOUNCED = 3; // maximum number of names and problems in an announcement
const cards = new Map(); // by id, in file order
let previousFiles = null; // the last received files; null at first

/**
 * Follow the cards.
 * @param {(news: {cards: Map<number, any>, changed: any[], files: any[], problem: string}) => void} onChange
 * @param {() => void} onLoss called when the connection is lost; the server sends everything again after it
 */
export function followCards(onChange, onLoss) {
  const receive = ({ problem, files, order, cards: received }) => {
    const changed = received.filter((card) => !isEqual(card, cards.get(card.id)));
    const byId = new Map([...cards, ...received.map((card) => [card.id, card])]);
    cards.clear();
    for (const id of order) cards.set(id, byId.get(id));
    onChange({ cards, changed, files, problem });
    if (previousFiles) announceChanges(changed, files.filter((file, index) => !isEqual(file, previousFiles[index])));
    previousFiles = files;
  };
  followStream("events", receive, onLoss);
}

function announceChanges(changed, files) {
  const holders = [...files, ...changed];
  if (!holders.length) return;
  const names = [...files.map((file) => file.name), ...changed.map((card) => card.title)];
  const findings = holders.flatMap((holder) => holder.findings).map((finding) => finding.message);
  const problems = files.map((file) => file.problem).filter(Boolean);
  const summary = [...problems, ...findings].slice(0, MAX_ANNOUNCED).join("; ");
  say(GALLERY.changed(names.slice(0, MAX_ANNOUNCED), names.length - MAX_ANNOUNCED, summary));
}

function isEqual(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}
