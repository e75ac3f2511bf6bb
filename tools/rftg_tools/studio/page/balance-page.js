// The page about the balance of a set: a verdict on each card, and beside it what to change.

import { change } from "./changes.js";
import { askData, capitalized, refill } from "./common.js";
import { control, describeRun, describeSource, isRunning, measuresAfterSave, runButton, watchRun } from "./balance.js";
import { addCommands } from "./commands.js";
import { labelledSwitch, problemNote } from "./controls.js";
import { make } from "./dom.js";
import { marked } from "./findings.js";
import { icon, iconButton } from "./icons.js";
import { addPage, showPage } from "./layout.js";
import { describe, listedCards } from "./list.js";
import { openCard, opened, sectionOf, watchOpened } from "./opened.js";
import { BALANCE } from "./outcome-words.js";
import { watchNews } from "./server.js";
import { latest } from "./timing.js";
import { offerUndo } from "./undo.js";
import { createScale, groupOf, isMisjudged, isSeldomPlayed, resultInWords, verdictBadge, winsInWords } from "./verdicts.js";

const NAME = "balance";
const GROUPS = ["change", "open", "fine"];
const page = document.getElementById("page");
const outcome = document.getElementById("outcome");
let figures = {}; // by the id of a card
let chosen = null; // the id of a card
const askFigures = latest((name) => askData(`api/balance?${new URLSearchParams({ name })}`));

/** Set up the page, which follows the runs. */
export function setUpBalancePage() {
  addPage(NAME, start, true);
  addCommands({ balance: { run: () => showPage(NAME), icon: "balance", isEnabled: () => opened() !== null } });
  watchRun(() => isShown() && show());
  watchOpened(() => isShown() && show());
  watchNews("balance", (name, data) => {
    if (isShown() && name && data.stage === "done") load();
  });
  watchNews("versions", () => {
    if (isShown()) load();
  });
  page.addEventListener("click", act);
  outcome.addEventListener("click", act);
}

function isShown() {
  return document.body.dataset.page === NAME;
}

function start() {
  chosen = listedCards().find((card) => card.title === document.getElementById("open-title").textContent)?.id ?? chosen;
  page.replaceChildren(
    make(
      "header", { class: "head row" },
      make("h2", {}, BALANCE.title),
      make("span", { class: "grow" }),
      make("span", { class: "small muted" }, BALANCE.expert),
      iconButton("close", BALANCE.close, { value: "close" }),
    ),
    make("div", { class: "run" }),
    make("div", { class: "verdicts" }),
  );
  outcome.replaceChildren(make("header", { class: "head row" }), make("div", { class: "scroll" }));
  show();
  load();
}

async function load() {
  const data = await askFigures(opened()?.file.name);
  if (!data) return;
  figures = data.cards;
  show();
}

function show() {
  const cards = listedCards().filter((card) => sectionOf(card) === "cards");
  if (!cards.some(({ id }) => id === chosen)) chosen = cards[0]?.id ?? null;
  showRun();
  const groups = /** @type {[string, any[]][]} */ (GROUPS.map((group) => [group, cards.filter((card) => groupIn(card) === group)]));
  refill(page.querySelector(".verdicts"), [
    ...groups.filter(([, members]) => members.length).flatMap(([group, members]) => [
      make("h3", { class: "row" }, BALANCE.groups[group], make("span", { class: "badge" }, members.length)),
      ...members.map(createRow),
    ]),
    ...(hasAnyFigures() || isRunning() ? [createAxis()] : []),
  ]);
  const card = cards.find(({ id }) => id === chosen);
  if (card) showCard(card);
}

/** Cards with an error are not played, so what is known of them stays apart. */
function groupIn(card) {
  return figuresOf(card) ? groupOf(figuresOf(card)) : "open";
}

function createAxis() {
  return make("div", { class: "axis", "aria-hidden": "true" }, make("span", {}, BALANCE.axis), make("span", {}, BALANCE.ends.map((end) => make("span", {}, end))));
}

