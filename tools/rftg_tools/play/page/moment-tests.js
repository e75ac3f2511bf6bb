// Moments of a game that become card tests, in the studio or as text to copy.

import { address, askData, openPage, say } from "./common.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { openMenu } from "./menus.js";
import { MOMENTS } from "./table-words.js";
import { stepName } from "./words.js";

const NEWEST = 12; // number of moments in the menu
const STUDIO = "rftg-studio"; // name of the studio's tab
let isAsking = false; // a second press of the button must not open a second menu

/** Open a menu of the moments of a player, newest first. */
export async function offerMoments(button, game, seat) {
  if (isAsking) return;
  isAsking = true;
  const data = await askData(address(`api/moments/${game}?seat=${seat}`));
  isAsking = false;
  const moments = (data?.moments ?? []).slice(-NEWEST).reverse();
  const entries = moments.map(({ number, round, step, lines }) => ({
    label: lines.join("; ") || MOMENTS.nothing,
    note: MOMENTS.when(round, stepName(step)),
    run: () => makeTest(game, number),
  }));
  openMenu(button, entries.length ? entries : [{ label: MOMENTS.none, isDisabled: true, run: () => {} }]);
}

/**
 * Make a test of the phase with an answer, and open it in the studio, or offer its text.
 * @returns {Promise<HTMLDialogElement | null>} the dialog that was opened
 */
export async function makeTest(game, number) {
  const body = JSON.stringify({ game, number });
  const response = await fetch(address("api/moment-test"), { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
  const test = await response?.json().catch(() => null);
  if (!test?.entry) return showProblem(test?.problem ?? MOMENTS.failed);
  return test.studio && openStudio(test) ? null : offerText(test);
}

/** Hand a test to the studio; return whether its tab was opened. */
function openStudio({ studio, title, entry }) {
  localStorage.setItem("studio.new-test", JSON.stringify({ title, entry }));
  return openPage(`${studio}#new-test-${Date.now()}`, STUDIO);
}

function showProblem(problem) {
  const close = make("button", { type: "button", class: "primary" }, MOMENTS.close);
  const dialog = openDialog({ title: MOMENTS.cannot, body: make("p", {}, problem), footer: close });
  close.addEventListener("click", () => dialog.close());
  close.focus();
  return dialog;
}

/** Show the text of a test to copy. With a studio, whose tab was blocked, a link to it comes first. */
function offerText({ title, text, studio }) {
  const copy = make("button", { type: "button", class: studio ? "" : "primary" }, MOMENTS.copy);
  const link = studio && make("a", { class: "button primary", href: address(`${studio}#new-test`), target: STUDIO }, MOMENTS.open);
  const area = make("textarea", { readonly: true, rows: 14, cols: 80, spellcheck: "false", "aria-label": MOMENTS.title, class: "code" });
  area.value = text;
  const dialog = openDialog({ title: MOMENTS.title, body: [make("p", {}, studio ? MOMENTS.blocked(title) : MOMENTS.below(title)), area], footer: [copy, link] });
  link?.addEventListener("click", () => dialog.close());
  copy.addEventListener("click", async () => {
    area.select();
    await navigator.clipboard.writeText(text).catch(() => document.execCommand("copy"));
    copy.textContent = MOMENTS.copied;
    say(MOMENTS.copied);
  });
  (link || copy).focus();
  return dialog;
}
