// Help: the keys, and the switches.

import { isOn, turn, whenTurned } from "./settings.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
/** @type {NodeListOf<HTMLInputElement>} */
const switches = dialog.querySelectorAll("input[type=checkbox]");

/** Make the switches what they were left as. */
export function watchSettings() {
  for (const one of switches) one.addEventListener("change", () => turn(one.name, one.checked));
  whenTurned(apply);
  apply();
}

function apply() {
  for (const one of switches) one.checked = isOn(one.name);
  document.documentElement.dataset.motion = isOn("motion") ? "on" : "off";
}

export function openHelp() {
  if (!dialog.open) dialog.showModal();
}
