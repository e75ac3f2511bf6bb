// The invasion: the next attack and its cards, the admiral track, and every player's defense.

import { draw, make } from "./dom.js";
import { addPart } from "./parts.js";
import { shortName } from "./players.js";
import { NARROW } from "./settings.js";
import { capital, term } from "./words.js";

const WORDS = {
  label: "The invasion",
  title: "Invasion",
  force: (military, invaders, defense) => `${military} Military against ${invaders}, ${defense} more in defense`,
  damaged: "damaged",
  shaken: "The empire is shaken. If nobody holds out again, it is defeated and the game ends.",
  bunker: (bunker) => `Bunker: once in each attack, a player can discard a card for +${bunker} defense.`,
  defeated: "the empire is defeated",
  repulsed: (invaders) => `${invaders} are repulsed`,
  first: (invaders, round) => `${capital(invaders)} attack first at the end of round ${round}.`,
  attack: (isNow, { wave, nth, of }) => `${isNow ? "now" : "next"}: wave ${wave}, attack ${nth}${of ? ` of ${of}` : ""}`,
  together: "All together",
  needed: (military, invaders) => `of the ${military} Military needed to repulse ${invaders}`,
  left: "Cards left",
  leftIs: "The next attack deals one of these cards to each player. You must exceed it: a tie is a loss.",
  own: "own",
  ownAnd: (bonus) => `the Military of the player who gets it, plus ${bonus}`,
  attackOf: (strength) => `an attack of ${strength}`,
  players: "Standings",
  track: "Track",
  trackIs:
    "Each player's Military against the invaders, as of the last attack. The highest player gets the highest card and the smallest reward. If discs share a space, the upper disc counts as higher.",
  below: "below the disc above it",
  player: "Player",
  has: "Has",
  met: "Last met",
  goods: "Goods",
  goodsAre: "Goods given to the war effort. Each gained 1 VP and lowered the Military needed to repulse the invaders by 1.",
  vp: "VP",
  award: (points) => `Awards, ${points} VP each at the end:`,
  nobody: "nobody yet",
  awards: ["Greatest Admiral", "Greatest Contributor"],
  awardOf: (name, points) => `${name} at present: ${points} VP`,
  none: "none",
  ends: { open: "open", held: "held", lost: "lost" },
  rewards: (points) => `Players who hold out gain VP: ${points.join(", ")}, from the strongest player to the weakest.`,
};
const OWN = /^own\+/; // a card that adds to the Military of the player who gets it

const SHIELD = "M50 6L88 18V50Q84 80 50 95Q16 80 12 50V18Z";
const CRACK = "M58 12L40 42L60 52L42 88";

addPart("invasion", { side: invasion, figures: force });

/** A player's Military against the invaders, and defense. */
function force({ players, invaders }, { seat }) {
  const { military, defense, damaged } = players[seat];
  const label = WORDS.force(military, invaders, defense);
  return [
    make("span", { class: "figure force", title: label }, shield(false), make("b", {}, strength(players[seat])), make("span", { class: "unseen" }, ` ${label}`)),
    damaged.length > 0 &&
      make("span", { class: "figure force", title: `${damaged.length} ${WORDS.damaged}` }, shield(true), make("b", {}, damaged.length), make("span", { class: "unseen" }, ` ${WORDS.damaged}`)),
  ];
}

/** A shield, intact or cracked. */
function shield(cracked) {
  const line = { fill: "none", stroke: "#f4f6fb", "stroke-width": 8 };
  return draw(
    "svg",
    { viewBox: "0 0 100 100", class: "symbol", "aria-hidden": "true" },
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
    { class: "invasion", "data-key": "invasion", "aria-label": WORDS.label, open: !NARROW.matches },
    make("summary", {}, make("h2", {}, WORDS.title), make("span", { class: "muted" }, frame.over ? ended(part) : nextAttack(part))),
    part.shaken === 1 && !frame.over && make("p", { class: "shaken" }, shield(true), ` ${WORDS.shaken}`),
    frame.round < part.first_round && make("p", {}, WORDS.first(part.invaders, part.first_round)),
    repulse(part),
    !frame.over && make("p", { class: "wave row wrap" }, term(WORDS.left, WORDS.leftIs), part.next.cards.map(attackCard)),
    make("table", {}, make("caption", { class: "unseen" }, WORDS.players), head(part), make("tbody", {}, ranked(part, frame).map((player) => row(player, part, frame)))),
    make("p", { class: "awards row wrap" }, WORDS.award(part.award), WORDS.awards.map((name) => make("span", {}, make("b", {}, `${name}: `), holders(name, part, frame)))),
    make("p", { class: "muted" }, WORDS.rewards(part.rewards), " ", WORDS.bunker(part.bunker)),
  );
}

