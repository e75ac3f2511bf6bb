// Saved games, and starting a new one.

import { address } from "./common.js";
import { make } from "./dom.js";
import { SAVED, START } from "./start-words.js";
import { SERVER } from "./words.js";

const LAST = "last game"; // storage key of the last started game: its id and its draft

export function savedGames(games, sets) {
  const titles = new Map(sets.map((set) => [set.id, set.title]));
  return make(
    "section",
    { id: "saved", "aria-labelledby": "saved-title" },
    make("h2", { id: "saved-title" }, SAVED.title),
    games.length
      ? make("ul", {}, games.map((game) => row(game, titles)))
      : make("p", { class: "note" }, SAVED.none),
  );
}

function row(game, titles) {
  const problem = game.problem;
  const state = problem ? problem : game.over ? result(game) : SAVED.round(game.round);
  return make(
    "li",
    { class: problem ? "row bad" : "row", "data-key": `game ${game.id}`, "data-game": game.id },
    make("span", { class: "title" }, game.players?.join(", ") || game.id),
    make("span", { class: "note" }, [setTitles(game.title, titles), state, when(game.changed)].filter(Boolean).join("; ")),
    game.other && make("span", { class: "note other" }, SAVED.otherVersion(game.other)),
    !problem &&
      make(
        "span",
        { class: "options" },
        make("a", { class: "button", href: address(`games/${game.id}`), "aria-label": game.over ? SAVED.lookAt(game.id) : SAVED.resumeIt(game.id) }, game.over ? SAVED.look : SAVED.resume),
        game.over && make("a", { class: "button quiet", href: address(`review/${game.id}`), "aria-label": SAVED.reviewIt(game.id) }, SAVED.review),
      ),
  );
}

/** The titles of a game's sets, whose file contains only their ids. */
function setTitles(ids, titles) {
  return ids.split(", ").map((id) => titles.get(id) ?? id).join(", ");
}

function result({ players, scores }) {
  return scores ? SAVED.overWith(scores.map((points, index) => ({ points, name: players[index] }))) : SAVED.over;
}

function when(changed) {
  const time = new Date(changed);
  if (!changed || Number.isNaN(time.getTime())) return "";
  return SAVED.changed(time);
}

/** Start a game and open it; return the problems by field if that fails. */
export async function startGame(draft) {
  const answer = await fetch(address("api/games"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(draft),
  }).catch(() => null);
  if (answer === null) return [{ field: "", message: SERVER.silent }];
  const response = await answer.json().catch(() => ({}));
  if (!answer.ok) return response.problems ?? [{ field: "", message: START.refused(answer.status) }];
  localStorage.setItem(LAST, JSON.stringify({ id: response.id, wish: draft }));
  location.assign(address(`games/${response.id}`));
  return [];
}

/** Start another game like a finished one, with a new seed. */
export async function playAgain(frame) {
  const last = JSON.parse(localStorage.getItem(LAST) ?? "null");
  if (last?.id !== frame.game || (await startGame({ ...last.wish, seed: "" })).length) location.assign(address("."));
}
