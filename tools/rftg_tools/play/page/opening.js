// "Put this card into my opening hand": a search over the cards of the chosen sets.

import { ask } from "./common.js";
import { make } from "./dom.js";
import { OPENING } from "./start-words.js";

const SHOWN = 8; // so many cards are offered at a time

export function opening(page, problems) {
  const { wish } = page;
  const seats = wish.seats.map((seat, at) => ({ seat, at })).filter(({ seat }) => seat.kind !== "robot");
  if (!seats.some(({ at }) => at === page.openFor)) page.openFor = seats[0].at;
  return make(
    "fieldset",
    { class: "opening" },
    make("legend", {}, OPENING.title),
    problems,
    make("p", { class: "note" }, OPENING.about),
    make(
      "div",
      { class: "search" },
      seats.length > 1 &&
        make(
          "select",
          { name: "open-for", "aria-label": OPENING.whose },
          seats.map(({ seat, at }) => make("option", { value: at, selected: at === page.openFor }, nameOf(seat, at))),
        ),
      make("input", {
        type: "search",
        name: "words",
        placeholder: OPENING.find,
        "aria-label": OPENING.findLabel,
        autocomplete: "off",
      }),
    ),
    page.cards && page.words && found(page),
    chosen(wish),
  );
}

function nameOf(seat, at) {
  return seat.kind === "human" ? seat.name : OPENING.botAt(at + 1, seat.level);
}

function found({ cards, words }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = cards.filter((card) => {
    const text = `${card.title}\n${card.says}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  fits.sort((one, other) => Number(other.own) - Number(one.own) || hits(other, words) - hits(one, words));
  return make(
    "ul",
    { class: "found", "aria-label": OPENING.found },
    fits.slice(0, SHOWN).map((card) =>
      make(
        "li",
        { "data-key": card.title },
        make(
          "button",
          { type: "button", "data-do": "put", value: card.title },
          make("b", {}, card.title),
          card.own && make("span", { class: "tag" }, OPENING.own),
          card.start && make("span", { class: "tag" }, OPENING.start),
          make("span", { class: "note" }, card.says),
        ),
      ),
    ),
    fits.length > SHOWN && make("li", { class: "note" }, OPENING.more(fits.length - SHOWN)),
    !fits.length && make("li", { class: "note" }, OPENING.none),
  );
}

function hits(card, words) {
  return Number(card.title.toLowerCase().includes(words.toLowerCase()));
}

function chosen(wish) {
  const all = wish.opening.flatMap((titles, at) => (titles ?? []).map((title) => ({ title, at })));
  if (!all.length) return null;
  return make(
    "ul",
    { class: "chosen", "aria-label": OPENING.chosen },
    all.map(({ title, at }, number) =>
      make(
        "li",
        { "data-key": `${at} ${title} ${number}` },
        make("span", {}, wish.seats.length > 1 ? `${nameOf(wish.seats[at], at)}: ` : "", make("b", {}, title)),
        make("button", { type: "button", class: "quiet", "data-do": "take-out", value: title, "data-at": at, "aria-label": OPENING.takeOut(title) }, "✕"),
      ),
    ),
  );
}

/** Listen to the search. */
export function watchOpening(root, page, render) {
  root.addEventListener("input", async ({ target }) => {
    if (target.name === "open-for") page.openFor = Number(target.value);
    if (target.name === "words") page.words = target.value;
    else if (target.name !== "set" || !page.words) return;
    if (!page.cards) await load(page);
    render();
  });
  root.addEventListener("keydown", (event) => {
    if (event.target.name !== "words" || event.key !== "Enter") return;
    event.preventDefault(); // a search is no wish to play
    root.querySelector('[data-do="put"]')?.click();
  });
  root.addEventListener("click", (event) => {
    const button = event.target.closest('[data-do="put"], [data-do="take-out"]');
    if (!button) return;
    if (button.dataset.do === "put") put(root, page, button.value);
    else takeOut(page, Number(button.dataset.at), button.value);
    render();
  });
}

async function load(page) {
  const sets = chosenSets(page);
  const answer = sets && (await ask(`/api/setup/cards?sets=${sets}`));
  const cards = answer ? (await answer.json()).cards : null;
  if (sets === chosenSets(page)) page.cards = cards; // others may have been chosen meanwhile
}

function chosenSets({ wish }) {
  return [...wish.sets].map(encodeURIComponent).join(",");
}

function put(root, page, title) {
  const titles = (page.wish.opening[page.openFor] ??= []);
  titles.push(title);
  page.words = "";
  const field = root.querySelector("[name=words]");
  field.value = "";
  field.focus();
}

function takeOut(page, at, title) {
  const titles = page.wish.opening[at];
  titles.splice(titles.indexOf(title), 1);
}
