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
 * @param {any} [options.footer]
 * @param {string} [options.name] a class for its styles
 * @param {() => void} [options.onSubmit] called by Enter in a field, or the button of type submit
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, footer = null, name = "", onSubmit = () => {} }) {
  const id = `dialog-title-${(count += 1)}`;
  const submit = (event) => {
    event.preventDefault();
    onSubmit();
  };
  const dialog = /** @type {HTMLDialogElement} */ (make(
    "dialog", { class: `framed ${name}`, "aria-labelledby": id },
    make("header", {}, make("h2", { id, class: "grow" }, title), iconButton("close", WORDS.close, { onclick: () => dialog.close() })),
    make("form", { autocomplete: "off", onsubmit: submit }, make("div", { class: "body" }, body), footer && make("footer", {}, footer)),
  ));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
