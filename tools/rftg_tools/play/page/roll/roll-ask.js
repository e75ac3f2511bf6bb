// The question of a Roll game, with a button and a key for every answer.

import { askSection, hintButton, obstacle, passButtons, waitingFor } from "./ask.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./players.js";
import { COLOURS, PHASES, ROMAN, smallDie, sumCounts } from "./roll-dice.js";
import { advice, doneOption, entriesOf, isSuggested, marksStay, SIGNS, sum, validationError } from "./roll-picking.js";
import { DICE, ROLL_ASK, ROLL_PLANS } from "./roll-words.js";
import { ASK, KEYS } from "./table-words.js";
import { stepName, textElements } from "./words.js";

const ASSIGNING = ["select", "assign wild", "reassign"]; // the steps behind the screen; others belong to the last

/** The index of a key's entry; -1 if there is none. */
export function entryOf(key) {
  return key.length === 1 ? SIGNS.indexOf(key) : -1;
}

export function askBar(view) {
  return askSection(view, view.ask ? question(view) : waiting(view));
}

// --- while others answer

function waiting(view) {
  const { frame } = view;
  const others = frame.players.filter((player) => player.waiting && player.seat !== frame.seat);
  return [
    frame.chosen && make("div", { class: "controls" }, ownAnswer(view)),
    make(
      "div",
      { class: "words" },
      make("p", { class: "prompt" }, waitingFor(frame)),
      obstacle(view) ?? make("ul", { class: "who-waits" }, others.map((player) => make("li", { class: "row" }, avatar(player), `${player.name}: ${ASK.choosing}`))),
    ),
    passButtons(view),
  ];
}

/** The player's workers, which nobody else sees yet, and the button that takes the last answer back. */
function ownAnswer({ frame, handlers, connected }) {
  const { selected } = frame.own;
  return make(
    "div",
    { class: "own-choice" },
    make(
      "div",
      { class: "secret" },
      selected >= 0 && make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[selected]),
      make("b", {}, selected >= 0 ? ASK.youChose(stepName(PHASES[selected])) : ASK.answered),
      make("small", {}, icon("lock"), ASK.secret),
    ),
    frame.undo && handlers.undo && make("button", { type: "button", class: "lg", id: "take-back", "data-do": "undo", disabled: !connected }, icon("undo"), ASK.takeBack, make("kbd", { "aria-hidden": "true" }, "U")),
  );
}

// --- a question

function question(view) {
  const { ask, frame } = view;
  return [
    make(
      "div",
      { class: "words" },
      make("p", { class: "prompt" }, textElements(ask.prompt, frame.cards)),
      steps(ask),
      obstacle(view) ?? help(view),
    ),
    make("div", { class: "also" }, ask.suggest && hintButton(view), closing(view)),
    make("div", { class: "controls" }, ask.form === "choice" || listsAmounts(view) ? choices(view) : counting(view)),
  ];
}

/** Whether dice are not counted: the few answers are listed. */
function listsAmounts(view) {
  return view.ask.form === "amounts" && entriesOf(view).length > 0;
}

/** What is done and what follows behind the screen. */
function steps({ kind }) {
  const index = ROLL_ASK.steps[kind] ? ASSIGNING.indexOf(kind) : -1;
  if (index < 0) return null;
  return make(
    "ol",
    { class: "steps", "aria-label": ROLL_ASK.stepsLabel },
    ASSIGNING.map((name, at) => make("li", { class: at < index ? "done" : at === index ? "now" : null, "aria-current": at === index ? "step" : null }, ROLL_ASK.steps[name])),
  );
}

/** The rule, and the bot's suggestion if hints are on. */
function help(view) {
  const { ask, marks } = view;
  const hint = marks.hint && advice(ask);
  const isMarked = marksStay(ask) && !listsAmounts(view);
  const explanation = isMarked ? ROLL_ASK.markStaying : (ROLL_ASK.help[ask.kind] ?? "");
  return make("p", { class: "help" }, hint ? make("span", { class: "hint" }, ROLL_ASK.advice(hint)) : [`${explanation} `, make("cite", {}, ask.rule)]);
}