function hasAnyFigures() {
  return Object.values(figures).some(Boolean);
}

/** The figures of a card; null without any, or from a version of the studio that kept less. */
function figuresOf(card) {
  return figures[card.id]?.brief === undefined ? null : figures[card.id];
}

function showRun() {
  const state = describeRun();
  const hasFigures = hasAnyFigures();
  refill(page.querySelector(".run"), [
    make("p", { role: "status" }, make("b", {}, state?.title ?? (hasFigures ? BALANCE.measured : BALANCE.notMeasured)), " ", make("span", { class: "muted" }, state?.text ?? (hasFigures ? "" : BALANCE.method))),
    runButton(hasFigures, isRunning() ? "" : "primary"),
    ...(state && state.share !== null ? [make("progress", { max: 1, value: state.share, "aria-label": BALANCE.title })] : []),
    labelledSwitch(BALANCE.automatic, measuresAfterSave(), () => control("automatic")),
  ]);
}

function createRow(card) {
  const known = figuresOf(card);
  const isBroken = !known && card.findings.some(({ severity }) => severity === "error");
  const verdict = isBroken
    ? [make("span", { class: "badge" }, icon("pause"), BALANCE.leftOut), make("small", {}, BALANCE.leftOutWhy)]
    : [badgeOf(known), make("small", {}, known ? resultInWords(known) : "")];
  return make(
    "button", { type: "button", class: known?.old ? "item old" : "item", value: "choose", "data-id": card.id, "aria-current": card.id === chosen ? "true" : null },
    card.image ? make("img", { class: "thumb", src: card.image, alt: "" }) : make("span", { class: "thumb" }),
    make("span", {}, make("b", {}, card.title), make("small", {}, isBroken ? BALANCE.error : describe(card))),
    make("span", {}, verdict),
    (hasAnyFigures() || isRunning()) && createScale(known),
  );
}

/** The verdict on a card, or that it is being played. */
function badgeOf(known) {
  return known || !isRunning() ? verdictBadge(known) : make("span", { class: "badge" }, icon("clock"), BALANCE.measuring);
}

// --- the column beside

function showCard(card) {
  const [head, body] = outcome.children;
  const known = figuresOf(card);
  refill(head, [make("h2", { class: "grow" }, card.title), make("button", { type: "button", class: "sm quiet", value: "card" }, BALANCE.openCard)]);
  refill(body, [
    make(
      "div", { class: "about" },
      card.image && make("img", { class: "card-face", src: card.image, alt: "", width: 630, height: 880 }),
      make("div", { class: "stack" }, badgeOf(known), ...(known ? createResult(known) : [make("p", { class: "small muted" }, isRunning() ? BALANCE.playing : BALANCE.method)])),
    ),
    ...(known ? createAdvice(card, known) : []),
  ]);
}

function createResult(known) {
  const isKnown = typeof known.effect.half === "number";
  return [
    make("p", {}, make("b", {}, winsInWords(known.effect)), `. ${BALANCE.who(known)}`),
    isKnown && make("p", { class: "small muted" }, BALANCE.sure(Math.max(1, Math.round(known.effect.half)))),
    make("p", { class: known.old ? "small old" : "small muted" }, marked(describeSource(known))),
  ];
}

