// Settings: switches that the browser stores, and the help dialog in which they are set.

import { drawIcons } from "./icons.js";
import { SETTINGS } from "./table-words.js";
import { plain } from "./words.js";

const FIRST = { motion: true, advice: false, pauses: true, notify: false, confirm: false };
const changes = new EventTarget();
export const NARROW = matchMedia("(max-width: 40rem)"); // phones

export function isOn(name) {
  const stored = localStorage.getItem(name);
  return stored === null ? FIRST[name] : stored === "on";
}

/** Set a switch, and notify its listeners. */
export function setSwitch(name, on) {
  localStorage.setItem(name, on ? "on" : "off");
  changes.dispatchEvent(new Event("change"));
}

/** Call a listener whenever a switch changes. */
export function onSwitch(listener) {
  changes.addEventListener("change", listener);
}

/** Restore the stored settings in the help dialog, and store changes. */
export function watchSettings() {
  drawIcons();
  const fields = document.getElementById("help").querySelectorAll("input");
  const apply = () => {
    for (const field of fields) field.checked = isOn(field.name);
    document.documentElement.dataset.motion = isOn("motion") ? "on" : "off";
  };
  for (const field of fields) {
    field.addEventListener("change", async () => {
      if (field.name === "notify" && field.checked) field.checked = await mayNotify();
      setSwitch(field.name, field.checked);
    });
  }
  onSwitch(apply);
  apply();
}

/** Ask the browser whether this page may notify people outside of it. */
async function mayNotify() {
  return Boolean(window.Notification) && (await Notification.requestPermission()) === "granted";
}

let notified = ""; // the last question that was notified

/** Tell outside of the page that it is this player's turn, if they want that and do not see the page. */
export function notifyOfTurn({ asks, cards, turn }) {
  const [ask] = asks;
  const question = ask ? `${ask.seat} ${ask.since ?? turn}` : "";
  if (!ask || question === notified || !document.hidden || !isOn("notify")) return;
  notified = question;
  if (window.Notification?.permission === "granted") {
    const note = new Notification(SETTINGS.yourTurn, { body: plain(ask.prompt, cards), tag: "turn" });
    note.onclick = () => window.focus();
  }
}

export function openHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
  if (!dialog.open) dialog.showModal();
}
