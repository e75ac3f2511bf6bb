// Settings: switches that this browser keeps, each with what it is until somebody changes it.

const FIRST = { motion: true, advice: false, pauses: true };
const changed = new EventTarget();

export function isOn(name) {
  const kept = localStorage.getItem(name);
  return kept === null ? FIRST[name] : kept === "on";
}

/** Turn a switch on or off, and tell those who listen. */
export function turn(name, on) {
  localStorage.setItem(name, on ? "on" : "off");
  changed.dispatchEvent(new Event("change"));
}

/** Have something done whenever a switch is turned. */
export function whenTurned(listener) {
  changed.addEventListener("change", listener);
}
