// The opening hand: a search for cards that are certain to be dealt.

import { address, askData } from "./common.js";
import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { OPENING } from "./start-words.js";

const SHOWN = 8; // maximum number of search results

export function opening(state, problems) {
  const { draft } = state;
  const seats = draft.seats.map((seat, index) => ({ seat, index })).filter(({ seat }) => seat.kind !== "robot");
  if (!seats.some(({ index }) => index === state.openFor)) state.openFor = seats[0].index;
  return make(
    "fieldset",
    { class: "opening" },
    make("legend", {}, OPENING.title),
    problems,
    make("p", { class: "note" }, OPENING.about),
    seats.length > 1 &&
      make(
        "div",
        { class: "seg", role: "group", "aria-label": OPENING.whose },
        seats.map(({ seat, index }) => make("button", { type: "button", "data-do": "open-for", value: index, "aria-pressed": String(index === state.openFor) }, nameOf(seat, index))),
      ),
    make(
      "div",
      { class: "search" },
      icon("search"),
      make("input", {
        type: "search",
        name: "words",
        placeholder: OPENING.find,
        "aria-label": OPENING.findLabel,
        autocomplete: "off",
      }),
    ),
    state.cards && state.words && searchResults(state),
    chosen(draft),
  );
}

function nameOf(seat, index) {
  return seat.kind === "human" ? seat.name : OPENING.botAt(index + 1, seat.level);
}

function searchResults({ cards, words }) {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = cards.filter((card) => {
    const text = `${card.title}\n${card.says}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
  matches.sort((first, second) => Number(second.own) - Number(first.own) || hits(second, words) - hits(first, words));
  return make(
    "ul",
    { class: "found", "aria-label": OPENING.found },
    matches.slice(0, SHOWN).map((card) =>
      make(
        "li",
        { "data-key": card.title },
        make(
          "button",
          { type: "button", "data-do": "put", value: card.title },
          make("b", {}, card.title),
          card.own && make("span", { class: "badge accent" }, OPENING.own),
          card.start && make("span", { class: "badge accent" }, OPENING.start),
          make("span", { class: "note" }, card.says),
        ),
      ),
    ),
    matches.length > SHOWN && make("li", { class: "note" }, OPENING.more(matches.length - SHOWN)),
    !matches.length && make("li", { class: "note" }, OPENING.none),
  );
}

function hits(card, words) {
  return Number(card.title.toLowerCase().includes(words.toLowerCase()));
}

function chosen(draft) {
  const all = draft.opening.flatMap((titles, index) => (titles ?? []).map((title) => ({ title, index })));
  if (!all.length) return null;
  return make(
    "ul",
    { class: "chosen", "aria-label": OPENING.chosen },
    all.map(({ title, index }, number) =>
      make(
        "li",
        { "data-key": `${index} ${title} ${number}` },
        make("span", {}, draft.seats.length > 1 ? `${nameOf(draft.seats[index], index)}: ` : "", make("b", {}, title)),
        iconButton("close", OPENING.takeOut(title), { class: "sm", "data-do": "take-out", value: title, "data-at": index }),
      ),
    ),
  );
}

/** Handle the search and the chosen cards. */
export function watchOpening(root, state, render) {
  root.addEventListener("input", async ({ target }) => {
    if (target.name === "words") state.words = target.value;
    else if (target.name !== "set" || !state.words) return;
    if (!state.cards) await load(state);
    render();
  });
  root.addEventListener("keydown", (event) => {
    if (event.target.name !== "words" || event.key !== "Enter") return;
    event.preventDefault(); // a search must not start the game
    root.querySelector('[data-do="put"]')?.click();
  });
  root.addEventListener("click", (event) => {
    const button = event.target.closest('[data-do="put"], [data-do="take-out"], [data-do="open-for"]');
    if (!button) return;
    if (button.dataset.do === "open-for") state.openFor = Number(button.value);
    else if (button.dataset.do === "put") put(root, state, button.value);
    else takeOut(state, Number(button.dataset.at), button.value);
    render();
  });
}

async function load(state) {
  const sets = chosenSets(state);
  const data = sets && (await askData(address(`api/setup/cards?sets=${sets}`)));
  if (sets === chosenSets(state)) state.cards = data?.cards ?? null; // the sets may have changed while loading
}

function chosenSets({ draft }) {
  return [...draft.sets].map(encodeURIComponent).join(",");
}

function put(root, state, title) {
  const titles = (state.draft.opening[state.openFor] ??= []);
  titles.push(title);
  state.words = "";
  const field = root.querySelector("[name=words]");
  field.value = "";
  field.focus();
}

function takeOut(state, index, title) {
  const titles = state.draft.opening[index];
  titles.splice(titles.indexOf(title), 1);
}
