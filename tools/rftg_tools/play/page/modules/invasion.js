// The invasion: the attack to come and its cards, the admiral track, and how each player stands.

import { draw, make } from "./dom.js";
import { addPart } from "./parts.js";
import { NARROW } from "./players.js";
import { capital } from "./words.js";

const TRACK =
  "Everybody's Military against them as the last attack found it. Whoever is highest gets the highest card and the smallest reward; of discs on one space the upper one counts as higher.";
const EFFORT = "Goods given to the war effort. Each brought 1 VP and lowered the Military that repulses them by 1.";
const OWN = /^own\+/; // a card whose attack adds to the Military of whoever gets it

const SHIELD = "M50 6L88 18V50Q84 80 50 95Q16 80 12 50V18Z";
const CRACK = "M58 12L40 42L60 52L42 88";

addPart("invasion", { side: invasion, figures: force });

/** Behind the figures of a player: Military against the invaders, and defense. */
function force({ players, invaders }, { seat }) {
  const { military, defense, damaged } = players[seat];
  const label = `${military} Military against ${invaders}, ${defense} more in defense`;
  return [
    make("span", { class: "figure force", title: label }, shield(false), make("b", {}, strength(players[seat])), make("span", { class: "unseen" }, ` ${label}`)),
    damaged.length > 0 &&
      make("span", { class: "figure force", title: `${damaged.length} damaged` }, shield(true), make("b", {}, damaged.length), make("span", { class: "unseen" }, " damaged")),
  ];
}

/** A shield, whole or cracked. */
function shield(cracked) {
  const line = { fill: "none", stroke: "#f4f6fb", "stroke-width": 8 };
  return draw(
    "svg",
    { viewBox: "0 0 100 100", class: "icon", "aria-hidden": "true" },
    draw("path", { d: SHIELD, fill: cracked ? "#b3261e" : "#2f6d8f", stroke: "#05070f", "stroke-width": 8 }),
    draw("path", { d: cracked ? CRACK : "M50 26V74M30 46H70", ...line }),
  );
}

function strength({ military, defense }) {
  return defense ? `${military}+${defense}` : `${military}`;
}

function invasion(part, frame) {
  return make(
    "details",
    { class: "invasion", "data-key": "invasion", "aria-label": "The invasion", open: !NARROW.matches },
    make("summary", {}, make("h2", {}, "Invasion"), make("span", { class: "faint" }, frame.over ? ended(part) : nextAttack(part))),
    part.shaken === 1 && !frame.over && make("p", { class: "shaken" }, shield(true), " The empire is shaken: if nobody holds out once more, it is defeated."),
    frame.round < part.first_round && make("p", {}, `${capital(part.invaders)} attack first at the end of round ${part.first_round}.`),
    repulse(part),
    !frame.over && make("p", { class: "wave" }, term("Cards left", "The next attack deals one of these to each player. It must be exceeded: a tie is lost."), part.next.cards.map(attackCard)),
    make("table", {}, make("caption", { class: "unseen" }, "How each player stands"), head(part), make("tbody", {}, ranked(part, frame).map((player) => row(player, part, frame)))),
    make("p", { class: "faint" }, rewards(part)),
  );
}

/** "next: wave 2, attack 1 of 2", or the attack that is under way. */
function nextAttack({ next, now }) {
  const { wave, nth, of } = now ?? next;
  return `${now ? "now" : "next"}: wave ${wave}, attack ${nth}${of ? ` of ${of}` : ""}`;
}

/** How it ended, if it has ended the game. */
function ended({ repulsed, shaken, invaders }) {
  if (repulsed) return `${invaders} are repulsed`;
  return shaken > 1 ? "the empire is defeated" : "";
}

/** How near all are to repulsing the invaders. */
function repulse({ military, repulse: needed, invaders }) {
  return make(
    "p",
    { class: "repulse" },
    make("span", {}, "All together ", make("b", {}, military), ` of the ${needed} Military that repulse ${invaders}`),
    make("meter", { min: 0, max: Math.max(needed, 1), value: Math.max(0, military), "aria-hidden": "true" }),
  );
}

function attackCard({ card, copies }) {
  return make("span", { class: "attack", title: said(card) }, face(card), copies > 1 && make("small", { class: "faint" }, ` ×${copies}`), make("span", { class: "unseen" }, ` ${said(card)}`));
}

function face(card) {
  return card.replace(OWN, "own +").replace("-", "−");
}

function said(card) {
  return OWN.test(card) ? `the Military of whoever gets it, and ${card.replace(OWN, "")}` : `an attack of ${card}`;
}

function head({ track }) {
  const place = track.length ? term("Track", TRACK) : "";
  return make("thead", {}, make("tr", {}, [place, "Player", "Has", "Last met", term("Goods", EFFORT), "VP"].map((title) => make("th", { scope: "col" }, title))));
}

/** The players as they lie on the track, the first first; before the first attack by seat. */
function ranked({ track, players }, frame) {
  const order = track.length ? track.flatMap((space) => space.seats) : frame.players.map((one) => one.seat);
  return order.map((seat) => ({ ...players[seat], seat }));
}

function row(player, { track, award }, frame) {
  const space = track.find(({ seats }) => seats.includes(player.seat));
  const isTop = space?.seats[0] === player.seat;
  const below = space && !isTop;
  return make(
    "tr",
    { "data-key": `invasion of ${player.seat}` },
    make("td", { class: "disc" }, space && make("span", { class: below ? "below" : null, title: below ? "below the disc above it" : null }, below ? `└ ${space.military}` : space.military)),
    make("th", { scope: "row" }, make("span", {}, nameOf(player.seat, frame)), player.awards.map((name) => make("span", { class: "award", title: `${name} as things stand: ${award} VP` }, " ★", make("span", { class: "unseen" }, ` ${name}`)))),
    make("td", {}, strength(player)),
    make("td", {}, met(player.attack)),
    make("td", {}, player.contributed),
    make("td", {}, player.points),
  );
}

/** The card that a player met last, and how that went: "5 ✓". */
function met(attack) {
  if (!attack) return "none";
  const { card, strength: value, held } = attack;
  const shown = OWN.test(card) ? `${value}` : face(card);
  const [sign, word] = held === null ? ["?", "open"] : held ? ["✓", "held"] : ["✗", "lost"];
  return make("span", { class: `met ${word}`, title: `${said(card)}: ${word}` }, make("b", {}, shown), ` ${sign}`, make("span", { class: "unseen" }, ` ${word}`));
}

function rewards({ rewards: points }) {
  return `Whoever holds out gains VP: ${points.join(", ")}, from the strongest player to the weakest.`;
}

function nameOf(seat, frame) {
  if (seat === frame.seat && !frame.recorded) return "you";
  return frame.players.find((player) => player.seat === seat)?.name.replace(/ \(.*\)$/, "") ?? "";
}

/** A word that is explained to whoever points at it, taps it or asks with Enter. */
function term(word, meaning) {
  return make("button", { type: "button", class: "named term", "data-tell": meaning }, word);
}