function createAdvice(card, known) {
  const tried = known.tried ?? [];
  const measured = tried.filter(({ effect }) => typeof effect.half === "number");
  const best = measured.toSorted((first, second) => Math.abs(first.effect.mean) - Math.abs(second.effect.mean))[0];
  const isBetter = best && Math.abs(best.effect.mean) < Math.abs(known.effect.mean);
  const said = known.said.slice(1);
  return [
    ...known.found.map((text) => problemNote("warning", `${capitalized(text)}.`)),
    make("h3", {}, BALANCE.whatToChange),
    make("ul", { class: "tries stack" }, tried.length ? tried.map((version) => createTry(card, version, isBetter && version === best)) : createTryAll()),
    ...known.advice.filter((text) => !text.includes("--alternatives")).map((text) => make("p", { class: "small" }, marked(text))),
    make("p", { class: "help" }, BALANCE.keepFigures),
    ...(known.before ? createBefore(known) : []),
    make("h3", {}, BALANCE.canJudge),
    make("p", { class: "small muted" }, isMisjudged(known) ? BALANCE.notJudged : isSeldomPlayed(known) ? BALANCE.seldom : BALANCE.judged),
    ...said.map((text) => make("p", { class: "small muted" }, text)),
  ];
}

function createBefore({ before, effect }) {
  return [
    make("h3", {}, BALANCE.beforeAfter),
    make("div", { class: "panel before" },
      make("p", { class: "small muted" }, marked(capitalized(BALANCE.beforeChange(before.changes)))),
      make("p", { class: "row small" }, winsInWords(before.before), icon("right"), winsInWords(effect)),
      make("b", { class: "small" }, BALANCE.trends[before.trend])),
  ];
}

function createTry(card, version, isBest) {
  const made = changesFor(card, version);
  const isInUse = made.length > 0 && made.every(({ now, value }) => String(now) === String(value));
  const [text, instead] = BALANCE.instead(capitalized(version.change), made.find(({ now, value }) => String(now) !== String(value))?.now ?? null);
  return make(
    "li", { class: isBest ? "panel best" : "panel" },
    make("span", {}, make("b", {}, text), instead, " ", isBest && make("span", { class: "badge ok" }, icon("check"), BALANCE.nearest)),
    make("small", { class: "muted" }, winsInWords(version.effect)),
    isInUse ? make("span", { class: "badge" }, BALANCE.inUse) : make("button", { type: "button", class: isBest ? "sm primary" : "sm", value: "use", "data-change": version.change }, BALANCE.use),
  );
}

function createTryAll() {
  return make(
    "li", { class: "panel" },
    make("b", {}, BALANCE.tryTitle),
    make("small", { class: "muted" }, BALANCE.tryHelp),
    make("button", { type: "button", class: "sm", value: "try", "aria-disabled": String(isRunning()) }, BALANCE.play),
  );
}

/** The keys of a card that an alternative changes, with their values now. */
function changesFor(card, { cost, vp, face }) {
  const title = face ?? card.title;
  const index = opened().sheet?.cards.findIndex(({ keys }) => keys.title === title) ?? -1;
  const keys = opened().sheet?.cards[index]?.keys ?? {};
  const { type } = listedCards().find((listed) => listed.title === title)?.facts ?? {};
  const changes = [[type, cost], ["vp", vp]].filter(([key, value]) => key in keys && typeof value === "number");
  return changes.map(([key, value]) => ({ index, key, value, now: keys[key] }));
}

// --- actions

function act({ target }) {
  if (!isShown()) return;
  const button = /** @type {any} */ (target).closest("button[value]");
  const card = listedCards().find(({ id }) => id === chosen);
  if (!button || button.ariaDisabled === "true") return;
  const { value, dataset } = button;
  if (value === "close") showPage("card");
  else if (value === "card") openCard(card);
  else if (value === "try") control("start", card.title);
  else if (value === "use") use(card, dataset.change);
  else if (value === "start" || value === "stop") control(value);
  else if (value === "choose") {
    chosen = Number(dataset.id);
    show();
  }
}

/** Change a card as an alternative that was played; this is one step of undo. */
async function use(card, name) {
  const version = figuresOf(card).tried.find((candidate) => candidate.change === name);
  for (const { index, key, value, now } of changesFor(card, version)) {
    if (now === value) continue;
    if (await change({ do: "put", section: "cards", card: index, key, value })) offerUndo(BALANCE.used(name, card.title));
  }
}
