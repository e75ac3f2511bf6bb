// Opinions on cards: a dialog to enter them, and the list at the end of a game.
//
// The dialog stays open until a frame contains the saved opinion.

import { THINKING } from "./people-words.js";
import { make } from "./dom.js";
import { say } from "./common.js";

const KEY = "!"; // opens the dialog for the enlarged or focused card
const MOST = 500; // characters
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu;

/** @type {{frame: () => any, mark: (mark: any) => boolean}} */
let game = null;
let open = null; // {card, seat} of the open dialog
let sent = null; // submitted, but not yet confirmed

const title = make("h2", { id: "think-title", class: "grow" });
const boxes = THINKING.kinds.map(({ name, label }) => ({ name, box: checkbox(label) }));
const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "think-text", rows: 3, maxlength: MOST, autocomplete: "off" }));
const state = make("p", { id: "think-state", role: "status" });
const dialog = /** @type {HTMLDialogElement} */ (
  make(
    "dialog",
    { id: "think", class: "framed", "aria-labelledby": "think-title" },
    make("header", {}, title),
    make(
      "form",
      {},
      make(
        "div",
        { class: "body" },
        make("fieldset", {}, make("legend", { class: "unseen" }, THINKING.legend), boxes.map(({ box }) => box.label)),
        make("label", { for: "think-text" }, THINKING.text),
        text,
        make("p", { class: "small muted" }, THINKING.when),
        state,
      ),
      make("footer", {}, make("button", { class: "primary" }, THINKING.keep), make("button", { type: "button", class: "quiet" }, THINKING.cancel)),
    ),
  )
);

function checkbox(words) {
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
  return { input, label: make("label", { class: "row" }, input, words) };
}

/** Let people mark cards. frame: returns the current frame. mark: sends a mark; returns whether it was sent. */
export function watchMarks(context) {
  game = context;
  document.body.append(dialog);
  dialog.querySelector("form").addEventListener("submit", submit);
  dialog.querySelector(".quiet").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => (open = sent = null));
  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-mark]");
    if (button instanceof HTMLElement) openDialog(button.dataset.mark);
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
    openDialog(card);
  });
}

/** The button on an enlarged card. */
export function markButton(card) {
  return game && make("button", { type: "button", class: "think", "data-mark": card }, THINKING.button, " ", make("kbd", { "aria-hidden": "true" }, KEY));
}

/** Open the dialog for a card, with the earlier opinion if there is one. */
function openDialog(card) {
  const frame = game?.frame();
  const facts = frame?.cards[card];
  if (!facts) return;
  const previous = ownMark(frame, facts.title);
  open = { card: Number(card), title: facts.title, seat: frame.seat };
  sent = null;
  title.textContent = THINKING.title(facts.title);
  for (const { name, box } of boxes) box.input.checked = previous?.kinds.includes(name) ?? false;
  text.value = previous?.text ?? "";
  state.textContent = "";
  dialog.showModal();
}

function ownMark(frame, name) {
  return frame.marks?.find((mark) => mark.mine && mark.title === name);
}

function submit(event) {
  event.preventDefault();
  const kinds = boxes.filter(({ box }) => box.input.checked).map(({ name }) => name);
  sent = { seat: open.seat, card: open.card, kinds, text: text.value.replace(UNSEEN, " ").trim() };
  const isSent = game.mark(sent);
  state.textContent = isSent ? THINKING.keeping : THINKING.unheard;
  if (!isSent) sent = null;
}

/** Close the dialog if this frame confirms the submitted mark. */
export function marksTaken(frame) {
  if (!open) return;
  if (frame.seat !== open.seat) {
    dialog.close();
    return;
  }
  if (!sent) return;
  const mark = ownMark(frame, open.title) ?? { kinds: [], text: "" };
  if (mark.text !== sent.text || mark.kinds.join() !== sent.kinds.join()) return;
  say(THINKING.kept(open.title));
  dialog.close();
}

/** The connection was lost: the mark may be lost too, and can be sent again. */
export function markLost() {
  if (!sent) return;
  sent = null;
  state.textContent = THINKING.unheard;
}

/** Whether a refusal was for the submitted mark; if so, the dialog shows the reason. */
export function markRefused(refusal) {
  if (!sent || !refusal.why) return false;
  sent = null;
  state.textContent = refusal.why;
  return true;
}

/** The opinions given in a finished game, and the cards that can still be marked. */
export function listMarks(frame) {
  if (!frame.marks) return null;
  const cards = Object.entries(frame.cards).map(([card, { title: name }]) => ({ card, name }));
  const uniqueCards = [...new Map(cards.map((card) => [card.name, card])).values()].sort((first, second) => first.name.localeCompare(second.name));
  return make(
    "section",
    { id: "thoughts", "aria-labelledby": "thoughts-title" },
    make("h3", { id: "thoughts-title" }, THINKING.heading),
    frame.marks.length ? make("ul", {}, frame.marks.map((mark) => markItem(mark, frame))) : make("p", {}, THINKING.none),
    make(
      "details",
      { "data-key": "all cards" },
      make("summary", {}, THINKING.more),
      make("p", { class: "cards-to-mark row wrap" }, uniqueCards.map(({ card, name }) => make("button", { type: "button", "data-mark": card, "data-key": `mark ${name}` }, name))),
    ),
  );
}

function markItem(mark, frame) {
  const [card] = Object.entries(frame.cards).find(([, facts]) => facts.title === mark.title) ?? [];
  const name = card ? make("button", { type: "button", class: "named", "data-look": card }, mark.title) : make("b", {}, mark.title);
  const kinds = mark.kinds.map((kind) => THINKING.kinds.find((option) => option.name === kind)?.label ?? kind);
  return make("li", {}, name, `: ${kinds.join(", ")}`, kinds.length && mark.text ? "; " : "", mark.text && make("q", {}, mark.text), make("span", { class: "muted" }, ` (${THINKING.by(mark)})`));
}
