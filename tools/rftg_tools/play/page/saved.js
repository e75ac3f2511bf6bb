// Saved games, and how one is begun.

import { make } from "./dom.js";

const LAST = "last game"; // what this browser keeps of the game begun last: its id and its wish

export function saved(games, sets) {
  const titles = new Map(sets.map((one) => [one.id, one.title]));
  return make(
    "section",
    { id: "saved", "aria-labelledby": "saved-title" },
    make("h2", { id: "saved-title" }, "Games"),
    games.length
      ? make("ul", {}, games.map((game) => row(game, titles)))
      : make("p", { class: "note" }, "None yet. A game is saved with every answer, and can be resumed at any time."),
  );
}

function row(game, titles) {
  const problem = game.problem;
  const state = problem ? problem : game.over ? result(game) : `round ${game.round}`;
  return make(
    "li",
    { class: problem ? "row bad" : "row", "data-key": `game ${game.id}`, "data-game": game.id },
    make("span", { class: "title" }, game.players?.join(", ") || game.id),
    make("span", { class: "note" }, [titled(game.title, titles), state, when(game.changed)].filter(Boolean).join("; ")),
    game.other && make("span", { class: "note other" }, `Not the game of this version: ${game.other}. It is shown as far as it goes here.`),
    !problem &&
      make(
        "span",
        { class: "options" },
        make("a", { class: "button", href: `/games/${game.id}`, "aria-label": `${game.over ? "Look at" : "Resume"} ${game.id}` }, game.over ? "Look" : "Resume"),
        game.over && game.game !== "roll" && make("a", { class: "button quiet", href: `/review/${game.id}`, "aria-label": `Review ${game.id}` }, "Review"),
      ),
  );
}

/** The titles of a game's sets, which its file names by their ids. */
function titled(ids, titles) {
  return ids.split(", ").map((id) => titles.get(id) ?? id).join(", ");
}

function result({ players, scores }) {
  if (!scores) return "over";
  return `over, with ${scores.map((points, at) => `${points} for ${players[at]}`).join(", ")}`;
}

function when(changed) {
  const time = new Date(changed);
  if (!changed || Number.isNaN(time.getTime())) return "";
  return time.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** Begin a game and go to it; what stands against it, by field. */
export async function startGame(wish) {
  const answer = await fetch("/api/games", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wish),
  }).catch(() => null);
  if (answer === null) return [{ field: "", message: "The server does not answer." }];
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) return told.problems ?? [{ field: "", message: `The server refused: ${answer.status}` }];
  localStorage.setItem(LAST, JSON.stringify({ id: told.id, wish }));
  location.assign(`/games/${told.id}`);
  return [];
}

/** Begin another game like one that is over: with the same wish, but for its seed. */
export async function playAgain(frame) {
  const last = JSON.parse(localStorage.getItem(LAST) ?? "null");
  if (last?.id !== frame.game || (await startGame({ ...last.wish, seed: "" })).length) location.assign("/");
}
