// The form of a test: what is given, what is played and answered, and what is expected.

import { field, labelledSwitch, segmented } from "./controls.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { menuButton } from "./menus.js";
import { allCards } from "./opened.js";
import { TESTS } from "./outcome-words.js";
import { answersField, removeButton } from "./test-answers.js";
import { action, asWords, firstValue, isUnnamed, valueField, without } from "./test-values.js";
import { TEST_PARTS } from "./test-words.js";

const OF_CARDS = ["strength", "cost", "price", "points", "attack", "defense"];
const OFFERED = 5; // keys that are offered as buttons; the others are in a menu
const NOTHING = "nothing";

/**
 * Create the form of a test.
 * @param {any} keys of the test
 * @param {string} game of the set
 * @param {(key: string, value: any) => void} change changes a key; null removes it
 * @param {() => Promise<any>} trace plays the test, and returns what happened, or null
 */
export function createForm(keys, game, change, trace) {
  const model = { ...keys }; // ahead of the text while changes are being made
  const put = (key, value) => {
    model[key] = value ?? undefined;
    change(key, value);
  };
  const name = make("input", { id: "test-name", type: "text", value: keys.test ?? "", autocomplete: "off", maxlength: 200 });
  name.addEventListener("change", () => name.value.trim() && put("test", name.value.trim()));
  const form = make(
    "form", { class: "sections test-form", autocomplete: "off", "aria-label": TESTS.heading1 },
    field(TESTS.name, name, { id: name.id }),
    step(TESTS.given, createGiven(model, put, game, trace)),
    step(TESTS.when, createWhen(model, put, game)),
    step(TESTS.answers, answersField(asWords(model.answers), (lines) => put("answers", lines), { seat: 0, trace })),
    step(TESTS.then, createThen(model, put, game)),
    make("datalist", { id: "titles" }),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

function step(label, content) {
  return make("section", { class: "step", "aria-label": label }, make("h3", {}, label), make("div", { class: "content stack" }, content));
}

// --- given

function createGiven(model, put, game, trace) {
  const given = model.given ?? {};
  const putGiven = (key, value) => put("given", without({ ...model.given, [key]: value }));
  const isOnlyForBonus = model.when === NOTHING && Object.keys(given.opponent ?? {}).join() === "when";
  const always = game === "race" ? ["tableau", "hand"] : ["tableau"];
  const others = Object.keys(given).filter((key) => !always.includes(key) && !(key === "opponent" && isOnlyForBonus));
  const shown = [...always, ...others];
  const hidden = TEST_PARTS.laidOut[game].filter((key) => !shown.includes(key));
  const button = (key) => action("plus", nameOf(key), () => addGiven(key));
  const addGiven = (key) => putGiven(key, key === "opponent" ? { hand: 1, ...model.given?.opponent } : firstValue(key, firstTitle(given), "given"));
  return [
    shown.map((key) => make(
      "div", { class: "given" },
      make("span", { class: "small muted" }, nameOf(key)),
      valueField(nameOf(key), key, given[key], (value) => putGiven(key, value), "given", { seat: 1, trace }),
      always.includes(key) ? make("span") : removeButton(TEST_PARTS.remove(nameOf(key)), () => putGiven(key, null)),
    )),
    make(
      "div", { class: "row wrap" }, hidden.slice(0, OFFERED).map(button),
      hidden.length > OFFERED && menuButton([icon("plus"), TEST_PARTS.more], () => hidden.slice(OFFERED).map((key) => ({ label: nameOf(key), run: () => addGiven(key) })), { class: "sm quiet" }),
    ),
  ];
}

function nameOf(key) {
  return TEST_PARTS.keys[key] ?? key;
}

function firstTitle(given) {
  return asWords(given.tableau).find((word) => !isUnnamed(word)) ?? allCards().values().next().value?.title ?? "";
}

// --- when

function createWhen(keys, put, game) {
  const opponent = keys.given?.opponent;
  const isBonusOff = keys.when === NOTHING && typeof opponent?.when === "string";
  const action = isBonusOff ? opponent.when : keys.when;
  const isSimple = game === "race" && (action === undefined || TESTS.phases.some(([value]) => value === action));
  const putList = (value) => put("when", value?.length === 1 ? value[0] : value);
  if (!isSimple) return [valueField(TESTS.when, "when", [action ?? []].flat(), putList, "given")];
  const withBonus = (value, isOn) => {
    if (isOn || !value) {
      put("when", value || null);
      if (isBonusOff) put("given", without({ ...keys.given, opponent: without({ ...opponent, when: null }) }));
    } else {
      put("given", { ...keys.given, opponent: { ...opponent, when: value } });
      put("when", NOTHING);
    }
  };
  const choices = TESTS.phases.map(([value, badge, label]) => [value, [badge && make("span", { class: "phase", "aria-hidden": "true" }, badge), label]]);
  return [
    segmented({ label: TESTS.when, choices: /** @type {any} */ (choices), value: action ?? "", onChange: (value) => withBonus(value, !isBonusOff) }),
    TEST_PARTS.steps.includes(action) ? null : action
      ? labelledSwitch(TESTS.bonus, !isBonusOff, (isOn) => withBonus(action, isOn))
      : make("p", { class: "help" }, TESTS.noAction),
  ];
}

// --- expect

function createThen(model, put, game) {
  const then = model.then ?? {};
  const putThen = (key, value) => put("then", without({ ...model.then, [key]: value }));
  const rows = Object.entries(then).flatMap(([key, value]) => OF_CARDS.includes(key)
    ? Object.entries(value).map(([title, number]) => ({ key, title, value: number, put: (next) => putThen(key, without({ ...model.then[key], [title]: next })) }))
    : [{ key, title: "", value, put: (next) => putThen(key, next) }]);
  return [
    rows.map(createExpectation),
    make("div", { class: "row wrap" }, menuButton([icon("plus"), TESTS.addExpectation], () => TEST_PARTS.expected[game].filter((key) => OF_CARDS.includes(key) || !(key in then)).map((key) => ({
      label: expectedName(key),
      run: () => putThen(key, valueExpected(key, model)),
    })), { class: "sm quiet" })),
  ];
}

function expectedName(key) {
  return TESTS.expected[key] ?? nameOf(key);
}

/** @returns {any} the value of an expectation that is added */
function valueExpected(key, model) {
  const { given = /** @type {any} */ ({}), then = /** @type {any} */ ({}) } = model;
  if (key === "tableau") return asWords(given.tableau).length ? asWords(given.tableau) : 0;
  return OF_CARDS.includes(key) ? { ...then[key], [firstTitle(given)]: 0 } : firstValue(key, "", "then");
}

function createExpectation({ key, title, value, put }) {
  const label = `${expectedName(key)}${title && ` ${title}`}`;
  const isPart = typeof value === "object" && !Array.isArray(value);
  return make(
    "div", { class: isPart ? "expect wide" : "expect", "data-check": `${key}:${title}` },
    make("b", {}, label),
    make("span", { class: "small muted" }, isPart ? "" : Array.isArray(value) ? TESTS.isExactly : TESTS.is),
    valueField(label, title ? "" : key, value, put, "then"),
    make("span", { class: "result" }),
    removeButton(TESTS.removeExpectation(label), () => put(null)),
    make("div", { class: "mend", hidden: true }),
  );
}