/** The buttons beside the question: the one that ends it, and those that take marks back. */
function closing(view) {
  const { ask, marks, ready } = view;
  const done = doneOption(ask);
  if (listsAmounts(view)) {
    return [ask.kind === "recruit" && mayRecall(view) && recallToo(view), !ask.least && confirmButton(view)];
  }
  if (ask.form !== "choice") return [marks.hint && ask.suggest && suggestButton(view), ask.kind === "recruit" && mayRecall(view) && recallButton(view), confirmButton(view)];
  return [
    (marks.pick || marks.drop || marks.held) && make("button", { type: "button", class: "quiet", "data-do": "clear" }, ROLL_ASK.back, make("kbd", { "aria-hidden": "true" }, KEYS.escape)),
    (done || marks.held) &&
      make(
        "button",
        { type: "button", id: "confirm", class: "primary lg", "data-do": "confirm", disabled: !ready, "data-held": marks.held ? "true" : null, "data-hint": done && marks.hint && isSuggested(done, ask) ? "true" : null },
        marks.held ? ROLL_ASK.done : done.label,
        make("kbd", { "aria-hidden": "true" }, KEYS.enter),
      ),
  ];
}

/** Whether the player has dice that can be recalled after recruiting. */
function mayRecall({ frame }) {
  const me = frame.players.find((player) => player.seat === frame.seat);
  return me.stacks.some(({ builders }) => sumCounts(builders) > 0) || me.tableau.some(({ goods }) => goods.length > 0);
}

function recallButton({ ask, marks, ready }) {
  return make("button", { type: "button", class: "lg", "data-do": "then-recall", disabled: !ready || Boolean(validationError(ask, marks)) }, ROLL_ASK.thenRecall);
}

/** The switch that lets recalling dice be asked after a listed answer. */
function recallToo({ marks, ready }) {
  return make("button", { type: "button", class: "lg", "data-do": "recall-too", "aria-pressed": String(Boolean(marks.recall)), disabled: !ready }, marks.recall && icon("check"), ROLL_ASK.recallToo);
}

function suggestButton({ ready }) {
  return make("button", { type: "button", id: "suggest", "data-do": "suggest", disabled: !ready }, ASK.markBotsChoice);
}

function confirmButton({ ask, marks, ready }) {
  const error = validationError(ask, marks);
  const text = error ? ROLL_ASK.choose(error) : ROLL_ASK.confirm(ask.kind, marksStay(ask) ? ask.most : sum(marks));
  return make(
    "button",
    { type: "button", id: "confirm", class: "primary lg", "data-do": "confirm", "aria-disabled": error ? "true" : null, disabled: !ready },
    text,
    !error && make("kbd", { "aria-hidden": "true" }, KEYS.enter),
  );
}

function choices(view) {
  const { ask } = view;
  const entries = entriesOf(view);
  const isByPhase = ask.kind === "select" && entries.some(({ phase }) => phase !== undefined);
  const isInTray = (entry) => ask.kind === "start tiles" || entry.option?.drop?.key.endsWith(" under");
  if (entries.length && entries.every(isInTray)) return null;
  return make(
    "ul",
    { class: isByPhase ? "entries-of-ask by-phase" : "entries-of-ask", "data-group": "ask" },
    inGroups(entries).map((group) => {
      if (isInTray(group[0].entry)) return null;
      const [{ entry, index }] = group;
      return make(
        "li",
        { class: group.length > 1 ? "joined" : null, "data-key": `entry ${entry.label} ${index}` },
        group.length > 1 && leadOf(entry) && make("span", { class: "lead", "aria-hidden": "true" }, leadOf(entry)),
        group.map((one) => entryButton(one.entry, one.index, view)),
      );
    }),
  );
}

