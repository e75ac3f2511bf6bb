// Settings: switches that the browser stores.

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
