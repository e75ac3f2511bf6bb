// Help: the keys, and the switch for motion, which this browser keeps.

const dialog = document.getElementById("help");
const motion = dialog.querySelector("[name=motion]");
const KEPT = "motion";

/** Make the switches what they were left as. */
export function watchSettings() {
  motion.checked = localStorage.getItem(KEPT) !== "off";
  apply();
  motion.addEventListener("change", () => {
    localStorage.setItem(KEPT, motion.checked ? "on" : "off");
    apply();
  });
}

function apply() {
  document.documentElement.dataset.motion = motion.checked ? "on" : "off";
}

export function openHelp() {
  if (!dialog.open) dialog.showModal();
}
