// What people think of cards: a dialog in which it is said, and the list at the end of a game.
//
// What somebody says stands in the frame as soon as it is kept; until then the dialog stays open.

import { THINKING } from "./people-words.js";
import { make } from "./dom.js";
import { say } from "./common.js";

const KEY = "!"; // says what one thinks of the card that is shown large, or has the focus
const MOST = 500; // characters
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu;

/** @type {{frame: () => any, mark: (mark: any) => boolean}} */
let game = null;
let open = null; // {card, seat} that the dialog is about
let sent = null; // what was said and is not yet known to be kept

const title = make("h2", { id: "think-title" });
const boxes = THINKING.kinds.map(({ name, label }) => ({ name, box: checkbox(label) }));
const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "think-text", rows: 3, maxlength: MOST, autocomplete: "off" }));
const state = make("p", { id: "think-state", role: "status" });
const dialog = /** @type {HTMLDialogElement} */ (
  make(
    "dialog",
    { id: "think", "aria-labelledby": "think-title" },
    make(
      "form",
      {},
      title,
      make("fieldset", {}, make("legend", { class: "unseen" }, THINKING.legend), boxes.map(({ box }) => box.label)),
      make("label", { for: "think-text" }, THINKING.text),
      text,
      make("p", { class: "note" }, THINKING.when),
      state,
      make("p", { class: "options" }, make("button", { class: "main" }, THINKING.keep), make("button", { type: "button", class: "quiet" }, THINKING.cancel)),
    ),
  )
);

function checkbox(words) {
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
  return { input, label: make("label", {}, input, ` ${words}`) };
}

/** Let cards be marked. frame: what is shown now. mark: sends a mark; whether that can be. */
export function watchMarks(shown) {
  game = shown;
  document.body.append(dialog);
  dialog.querySelector("form").addEventListener("submit", keep);
  dialog.querySelector(".quiet").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => (open = sent = null));
  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-mark]");
    if (button instanceof HTMLElement) think(button.dataset.mark);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== KEY || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const large = /** @type {HTMLElement} */ (document.querySelector(".large:popover-open [data-mark], .roll .large [data-mark]"));
    const focused = /** @type {HTMLElement} */ (target.closest("[data-look]"));
    const card = large?.dataset.mark ?? focused?.dataset.look;
    if (card === undefined) return;
    event.preventDefault();
    think(card);
  });
}

/** The button on a card that is shown large. */
export function markButton(card) {
  return game && make("button", { type: "button", class: "think", "data-mark": card }, THINKING.button, " ", make("kbd", { "aria-hidden": "true" }, KEY));
}

/** Open the dialog for a card, with what was said of it before. */
function think(card) {
  const frame = game?.frame();
  const facts = frame?.cards[card];
  if (!facts) return;
  const before = mine(frame, facts.title);
  open = { card: Number(card), title: facts.title, seat: frame.seat };
  sent = null;
  title.textContent = THINKING.title(facts.title);
  for (const { name, box } of boxes) box.input.checked = before?.kinds.includes(name) ?? false;
  text.value = before?.text ?? "";
  state.textContent = "";
  dialog.showModal();
}

function mine(frame, name) {
  return frame.marks?.find((one) => one.mine && one.title === name);
}

function keep(event) {
  event.preventDefault();
  const kinds = boxes.filter(({ box }) => box.input.checked).map(({ name }) => name);
  sent = { seat: open.seat, card: open.card, kinds, text: text.value.replace(UNSEEN, " ").trim() };
  const heard = game.mark(sent);
  state.textContent = heard ? THINKING.keeping : THINKING.unheard;
  if (!heard) sent = null;
}

/** A frame came: what was said may be kept now. */
export function marksTaken(frame) {
  if (!open) return;
  if (frame.seat !== open.seat) {
    dialog.close();
    return;
  }
  if (!sent) return;
  const found = mine(frame, open.title) ?? { kinds: [], text: "" };
  if (found.text !== sent.text || found.kinds.join() !== sent.kinds.join()) return;
  say(THINKING.kept(open.title));
  dialog.close();
}

/** The connection is lost: what was on its way may not have come, and can be sent again. */
export function markLost() {
  if (!sent) return;
  sent = null;
  state.textContent = THINKING.unheard;
}

/** Whether a refusal was of what was said in the dialog, which then says why. */
export function markRefused(refusal) {
  if (!sent || !refusal.why) return false;
  sent = null;
  state.textContent = refusal.why;
  return true;
}

/** What was thought in a game that is over, and cards of which something can be said yet. */
export function thoughts(frame) {
  if (!frame.marks) return null;
  const cards = Object.entries(frame.cards).map(([card, { title: name }]) => ({ card, name }));
  const each = [...new Map(cards.map((one) => [one.name, one])).values()].sort((one, other) => one.name.localeCompare(other.name));
  return make(
    "section",
    { id: "thoughts", "aria-labelledby": "thoughts-title" },
    make("h3", { id: "thoughts-title" }, THINKING.heading),
    frame.marks.length ? make("ul", {}, frame.marks.map((one) => thought(one, frame))) : make("p", {}, THINKING.none),
    make(
      "details",
      { "data-key": "all cards" },
      make("summary", {}, THINKING.more),
      make("p", { class: "cards-to-mark" }, each.map(({ card, name }) => make("button", { type: "button", "data-mark": card, "data-key": `mark ${name}` }, name))),
    ),
  );
}

function thought(one, frame) {
  const [card] = Object.entries(frame.cards).find(([, facts]) => facts.title === one.title) ?? [];
  const name = card ? make("button", { type: "button", class: "named", "data-look": card }, one.title) : make("b", {}, one.title);
  const kinds = one.kinds.map((kind) => THINKING.kinds.find((known) => known.name === kind)?.label ?? kind);
  return make("li", {}, name, `: ${kinds.join(", ")}`, kinds.length && one.text ? "; " : "", one.text && make("q", {}, one.text), make("span", { class: "label" }, ` (${THINKING.by(one)})`));
}
