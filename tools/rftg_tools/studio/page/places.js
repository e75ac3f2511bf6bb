// Where cards, goals and tests are after the text of their file has changed.

/** Return the title of a card or goal, or the name of a test, as its file has it. */
export function nameOf({ keys }) {
  return String(keys.title ?? keys.test ?? "");
}

/**
 * Return the index of an entry in a newer text, -1 if it is gone.
 * @param {string[]} before names of all entries of a section
 * @param {string[]} after their names in the newer text
 * @param {number} index
 */
export function indexAfter(before, after, index) {
  const name = before[index];
  const placesIn = (names) => names.flatMap((each, place) => (each === name ? [place] : []));
  const [old, current] = [placesIn(before), placesIn(after)];
  if (current.length) return current[Math.min(old.indexOf(index), current.length - 1)];
  const isRenamed = before.length === after.length && !before.includes(after[index]);
  return isRenamed ? index : -1;
}
