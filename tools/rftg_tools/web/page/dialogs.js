// Dialogs with a heading, a body that scrolls, and buttons below it.

import { iconButton } from "./icons.js";
import { make } from "./dom.js";

const WORDS = { close: "Close (Esc)" };
let count = 0; // of dialogs so far, for their ids

/**
 * Open a dialog; it is removed when it closes, and the focus returns.
 * @param {object} options
 * @param {string} options.title
 * @param {any} options.body
 * @param {any} options.footer
 * @param {string} [options.name] a class for its styles
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, footer, name = "" }) {
  const id = `dialog-title-${(count += 1)}`;
  const close = iconButton("close", WORDS.close);
  const heading = make("h2", { id, class: "grow" }, title);
  const dialog = /** @type {HTMLDialogElement} */ (make(
    "dialog", { class: `framed ${name}`, "aria-labelledby": id },
    make("header", {}, heading, close), make("div", { class: "body" }, body), make("footer", {}, footer),
  ));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
