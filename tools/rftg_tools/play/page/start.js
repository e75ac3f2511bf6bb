// The start page: a form for a new game, and the saved games.

import { address, askData, say } from "./common.js";
import { make, updateElement } from "./dom.js";
import { opening, watchOpening } from "./opening.js";
import { savedGames, startGame } from "./saved.js";
import { changeSeat, openSeat, seatRows } from "./seats.js";
import { schemeField } from "./scheme-choice.js";
import { icon } from "./icons.js";
import { SETUP, START } from "./start-words.js";
import { changeGame, gameRequest, isOn, neededBy, newDraft, RACE, sentence, whyNot } from "./draft.js";

const root = document.getElementById("start");
const FEW_RULES = 3; // unavailable rules that are listed at once
const FIELDS = ["sets", "seats", "seed"];
const OF_RACE = ["options", "opening"];

/** Load the server's sets and games, and show the page. */
export async function openStart() {
  document.body.dataset.view = "start";
  const state = { setup: null, draft: null, games: null, problems: [], cards: null, busy: false, words: "" };
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    play(state);
  });
  root.addEventListener("input", (event) => change(event.target, state));
  root.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-do]");
    if (button) press(button, state);
  });
  watchOpening(root, state, () => render(state));
  const [setup, kept] = await Promise.all([askData(address("api/setup")), askData(address("api/games"))]);
  state.setup = setup;
  state.games = kept?.games ?? null;
  state.problems = loadProblems(setup, kept).map((message) => ({ field: "", message }));
  if (setup) state.draft = newDraft(setup);
  render(state);
}

/** Messages about failed requests. Saved games stay playable even if no new game can start. */
function loadProblems(setup, games) {
  if (!setup && !games) return [START.silent];
  return [
    !setup && START.noSetup,
    !games && START.noGames,
  ].filter(Boolean);
}

function render(state) {
  const { setup } = state;
  const fresh = make(
    "div",
    {},
    make("header", { class: "head" }, make("h1", {}, make("img", { src: address("icon.svg"), alt: "", width: 36, height: 36 }), START.title), schemeField(), problemsOf("", state)),
    setup &&
      make(
        "form",
        { id: "new", novalidate: true, "aria-label": START.form },
        hero(state),
        make("div", { class: "columns" }, [
          make("div", {}, games(state), sets(state), state.draft.game === RACE && options(state)),
          make("div", {}, seatRows(state, problemsOf("seats", state)), state.draft.game === RACE && opening(state, problemsOf("opening", state)), seed(state)),
        ]),
      ),
    state.games && savedGames(state.games, setup?.sets ?? []),
  );
  fresh.id = root.id;
  updateElement(fresh, root);
}

function hero(state) {
  return make(
    "section",
    { class: "hero" },
    make("p", { id: "sentence" }, sentence(state.setup, state.draft)),
    make("button", { class: "primary lg", id: "play", disabled: state.busy }, icon("play"), state.busy ? START.starting : START.play),
  );
}

function problemsOf(field, state) {
  const fields = state.draft?.game === RACE ? [...FIELDS, ...OF_RACE] : FIELDS;
  const ownProblems = state.problems.filter((problem) => (fields.includes(problem.field) ? problem.field === field : field === ""));
  if (!ownProblems.length) return null;
  return make("ul", { class: "problems", role: "alert" }, ownProblems.map((problem) => make("li", {}, problem.message)));
}

/** The choice of the game, if there are several. */
function games({ setup, draft }) {
  if (!(setup.games?.length > 1)) return null;
  return make(
    "fieldset",
    { class: "games" },
    make("legend", {}, SETUP.game),
    make(
      "div",
      { class: "seg fill" },
      setup.games.map((game) => make("label", { "data-key": `game ${game.id}` }, make("input", { type: "radio", name: "game", value: game.id, checked: draft.game === game.id }), game.title)),
    ),
  );
}

