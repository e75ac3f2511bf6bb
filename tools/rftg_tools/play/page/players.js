// Players: what everybody may see of each of them.

import { cardButton } from "./cards.js";
import { make } from "./dom.js";
import { hasIcon, icon } from "./icons.js";
import { figuresOf } from "./parts.js";
import { PLAYERS } from "./table-words.js";
import { actionParts, stepName } from "./words.js";

const WHOLE = 12; // so many cards side by side are shown whole; of more, what tells them apart
export const NARROW = matchMedia("(max-width: 40rem)"); // where what is not the own is folded at first

/** The panels of all players: the others in their order, then the one who looks. */
export function seats(shown) {
  const { frame } = shown;
  const at = frame.players.findIndex((player) => player.seat === frame.seat);
  const others = at < 0 ? frame.players : [...frame.players.slice(at + 1), ...frame.players.slice(0, at)];
  return [
    make(
      "section",
      { class: `others of-${others.length}`, "data-key": "others", "aria-label": at < 0 ? PLAYERS.all : PLAYERS.others },
      others.map((player) => panel(player, shown, false)),
    ),
    at >= 0 && panel(frame.players[at], shown, true),
  ];
}

function panel(player, shown, mine) {
  const { frame } = shown;
  const heading = PLAYERS.tableau(player.name);
  const isMany = isCrowded(player, mine, frame);
  return make(
    "details",
    {
      class: ["player", mine && "mine", isMany && (mine ? "cropped" : "brief"), player.tableau.length > WHOLE && "long"].filter(Boolean).join(" "),
      open: mine || Boolean(frame.over) || !NARROW.matches,
      "data-key": `${frame.over ? "end of" : "seat"} ${player.seat}`, // at the end all are unfolded
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
        kindOf(player, mine, frame) && make("span", { class: "kind" }, kindOf(player, mine, frame)),
      ),
      actions(player),
      player.special_used && make("span", { class: "used", title: PLAYERS.prestigeUsed }, icon("search", PLAYERS.prestigeUsed)),
      doing(player, mine),
      facts(player, frame),
    ),
    make(
      "div",
      { class: "tableau", role: "group", "aria-label": heading, "data-group": `tableau ${player.seat}` },
      player.tableau.map((one) => cardButton(one.card, "tableau", shown, { ...one, seat: player.seat, brief: isMany && !mine })),
    ),
  );
}

/** Whether the cards are too many to be shown whole.
 *
 * Of the own, which are large, the upper part is seen then; others' are bands with cost and title,
 * since nothing could be read on faces so small.
 */
function isCrowded(player, mine, frame) {
  const beside = mine || frame.over ? 1 : frame.players.length - 1;
  return player.tableau.length * beside > WHOLE;
}

function kindOf(player, mine, frame) {
  if (mine) return frame.recorded ? "" : PLAYERS.you; // nobody who looks at a record was there
  if (player.name.includes(player.level)) return "";
  return player.kind === "bot" ? PLAYERS.bot(player.level) : player.kind === "robot" ? player.level : "";
}

function doing(player, mine) {
  const said = player.waiting ? (mine ? PLAYERS.yourTurn : PLAYERS.thinking) : player.done ? PLAYERS.ready : "";
  return make(
    "span",
    { class: `doing ${player.waiting ? "waiting" : ""}` },
    said && make("span", { "aria-hidden": "true" }, player.waiting ? "● " : "✓ "),
    make("span", { class: "said" }, said),
  );
}

/** The figures of a player: what is counted, and what it is called. */
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
    figuresOf(player, frame),
  );
}

/** A figure with its icon. label: what is counted. counter: its name for motion. */
export function figure(name, count, label, counter = null) {
  return make(
    "span",
    { class: "figure", title: label, "data-counts": counter, "data-count": counter && count },
    icon(name),
    make("b", {}, count),
    make("span", { class: "unseen" }, ` ${label}`),
  );
}

/** The actions that a player chose, once they are revealed. */
function actions(player) {
  return make(
    "span",
    { class: "actions" },
    player.actions.map((name) => action(name)),
  );
}

/** An action, small: its phase, its bonus, and whether the prestige card lies beside it. */
export function action(name) {
  const { phase, bonus, prestige } = actionParts(name);
  return make(
    "span",
    { class: "action", title: name },
    prestige && icon("prestige"),
    hasIcon(phase) && icon(phase),
    make("span", { "aria-hidden": "true" }, bonus || stepName(phase)),
    make("span", { class: "unseen" }, name),
  );
}
