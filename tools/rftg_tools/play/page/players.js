// Players: the public information about each of them.

import { cardButton } from "./cards.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { playerFigures } from "./parts.js";
import { NARROW } from "./settings.js";
import { hasSymbol, symbol } from "./symbols.js";
import { PLAYERS } from "./table-words.js";
import { actionParts, stepName } from "./words.js";

/** The viewer, if they play, and the opponents in turn order after the viewer. */
export function playersInView({ players, seat }) {
  const index = players.findIndex((player) => player.seat === seat);
  return { own: players[index], opponents: [...players.slice(index + 1), ...players.slice(0, Math.max(index, 0))] };
}

/** The panels of all players: the opponents in turn order, then the viewer. */
export function seats(view) {
  const { frame } = view;
  const { own, opponents } = playersInView(frame);
  return [
    make(
      "section",
      { class: `others of-${opponents.length}`, "data-key": "others", "aria-label": own ? PLAYERS.others : PLAYERS.all },
      opponents.map((player) => panel(player, view, opponents.length > 1 ? "opponent" : "sole")),
    ),
    own && panel(own, view, "own"),
  ];
}

/** A panel; on phones an opponent's tableau opens with a tap. fit: its kind of place (see sizes.js). */
function panel(player, view, fit) {
  const { frame } = view;
  const isOwn = fit === "own";
  const folds = NARROW.matches && !isOwn && !frame.over;
  const heading = PLAYERS.tableau(player.name);
  return make(
    folds ? "details" : "section",
    {
      class: ["player", `seat-${player.seat}`, isOwn && "mine"].filter(Boolean).join(" "),
      "data-key": `${frame.over ? "end of" : folds ? "folded" : "seat"} ${player.seat}`,
      "data-seat": player.seat,
      "data-kind": player.kind,
      "data-waiting": player.waiting ? "true" : null,
    },
    make(folds ? "summary" : "header", {}, head(player, view, isOwn)),
    make(
      "div",
      { class: "tableau", role: "group", "aria-label": heading, "data-group": `tableau ${player.seat}`, "data-fit": frame.over ? null : fit },
      player.tableau.map((entry) => cardButton(entry.card, "tableau", view, { ...entry, seat: player.seat })),
    ),
  );
}

function head(player, view, isOwn) {
  const { frame } = view;
  return [
    make(
      "span",
      { class: "who" },
      avatar(player),
      make("span", { class: "name", title: player.name }, plainName(player.name)),
      kindOf(player, isOwn, frame) && make("span", { class: "kind" }, kindOf(player, isOwn, frame)),
      make("span", { class: "score", title: PLAYERS.score }, make("b", {}, player.score), make("span", { class: "unit" }, ` ${PLAYERS.vp}${placeOf(player, isOwn, frame)}`)),
    ),
    make("span", { class: "actions" }, player.actions.map((name) => action(name))),
    player.special_used && make("span", { class: "used", title: PLAYERS.prestigeUsed }, symbol("search", PLAYERS.prestigeUsed)),
    playerState(player, isOwn),
    facts(player, frame),
  ];
}

/** A player's colour and initial; the colour is that of the player's lines in the log and the chart. */
export function avatar(player) {
  return make("span", { class: `avatar seat-${player.seat}`, "aria-hidden": "true" }, player.kind === "human" || !/\d/.test(player.name) ? player.name.charAt(0).toUpperCase() : player.name.match(/\d+/)[0]);
}

/** A name without the level of a bot, which is said beside it. */
function plainName(name) {
  return name.replace(/ \(.*\)$/, "");
}

function kindOf(player, isOwn, frame) {
  if (isOwn) return frame.recorded ? "" : PLAYERS.you; // a recorded game has no viewer's seat
  return player.kind === "human" ? "" : player.level;
}

/** The turn order in the first round, then the viewer's place while points differ. */
function placeOf(player, isOwn, { players, round }) {
  if (round <= 1 && player.order !== null && player.order !== undefined) return `, ${PLAYERS.order(player.order)}`;
  if (!isOwn || players.every((other) => other.score === player.score)) return "";
  const better = players.filter((other) => other.score > player.score).length;
  return `, ${PLAYERS.places[better] ?? ""}`;
}

function playerState(player, isOwn) {
  const label = player.waiting ? (isOwn ? PLAYERS.yourTurn : PLAYERS.thinking) : player.done ? PLAYERS.ready : "";
  return make(
    "span",
    { class: `doing ${player.waiting ? "waiting" : ""}` },
    label && icon(player.waiting ? "clock" : "check"),
    make("span", { class: "said" }, label),
  );
}

/** A player's figures, each with its symbol and name. */
function facts(player, frame) {
  const figures = [
    ["cards", player.hand, PLAYERS.hand(player.hand)],
    ["chips", player.vp, PLAYERS.chips(player.vp)],
    frame.prestige && ["prestige", player.prestige, PLAYERS.prestige],
    ["military", player.military, PLAYERS.military],
    ["tableau", player.tableau.length, PLAYERS.size(player.tableau.length)],
  ];
  return make(
    "span",
    { class: "facts" },
    figures.filter(Boolean).map(([name, count, label]) => figure(name, count, label, `${name} ${player.seat}`)),
    playerFigures(player, frame),
  );
}

/** A figure with its symbol. label: its accessible name. counter: its name for animations. */
export function figure(name, count, label, counter = null) {
  return make(
    "span",
    { class: "figure", title: label, "data-counts": counter, "data-count": counter && count },
    symbol(name),
    make("b", {}, count),
    make("span", { class: "unseen" }, ` ${label}`),
  );
}

/** A player's name without the kind of bot; "you" for the viewer. */
export function shortName(seat, frame) {
  if (seat === frame.seat && !frame.recorded) return PLAYERS.you;
  return plainName(frame.players.find((player) => player.seat === seat)?.name ?? "");
}

/** A small action: its phase, its bonus, and the prestige card if it was added. */
export function action(name) {
  const { phase, bonus, prestige } = actionParts(name);
  return make(
    "span",
    { class: "action", title: name },
    prestige && symbol("prestige"),
    hasSymbol(phase) && symbol(phase),
    make("span", { "aria-hidden": "true" }, bonus || stepName(phase)),
    make("span", { class: "unseen" }, name),
  );
}
