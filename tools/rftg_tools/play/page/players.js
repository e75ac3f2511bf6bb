// Players: the public information about each of them.

import { cardButton } from "./cards.js";
import { make } from "./dom.js";
import { hasSymbol, symbol } from "./symbols.js";
import { playerFigures } from "./parts.js";
import { PLAYERS } from "./table-words.js";
import { actionParts, stepName } from "./words.js";

const WHOLE = 12; // maximum number of cards in a row that are shown in full
export const NARROW = matchMedia("(max-width: 40rem)"); // phones: opponents start collapsed

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
      opponents.map((player) => panel(player, view, false)),
    ),
    own && panel(own, view, true),
  ];
}

function panel(player, view, isOwn) {
  const { frame } = view;
  const heading = PLAYERS.tableau(player.name);
  const isMany = isCrowded(player, isOwn, frame);
  return make(
    "details",
    {
      class: ["player", isOwn && "mine", isMany && (isOwn ? "cropped" : "brief"), player.tableau.length > WHOLE && "long"].filter(Boolean).join(" "),
      open: isOwn || Boolean(frame.over) || !NARROW.matches,
      "data-key": `${frame.over ? "end of" : "seat"} ${player.seat}`, // a new key at the end of the game, so that all panels open
      "data-seat": player.seat,
      "data-kind": player.kind,
      "data-waiting": player.waiting ? "true" : null,
    },
    make(
      "summary",
      {},
      make(
        "span",
        { class: "who" },
        make("span", { class: "name" }, player.name),
        kindOf(player, isOwn, frame) && make("span", { class: "kind" }, kindOf(player, isOwn, frame)),
      ),
      actions(player),
      player.special_used && make("span", { class: "used", title: PLAYERS.prestigeUsed }, symbol("search", PLAYERS.prestigeUsed)),
      playerState(player, isOwn),
      facts(player, frame),
    ),
    make(
      "div",
      { class: "tableau", role: "group", "aria-label": heading, "data-group": `tableau ${player.seat}` },
      player.tableau.map((entry) => cardButton(entry.card, "tableau", view, { ...entry, seat: player.seat, brief: isMany && !isOwn })),
    ),
  );
}

/** Whether there are too many cards to show in full.
 *
 * The viewer's own cards are then cropped at the bottom; opponents' cards shrink to bands with cost
 * and title, because such small faces would be illegible.
 */
function isCrowded(player, isOwn, frame) {
  const panelCount = isOwn || frame.over ? 1 : frame.players.length - 1;
  return player.tableau.length * panelCount > WHOLE;
}

function kindOf(player, isOwn, frame) {
  if (isOwn) return frame.recorded ? "" : PLAYERS.you; // a recorded game has no viewer's seat
  if (player.name.includes(player.level)) return "";
  return player.kind === "bot" ? PLAYERS.bot(player.level) : player.kind === "robot" ? player.level : "";
}

function playerState(player, isOwn) {
  const label = player.waiting ? (isOwn ? PLAYERS.yourTurn : PLAYERS.thinking) : player.done ? PLAYERS.ready : "";
  return make(
    "span",
    { class: `doing ${player.waiting ? "waiting" : ""}` },
    label && make("span", { "aria-hidden": "true" }, player.waiting ? "● " : "✓ "),
    make("span", { class: "said" }, label),
  );
}

/** A player's figures, each with its icon and name. */
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
    make("span", { class: "score", title: PLAYERS.score }, make("b", {}, player.score), make("span", { class: "unit" }, ` ${PLAYERS.vp}`)),
    figures.filter(Boolean).map(([name, count, label]) => figure(name, count, label, `${name} ${player.seat}`)),
    playerFigures(player, frame),
  );
}

/** A figure with its icon. label: its accessible name. counter: its name for animations. */
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
  return frame.players.find((player) => player.seat === seat)?.name.replace(/ \(.*\)$/, "") ?? "";
}

/** The actions that a player chose, once they are revealed. */
function actions(player) {
  return make(
    "span",
    { class: "actions" },
    player.actions.map((name) => action(name)),
  );
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
