// The start page: what to play, and the games there are.

import { ask, say } from "./common.js";
import { lay, make } from "./dom.js";
import { opening, watchOpening } from "./opening.js";
import { saved, startGame } from "./saved.js";
import { changeSeat, seatRows } from "./seats.js";
import { SCHEME } from "./scheme-choice.js";
import { START, WISH } from "./start-words.js";
import { asked, changeGame, firstWish, isOn, neededBy, RACE, sentence, whyNot } from "./wish.js";

const root = document.getElementById("start");
const FIELDS = ["sets", "seats", "seed"];
const OF_RACE = ["options", "opening"];

/** Show it, with what the server has. */
export async function openStart() {
  document.body.dataset.view = "start";
  const page = { setup: null, wish: null, games: null, problems: [], cards: null, busy: false, words: "" };
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    play(page);
  });
  root.addEventListener("input", (event) => change(event.target, page));
  root.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-do]");
    if (button) press(button, page);
  });
  watchOpening(root, page, () => render(page));
  const [setup, kept] = await Promise.all([read("/api/setup"), read("/api/games")]);
  page.setup = setup;
  page.games = kept?.games ?? null;
  page.problems = missing(setup, kept).map((message) => ({ field: "", message }));
  if (setup) page.wish = firstWish(setup);
  render(page);
}

/** What the server has under a path; null where it cannot tell. */
async function read(path) {
  const answer = await ask(path);
  return answer && answer.json().catch(() => null);
}

/** In words, what the server did not tell: the games can be gone on with although no new one can begin. */
function missing(setup, kept) {
  if (!setup && !kept) return [START.silent];
  return [
    !setup && START.noSetup,
    !kept && START.noGames,
  ].filter(Boolean);
}

function render(page) {
  const { setup } = page;
  const fresh = make(
    "div",
    {},
    make("header", { class: "head" }, make("h1", {}, make("img", { src: "/icon.svg", alt: "", width: 36, height: 36 }), START.title), schemes(), problemsOf("", page)),
    setup &&
      make(
        "form",
        { id: "new", novalidate: true, "aria-label": START.form },
        hero(page),
        make("div", { class: "columns" }, [
          make("div", {}, games(page), sets(page), page.wish.game === RACE && options(page)),
          make("div", {}, seatRows(page, problemsOf("seats", page)), page.wish.game === RACE && opening(page, problemsOf("opening", page)), seed(page)),
        ]),
      ),
    page.games && saved(page.games, setup?.sets ?? []),
  );
  fresh.id = root.id;
  lay(fresh, root);
}

/** The choice of light or dark, which the script of all pages heeds. */
function schemes() {
  const chosen = document.documentElement.dataset.scheme ?? "";
  return make(
    "label",
    { class: "scheme" },
    `${SCHEME.title} `,
    make("select", { name: "scheme" }, Object.entries(SCHEME.choices).map(([value, text]) => make("option", { value, selected: value === chosen }, text))),
  );
}

function hero(page) {
  return make(
    "section",
    { class: "hero" },
    make("p", { id: "sentence" }, sentence(page.setup, page.wish)),
    make("button", { class: "main", id: "play", disabled: page.busy }, page.busy ? START.starting : START.play),
  );
}

function problemsOf(field, page) {
  const shown = page.wish?.game === RACE ? [...FIELDS, ...OF_RACE] : FIELDS;
  const mine = page.problems.filter((one) => (shown.includes(one.field) ? one.field === field : field === ""));
  if (!mine.length) return null;
  return make("ul", { class: "problems", role: "alert" }, mine.map((one) => make("li", {}, one.message)));
}

/** The games that can be played, where there are several. */
function games({ setup, wish }) {
  if (!(setup.games?.length > 1)) return null;
  return make(
    "fieldset",
    { class: "games" },
    make("legend", {}, WISH.game),
    setup.games.map((one) =>
      make(
        "div",
        { class: "row", "data-key": `game ${one.id}` },
        make("label", {}, make("input", { type: "radio", name: "game", value: one.id, checked: wish.game === one.id }), make("span", { class: "title" }, one.title)),
      ),
    ),
  );
}

function sets(page) {
  return make(
    "fieldset",
    { class: "sets" },
    make("legend", {}, page.wish.game === RACE ? WISH.cards : WISH.tiles),
    problemsOf("sets", page),
    page.setup.sets.filter((one) => (one.game ?? RACE) === page.wish.game).map((one) => setRow(one, page)),
  );
}

function setRow(one, { setup, wish }) {
  const bad = one.problems.length > 0;
  const needed = neededBy(setup, wish, one.id);
  return make(
    "div",
    { class: bad ? "row bad" : "row", "data-key": `set ${one.id}` },
    make(
      "label",
      {},
      make("input", { type: "checkbox", name: "set", value: one.id, checked: wish.sets.has(one.id) || needed.length > 0, disabled: one.playable === false || needed.length > 0 }),
      make("span", { class: "title" }, one.title),
      one.own && make("span", { class: "tag" }, WISH.ownFile),
      needed.length > 0 && make("span", { class: "tag" }, WISH.neededBy(needed)),
      one.players > 0 && make("span", { class: "note" }, WISH.upTo(one.players)),
    ),
    bad && make("ul", { class: "findings" }, one.problems.map((text) => make("li", {}, text))),
  );
}

function options(page) {
  const { setup, wish } = page;
  return make(
    "fieldset",
    { class: "rules" },
    make("legend", {}, WISH.rules),
    problemsOf("options", page),
    setup.options.map((option) => {
      const why = whyNot(option, setup, wish);
      const said = option.says ? `says-${option.name}` : null;
      return make(
        "div",
        { class: why ? "row off" : "row", "data-key": `option ${option.name}` },
        make(
          "label",
          {},
          make("input", { type: "checkbox", name: "option", value: option.name, checked: isOn(option, setup, wish), disabled: Boolean(why), "aria-describedby": said }),
          make("span", { class: "title" }, option.title),
          why && make("span", { class: "tag" }, why),
        ),
        said && make("p", { class: "note", id: said }, option.says),
      );
    }),
  );
}

function seed(page) {
  return make(
    "fieldset",
    { class: "seed" },
    make("legend", {}, WISH.chance),
    problemsOf("seed", page),
    make("label", {}, `${WISH.seed} `, make("input", { type: "text", name: "seed", autocomplete: "off", spellcheck: "false", placeholder: WISH.byChance })),
    make("p", { class: "note" }, WISH.sameSeed),
  );
}

function change(field, page) {
  const { wish } = page;
  if (field.name === "game") changeGame(page.setup, wish, field.value);
  else if (field.name === "set") wish.sets[field.checked ? "add" : "delete"](field.value);
  else if (field.name === "option") wish.options[field.value] = field.checked;
  else if (field.name === "seed") wish.seed = field.value;
  else if (!changeSeat(field, page)) return;
  if (field.name === "set" || field.name === "game") page.cards = null;
  page.problems = [];
  render(page);
}

function press(button, page) {
  if (changeSeat(button, page)) render(page);
}

async function play(page) {
  page.busy = true;
  render(page);
  page.problems = await startGame(asked(page.setup, page.wish));
  page.busy = false;
  render(page);
  say(page.problems.map((one) => one.message).join(" "));
  root.querySelector(".problems")?.scrollIntoView({ block: "center" });
}
