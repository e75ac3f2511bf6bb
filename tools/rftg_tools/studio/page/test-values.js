// Controls for the values in a test: numbers, cards, dice, and whole sides of players or the robot.

import { chips, segmented, stepper } from "./controls.js";
import { make } from "./dom.js";
import { icon, textButton } from "./icons.js";
import { menuButton } from "./menus.js";
import { allCards } from "./opened.js";
import { answersField, removeButton } from "./test-answers.js";
import { TEST_PARTS } from "./test-words.js";

const UNNAMED = /^(\d{1,2}) cards?$/;
const LISTS = ["tableau", "hand", "goods", "supply", "saved", "used", "goals", "damaged", "stack", "dice", "cards", "answers", "when", "developments", "worlds", "bag"];
const NEVER_COUNTED = ["goals", "damaged", "stack", "dice", "cards", "answers", "developments", "worlds", "bag"]; // lists for which no number stands
const DEFAULTS = { when: "develop", defended: "yes", first: "opponent", start: "", game: "over", selects: "explore", dice: ["settle", "produce"], cards: [3, 4], tokens: {}, opponents: [{}, {}], opponent: {}, robot: { start: TEST_PARTS.startWorld, dice: ["settle", "produce"] }, invasion: { wave: 1 } };
const DICE = ["cup", "citizenry", "rolled", "explore", "develop", "settle", "produce", "ship", "developers", "settlers"];

/**
 * Create the control for a value.
 * @param {string} place "given" or "then"
 * @param {{seat: number, trace: () => Promise<any>} | null} player whose value it is, if answers can be chosen for that player
 */
export function valueField(label, key, value, put, place, player = null) {
  if (key === "answers" && player) return answersField(asWords(value), put, player);
  if (TEST_PARTS.choices[key] && typeof value === "string") return choiceField(label, TEST_PARTS.choices[key], value, put);
  if (Array.isArray(value) && value.some((part) => typeof part === "object")) return listField(label, key, value, put, place, player);
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return mappingField(label, key, value, put, place, player);
  if (typeof value === "number" && (place === "then" || !LISTS.includes(key))) return numberField(label, value, put);
  if (typeof value === "string" && key !== "when") return textField(label, value, put);
  return cardsField(label, key, value, put);
}

/** Return the value of a key that is added. title: a card of the test. */
export function firstValue(key, title, place) {
  if (key in DEFAULTS) return structuredClone(DEFAULTS[key]);
  if (DICE.includes(key)) return "1 home";
  if (NEVER_COUNTED.includes(key) || (LISTS.includes(key) && place === "given")) return title ? [title] : [];
  return place === "then" ? 0 : 1;
}

function choiceField(label, choices, value, put) {
  return segmented({ label, choices, value, onChange: put });
}

function textField(label, value, put) {
  const input = make("input", { type: "text", value, "aria-label": label, autocomplete: "off", spellcheck: "false", list: "titles" });
  input.addEventListener("change", () => put(input.value.trim()));
  return input;
}

export function numberField(label, value, put) {
  const field = stepper({ label, max: 99 });
  const input = field.querySelector("input");
  input.value = String(value);
  input.addEventListener("change", () => /^-?\d+$/.test(input.value.trim()) && put(Number(input.value)));
  return field;
}

function cardsField(label, key, value, put) {
  const toValue = (words) => (NEVER_COUNTED.includes(key) ? words.map(asNumber) : asValue(words));
  const field = chips({ label, placeholder: TEST_PARTS.add[key] ?? TEST_PARTS.addCard, content: withThumb, canRepeat: true, onChange: (words) => put(toValue(words)) });
  field.words = asWords(value);
  field.querySelector("input").setAttribute("list", "titles");
  return field;
}

/** Sides of several players, one below the other. */
function listField(label, key, value, put, place, player) {
  const putAt = (index, next) => put(value.map((part, at) => (at === index ? next ?? {} : part)));
  return make(
    "div", { class: "parts", role: "group", "aria-label": label },
    value.map((part, index) => make(
      "section", { class: "part" },
      make("div", { class: "row" }, make("b", { class: "grow small" }, TEST_PARTS.player(index + 1)), removeButton(TEST_PARTS.remove(TEST_PARTS.player(index + 1)), () => put(value.filter((_part, at) => at !== index)))),
      mappingField(TEST_PARTS.player(index + 1), key, part, (next) => putAt(index, next), place, player && { ...player, seat: index + 1 }),
    )),
    action("plus", TEST_PARTS.addPlayer, () => put([...value, {}])),
  );
}

/** A mapping: a row for each key, and a menu or a field to add one. */
function mappingField(label, key, value, put, place, player) {
  const putKey = (name, next) => put(next === null ? omit(value, name) : { ...value, [name]: next });
  const keys = (place === "then" ? TEST_PARTS.expected : TEST_PARTS.laidOut)[key === "opponents" ? "opponent" : key];
  const nameOf = (name) => (keys ? TEST_PARTS.keys[name] ?? name : name);
  return make(
    "div", { class: "parts", role: "group", "aria-label": label },
    Object.entries(value).map(([name, part]) => make(
      "div", { class: "given" },
      make("span", { class: "small muted" }, nameOf(name)),
      valueField(`${label}: ${nameOf(name)}`, name, part, (next) => putKey(name, next), place, player),
      removeButton(TEST_PARTS.remove(`${label}: ${nameOf(name)}`), () => putKey(name, null)),
    )),
    keys
      ? menuButton([icon("plus"), TEST_PARTS.more], () => keys.filter((name) => !(name in value)).map((name) => ({ label: nameOf(name), run: () => putKey(name, firstValue(name, "", place)) })), { class: "sm quiet", "aria-label": TEST_PARTS.addTo(label) })
      : nameField(label, key, (name) => name in value || putKey(name, TEST_PARTS.firstOf[key] ?? 1)),
  );
}

/** A field for the name of something that is added to a mapping: a token, goal or world. */
function nameField(label, key, add) {
  const placeholder = TEST_PARTS.add[key] ?? TEST_PARTS.addCard;
  const input = make("input", { type: "text", class: "name", placeholder, "aria-label": `${label}: ${placeholder}`, autocomplete: "off", spellcheck: "false", list: "titles" });
  input.addEventListener("change", () => input.value.trim() && add(input.value.trim()));
  return input;
}

function omit(value, name) {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function asNumber(word) {
  return /^-?\d+$/.test(word) ? Number(word) : word;
}

function withThumb(word) {
  const card = [...allCards().values()].find(({ title, image }) => title === word && image);
  return [card && make("img", { src: card.image, alt: "" }), word];
}

/** The words of a list; a number stands for as many unnamed cards. */
export function asWords(value) {
  if (typeof value === "number") return value ? [`${value} ${value === 1 ? "card" : "cards"}`] : [];
  return [value ?? []].flat().map(String);
}

function asValue(words) {
  const [, count] = (words.length === 1 && UNNAMED.exec(words[0])) || [];
  if (count) return Number(count);
  return words.length ? words : null;
}

/** Whether a word stands for cards without a title. */
export function isUnnamed(word) {
  return UNNAMED.test(word);
}

/** A mapping without what is null; null if nothing is left. */
export function without(value) {
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return entries.length ? Object.fromEntries(entries) : null;
}

export function action(name, label, run) {
  return textButton(name, label, { class: "sm quiet", onclick: run });
}