/** The entries with their indexes, those that are joined together. */
function inGroups(entries) {
  const groups = new Map();
  entries.forEach((entry, index) => {
    const name = entry.group ?? index;
    groups.set(name, [...(groups.get(name) ?? []), { entry, index }]);
  });
  return [...groups.values()];
}

/** The words before a group. */
function leadOf({ lead, steps, phase }) {
  return steps && phase !== undefined ? ROLL_PLANS.toAll : lead;
}

/** The button of an entry; in a group, dice or a phase stand for its words. */
function entryButton(entry, index, { ask, marks, ready }) {
  const { option, phase, die, to, steps, amounts, dice = [] } = entry;
  const isHinted = marks.hint && (option ? isSuggested(option, ask) && !option.next : JSON.stringify(amounts) === JSON.stringify(ask.suggest));
  const isDie = (die ?? steps) && entry.group && (phase === undefined || steps);
  return make(
    "button",
    {
      type: "button", class: isDie && ask.kind === "select" ? "other-die" : "option", "data-do": "entry", "data-at": index, "data-item": true, disabled: !ready,
      "data-steps": steps || option?.next ? JSON.stringify(steps ?? [{ kind: ask.kind, answer: option.answer }, { kind: option.next, answer: option.then }]) : null, "data-amounts": amounts ? JSON.stringify(amounts) : null,
      "data-option": option ? JSON.stringify(option.answer) : null,
      "data-hint": isHinted ? "true" : null, "aria-pressed": marks.held ? String(option === marks.held) : null, "aria-label": isDie ? entry.label : null, title: isDie ? entry.label : null,
    },
    SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
    phase !== undefined && make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[phase]),
    !isDie && make("span", { class: "label" }, entry.label, entry.end && make("span", { "aria-hidden": "true" }, " …"), entry.note && make("small", { class: die ? "unseen" : "detail" }, ` ${entry.note}`), isHinted && make("span", { class: "hint" }, ` ${ASK.botsChoice}`)),
    die && smallDie(...die),
    isDie && dice.length > 0 && make("span", { class: "plus", "aria-hidden": "true" }, "+"),
    dice.map(([colour, side]) => smallDie(colour, side)),
    to !== undefined && make("span", { class: "phase", "aria-hidden": "true" }, ROMAN[to]),
  );
}

// --- marking dice and tiles

function counting(view) {
  const { ask } = view;
  return make("ul", { class: "entries-of-ask", "data-group": "ask" }, ask.things.map((item, index) => (ask.form === "amounts" ? diceToMark(item, index, view) : tileToMark(item, index, view))));
}

/** Equal dice, of which some are marked; each die marks or unmarks one. */
function diceToMark(item, index, { marks, ready }) {
  const count = marks.amounts.get(item.key) ?? 0;
  const colour = item.value % COLOURS.length;
  return make(
    "li",
    { class: "to-mark", "data-key": `${item.key} ${item.label}` },
    SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
    make("span", { class: "label" }, item.label),
    Array.from({ length: item.limit }, (_die, place) =>
      make(
        "button",
        { type: "button", class: "mark-die", "data-do": place < count ? "less" : "more", "data-at": index, "data-item": true, disabled: !ready, "aria-pressed": String(place < count), "aria-label": DICE.toMark(item.label, place + 1, item.limit) },
        smallDie(colour),
        place < count && icon("check"),
      ),
    ),
  );
}

function tileToMark(item, index, { marks, ready }) {
  const isOn = Boolean(marks.amounts.get(item.key));
  return make(
    "li",
    { "data-key": item.key },
    make(
      "button",
      { type: "button", class: "option", "data-do": "more", "data-at": index, "data-item": true, disabled: !ready, "aria-pressed": String(isOn) },
      SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
      item.label,
      isOn && icon("check"),
    ),
  );
}