/** The players who have an award now. */
function holders(name, { players }, frame) {
  const seats = players.flatMap((player, seat) => (player.awards.includes(name) ? [shortName(seat, frame)] : []));
  return seats.join(", ") || WORDS.nobody;
}

/** "next: wave 2, attack 1 of 2", or the current attack. */
function nextAttack({ next, now }) {
  return WORDS.attack(Boolean(now), now ?? next);
}

/** The result, if the invasion ended the game. */
function ended({ repulsed, shaken, invaders }) {
  if (repulsed) return WORDS.repulsed(invaders);
  return shaken > 1 ? WORDS.defeated : "";
}

/** Progress of all players toward repulsing the invaders. */
function repulse({ military, repulse: needed, invaders }) {
  return make(
    "p",
    { class: "repulse" },
    make("span", {}, `${WORDS.together} `, make("b", {}, military), ` ${WORDS.needed(needed, invaders)}`),
    make("meter", { min: 0, max: Math.max(needed, 1), value: Math.max(0, military), "aria-hidden": "true" }),
  );
}

function attackCard({ card, copies }) {
  return make("span", { class: "attack", title: describeCard(card) }, face(card), copies > 1 && make("small", { class: "muted" }, ` ×${copies}`), make("span", { class: "unseen" }, ` ${describeCard(card)}`));
}

function face(card) {
  return card.replace(OWN, `${WORDS.own} +`).replace("-", "−");
}

function describeCard(card) {
  return OWN.test(card) ? WORDS.ownAnd(card.replace(OWN, "")) : WORDS.attackOf(card);
}

function head({ track }) {
  const place = track.length ? term(WORDS.track, WORDS.trackIs) : "";
  return make("thead", {}, make("tr", {}, [place, WORDS.player, WORDS.has, WORDS.met, term(WORDS.goods, WORDS.goodsAre), WORDS.vp].map((title) => make("th", { scope: "col" }, title))));
}

/** The players from the top of the track down; by seat before the first attack. */
function ranked({ track, players }, frame) {
  const order = track.length ? track.flatMap((space) => space.seats) : frame.players.map((player) => player.seat);
  return order.map((seat) => ({ ...players[seat], seat }));
}

function row(player, { track, award }, frame) {
  const space = track.find(({ seats }) => seats.includes(player.seat));
  const isTop = space?.seats[0] === player.seat;
  const below = space && !isTop;
  return make(
    "tr",
    { "data-key": `invasion of ${player.seat}` },
    make("td", { class: "disc" }, space && make("span", { class: below ? "below" : null, title: below ? WORDS.below : null }, below ? `└ ${space.military}` : space.military)),
    make("th", { scope: "row" }, make("span", {}, shortName(player.seat, frame)), player.awards.map((name) => make("span", { class: "award", title: WORDS.awardOf(name, award) }, " ★", make("span", { class: "unseen" }, ` ${name}`)))),
    make("td", {}, strength(player)),
    make("td", {}, met(player.attack)),
    make("td", {}, player.contributed),
    make("td", {}, player.points),
  );
}

/** The last card a player met, and the result: "5 ✓". */
function met(attack) {
  if (!attack) return WORDS.none;
  const { card, strength: value, held } = attack;
  const strengthText = OWN.test(card) ? `${value}` : face(card);
  const [sign, end] = held === null ? ["?", "open"] : held ? ["✓", "held"] : ["✗", "lost"];
  return make("span", { class: `met ${end}`, title: `${describeCard(card)}: ${WORDS.ends[end]}` }, make("b", {}, strengthText), ` ${sign}`, make("span", { class: "unseen" }, ` ${WORDS.ends[end]}`));
}
