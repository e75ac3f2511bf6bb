// Settings: switches that the browser stores, and the help dialog in which they are set.

const FIRST = { motion: true, advice: false, pauses: true };
const changes = new EventTarget();

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
  const fields = document.getElementById("help").querySelectorAll("input");
  const apply = () => {
    for (const field of fields) field.checked = isOn(field.name);
    document.documentElement.dataset.motion = isOn("motion") ? "on" : "off";
  };
  for (const field of fields) field.addEventListener("change", () => setSwitch(field.name, field.checked));
  onSwitch(apply);
  apply();
}

export function openHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
  if (!dialog.open) dialog.showModal();
}
