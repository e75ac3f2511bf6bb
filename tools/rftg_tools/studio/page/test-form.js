// The form of a test: what is given, what is played and answered, and what is expected.

import { chips, segmented, stepper, switchButton } from "./controls.js";
import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { menuButton, openMenu } from "./menus.js";
import { allCards } from "./opened.js";
import { TESTS } from "./outcome-words.js";

const UNNAMED = /^(\d{1,2}) cards?$/;
const LISTS = ["tableau", "hand", "goods", "supply", "saved", "used", "goals"];
const NUMBERS = ["vp", "prestige", "paid", "looked", "military", "score"];
const OF_CARDS = ["strength", "cost", "price", "points", "attack", "defense"];
const OPTIONAL = ["goods", "supply", "vp", "prestige", "saved"];
const EXPECTED = ["tableau", "hand", "goods", "vp", "paid", "looked", "military", "score", "points", "cost", "price", "strength", "game"];
const NOTHING = "nothing";

/**
 * Create the form of a test.
 * @param {any} keys of the test
 * @param {(key: string, value: any) => void} put changes a key; null removes it
 * @param {() => Promise<any>} trace plays the test, and returns what happened, or null
 */
export function createForm(keys, put, trace) {
  const name = make("input", { id: "test-name", type: "text", value: keys.test ?? "", autocomplete: "off", maxlength: 200 });
  name.addEventListener("change", () => name.value.trim() && put("test", name.value.trim()));
  const form = make(
    "form", { class: "test-form", autocomplete: "off", "aria-label": TESTS.heading1 },
    make("div", { class: "field" }, make("label", { for: "test-name" }, TESTS.name), name),
    step(TESTS.given, createGiven(keys, put)),
    step(TESTS.when, createWhen(keys, put)),
    step(TESTS.answers, createAnswers(keys, put, trace)),
    step(TESTS.then, createThen(keys, put)),
    make("datalist", { id: "titles" }),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

function step(label, content) {
  return make("section", { class: "step", "aria-label": label }, make("h3", {}, label), make("div", { class: "content" }, content));
}

// --- given

function createGiven(keys, put) {
  const given = keys.given ?? {};
  const putGiven = (key, value) => put("given", without({ ...given, [key]: value }));
  const isOnlyForBonus = keys.when === NOTHING && Object.keys(given.opponent ?? {}).join() === "when";
  const others = Object.keys(given).filter((key) => key !== "tableau" && key !== "hand" && !(key === "opponent" && isOnlyForBonus));
  const shown = ["tableau", "hand", ...others];
  const hidden = OPTIONAL.filter((key) => !shown.includes(key));
  return [
    shown.map((key) => make(
      "div", { class: "given" },
      make("span", { class: "small muted" }, TESTS.keys[key] ?? key),
      valueField(TESTS.keys[key] ?? key, key, given[key], (value) => putGiven(key, value)),
      key === "tableau" || key === "hand" ? make("span") : removeButton(TESTS.removeGiven(TESTS.keys[key] ?? key), () => putGiven(key, null)),
    )),
    make("div", { class: "row more" }, hidden.map((key) => action("plus", TESTS.keys[key], () => putGiven(key, NUMBERS.includes(key) ? 1 : [firstTitle(given)])))),
  ];
}

function firstTitle(given) {
  return asWords(given.tableau).find((word) => !UNNAMED.test(word)) ?? allCards().values().next().value?.title ?? "";
}

// --- when

function createWhen(keys, put) {
  const opponent = keys.given?.opponent;
  const isBonusOff = keys.when === NOTHING && typeof opponent?.when === "string";
  const action = isBonusOff ? opponent.when : keys.when;
  const isSimple = action === undefined || TESTS.phases.some(([value]) => value === action);
  if (!isSimple) return [valueField(TESTS.when, "when", [action].flat(), (value) => put("when", value))];
  const withBonus = (value, isOn) => {
    if (isOn || !value) {
      put("when", value || null);
      if (isBonusOff) put("given", without({ ...keys.given, opponent: without({ ...opponent, when: null }) }));
    } else {
      put("given", { ...keys.given, opponent: { ...opponent, when: value } });
      put("when", NOTHING);
    }
  };
  const choices = TESTS.phases.map(([value, badge, label]) => [value, [make("span", { class: "phase", "aria-hidden": "true" }, badge), label]]);
  return [
    segmented({ label: TESTS.when, choices: /** @type {any} */ (choices), value: action ?? "", onChange: (value) => withBonus(value, !isBonusOff) }),
    action
      ? make("div", { class: "row small" }, switchButton(TESTS.bonus, !isBonusOff, (isOn) => withBonus(action, isOn)), make("span", { "aria-hidden": "true" }, TESTS.bonus))
      : make("p", { class: "help" }, TESTS.noAction),
  ];
}

// --- answers

function createAnswers(keys, put, trace) {
  const lines = asWords(keys.answers);
  const putLines = (next) => put("answers", next.length ? next : null);
  return [
    lines.map((line, index) => {
      const input = make("input", { type: "text", value: line, "aria-label": TESTS.answer(index + 1), autocomplete: "off", spellcheck: "false" });
      input.addEventListener("change", () => putLines(lines.map((old, place) => (place === index ? input.value.trim() : old)).filter(Boolean)));
      return make("div", { class: "answer" }, input, removeButton(TESTS.removeAnswer(index + 1), () => putLines(lines.filter((_line, place) => place !== index))));
    }),
    make(
      "div", { class: "row more" },
      offersAnswers(async () => answerEntries(lines, await trace(), putLines)),
      make("span", { class: "help" }, TESTS.noAnswer),
    ),
  ];
}

/** Create a button for a menu of what can be answered, as soon as the test has been played. */
function offersAnswers(entries) {
  const button = make("button", { type: "button", class: "sm quiet", id: "add-answer", "aria-haspopup": "menu", "aria-expanded": "false" }, icon("plus"), TESTS.addAnswer);
  button.addEventListener("click", async () => {
    const offered = await entries();
    openMenu(document.getElementById("add-answer") ?? button, offered); // the form may be new by now
  });
  return button;
}

/** @returns {(import("./menus.js").Entry | "-")[]} */
function answerEntries(lines, trace, putLines) {
  const open = (trace?.decisions ?? []).filter(({ answered }) => !answered);
  const entries = /** @type {(import("./menus.js").Entry | "-")[]} */ ([]);
  const offered = new Set();
  for (const { choices, at } of open) {
    const fresh = choices.filter((choice) => !offered.has(choice));
    if (fresh.length && entries.length) entries.push("-");
    for (const choice of fresh) {
      offered.add(choice);
      entries.push({ label: choice, run: () => putLines([...lines.slice(0, at), choice, ...lines.slice(at)]) });
    }
  }
  return entries.length ? entries : [{ label: TESTS.nothingToAnswer, isDisabled: true, run: () => {} }];
}

// --- expect

function createThen(keys, put) {
  const then = keys.then ?? {};
  const putThen = (key, value) => put("then", without({ ...then, [key]: value }));
  const rows = Object.entries(then).flatMap(([key, value]) => OF_CARDS.includes(key)
    ? Object.entries(value).map(([title, number]) => ({ key, title, value: number, put: (next) => putThen(key, without({ ...value, [title]: next })) }))
    : [{ key, title: "", value, put: (next) => putThen(key, next) }]);
  return [
    rows.map(createExpectation),
    make("div", { class: "row more" }, menuButton([icon("plus"), TESTS.addExpectation], () => EXPECTED.filter((key) => OF_CARDS.includes(key) || !(key in then)).map((key) => ({
      label: TESTS.expected[key],
      run: () => putThen(key, firstValue(key, keys, then)),
    })), { class: "sm quiet" })),
  ];
}

function firstValue(key, keys, then) {
  if (key === "game") return TESTS.game[0][0];
  if (key === "tableau") return asWords(keys.given?.tableau).length ? asWords(keys.given?.tableau) : 0;
  return OF_CARDS.includes(key) ? { ...then[key], [firstTitle(keys.given ?? {})]: 0 } : 0;
}

function createExpectation({ key, title, value, put }) {
  const label = `${TESTS.expected[key] ?? key}${title && ` ${title}`}`;
  const isList = Array.isArray(value);
  return make(
    "div", { class: "expect", "data-check": `${key}:${title}` },
    make("b", {}, label),
    make("span", { class: "small muted" }, isList ? TESTS.isExactly : TESTS.is),
    key === "game"
      ? segmented({ label, choices: /** @type {any} */ (TESTS.game), value, onChange: put })
      : valueField(label, key, value, put, true),
    make("span", { class: "result" }),
    removeButton(TESTS.removeExpectation(label), () => put(null)),
    make("div", { class: "mend", hidden: true }),
  );
}

// --- values

/** Create the control for a value: a number, cards, or text for what has no form. */
function valueField(label, key, value, put, isExpected = false) {
  if (typeof value === "number" && (isExpected || NUMBERS.includes(key))) return numberField(label, value, put);
  if (LISTS.includes(key) || key === "when" || value === undefined) return cardsField(label, value, put);
  return make("span", { class: "row" }, make("code", {}, JSON.stringify(value)), make("span", { class: "help" }, TESTS.asText));
}

function numberField(label, value, put) {
  const field = stepper({ label, max: 99 });
  const input = field.querySelector("input");
  input.value = String(value);
  input.addEventListener("change", () => /^-?\d+$/.test(input.value.trim()) && put(Number(input.value)));
  return field;
}

function cardsField(label, value, put) {
  const field = chips({ label, placeholder: TESTS.addCard, content: withThumb, onChange: (words) => put(asValue(words)) });
  field.words = asWords(value);
  field.querySelector("input").setAttribute("list", "titles");
  return field;
}

function withThumb(word) {
  const card = [...allCards().values()].find(({ title, image }) => title === word && image);
  return [card && make("img", { src: card.image, alt: "" }), word];
}

/** The words of a list; a number stands for as many unnamed cards. */
function asWords(value) {
  if (typeof value === "number") return value ? [`${value} ${value === 1 ? "card" : "cards"}`] : [];
  return [value ?? []].flat().map(String);
}

function asValue(words) {
  const [, count] = (words.length === 1 && UNNAMED.exec(words[0])) || [];
  if (count) return Number(count);
  return words.length ? words : null;
}

/** A mapping without what is null or empty; null if nothing is left. */
function without(value) {
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return entries.length ? Object.fromEntries(entries) : null;
}

function action(name, label, run) {
  const button = make("button", { type: "button", class: "sm quiet" }, icon(name), label);
  button.addEventListener("click", run);
  return button;
}

function removeButton(label, run) {
  const button = iconButton("close", label, { class: "sm" });
  button.addEventListener("click", run);
  return button;
}