function sets(state) {
  return make(
    "fieldset",
    { class: "sets" },
    make("legend", {}, state.draft.game === RACE ? SETUP.cards : SETUP.tiles),
    problemsOf("sets", state),
    state.setup.sets.filter((set) => (set.game ?? RACE) === state.draft.game).map((set) => setRow(set, state)),
  );
}

function setRow(set, { setup, draft }) {
  const isBad = set.problems.length > 0;
  const needed = neededBy(setup, draft, set.id);
  return make(
    "div",
    { class: isBad ? "row bad" : "row", "data-key": `set ${set.id}` },
    make(
      "label",
      {},
      make("input", { type: "checkbox", name: "set", value: set.id, checked: draft.sets.has(set.id) || needed.length > 0, disabled: set.playable === false || needed.length > 0 }),
      make("span", { class: "title" }, set.title),
      set.own && make("span", { class: "badge accent" }, SETUP.ownFile),
      needed.length > 0 && make("span", { class: "badge accent" }, SETUP.neededBy(needed)),
      set.players > 0 && make("span", { class: "note" }, SETUP.upTo(set.players)),
    ),
    isBad && make("ul", { class: "findings" }, set.problems.map((text) => make("li", {}, text))),
  );
}

/** The rules: those that the chosen sets allow, and the others behind a summary if they are many. */
function options(state) {
  const { setup, draft } = state;
  const rules = setup.options.map((option) => ({ option, why: whyNot(option, setup, draft) }));
  const possible = rules.filter(({ why }) => !why);
  const others = rules.filter(({ why }) => why);
  const rows = (list) => list.map(({ option, why }) => ruleRow(option, why, state));
  return make(
    "fieldset",
    { class: "rules" },
    make("legend", {}, SETUP.rules),
    problemsOf("options", state),
    rows(possible),
    others.length > FEW_RULES ? make("details", { "data-key": "other rules" }, make("summary", {}, SETUP.otherRules(others.length)), rows(others)) : rows(others),
  );
}

function ruleRow(option, why, { setup, draft }) {
  const descriptionId = option.says ? `says-${option.name}` : null;
  return make(
    "div",
    { class: why ? "row off" : "row", "data-key": `option ${option.name}` },
    make(
      "label",
      {},
      make("input", { type: "checkbox", name: "option", value: option.name, checked: isOn(option, setup, draft), disabled: Boolean(why), "aria-describedby": descriptionId }),
      make("span", { class: "title" }, option.title),
      why && make("span", { class: "badge" }, why),
    ),
    descriptionId && make("p", { class: "note", id: descriptionId }, option.says),
  );
}

function seed(state) {
  return make(
    "fieldset",
    { class: "seed" },
    make("legend", {}, SETUP.chance),
    problemsOf("seed", state),
    make("label", {}, `${SETUP.seed} `, make("input", { type: "text", name: "seed", autocomplete: "off", spellcheck: "false", placeholder: SETUP.byChance })),
    make("p", { class: "note" }, SETUP.sameSeed),
  );
}

function change(field, state) {
  const { draft } = state;
  if (field.name === "game") changeGame(state.setup, draft, field.value);
  else if (field.name === "set") draft.sets[field.checked ? "add" : "delete"](field.value);
  else if (field.name === "option") draft.options[field.value] = field.checked;
  else if (field.name === "seed") draft.seed = field.value;
  else if (!changeSeat(field, state)) return;
  if (field.name === "set" || field.name === "game") state.cards = null;
  changed(state);
}

function press(button, state) {
  if (button.dataset.do === "kind") openSeat(button, state, () => changed(state));
  else if (changeSeat(button, state)) changed(state);
}

function changed(state) {
  state.problems = [];
  render(state);
}

async function play(state) {
  state.busy = true;
  render(state);
  state.problems = await startGame(gameRequest(state.setup, state.draft));
  state.busy = false;
  render(state);
  say(state.problems.map((problem) => problem.message).join(" "));
  root.querySelector(".problems")?.scrollIntoView({ block: "center" });
}
