// Help: keyboard shortcuts and settings.

import { isOn, onSwitch, setSwitch } from "./settings.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
/** @type {NodeListOf<HTMLInputElement>} */
const switches = dialog.querySelectorAll("input[type=checkbox]");

/** Restore the stored settings, and store changes. */
export function watchSettings() {
  for (const field of switches) field.addEventListener("change", () => setSwitch(field.name, field.checked));
  onSwitch(apply);
  apply();
}

function apply() {
  for (const field of switches) field.checked = isOn(field.name);
  document.documentElement.dataset.motion = isOn("motion") ? "on" : "off";
}

export function openHelp() {
  if (!dialog.open) dialog.showModal();
}
