// Files that can be read and not changed, until somebody makes them theirs.

let offer = null; // asks whether to make a file one's own; answers with the new file, or null

/** Set how to offer to make a read-only file one's own. */
export function offerWith(ask) {
  offer = ask;
}

/**
 * Return the file that can be changed in the place of a file: itself, or what a read-only one has become.
 * @param {any} file
 * @returns {Promise<any>} null if it stays read-only
 */
export async function writable(file) {
  return file?.isReadOnly ? offer(file) : file;
}

/**
 * Make changes that were refused by the editor of a read-only file, once it is one's own.
 * @param {any} file
 * @param {any} changes of its text
 * @param {string} event what the editor records
 */
export async function changeLater(file, changes, event) {
  const { state } = file.view;
  const mine = await writable(file);
  if (!mine) return;
  const [old, text] = [state.doc.toString(), mine.view.state.doc.toString()];
  mine.view.dispatch({ changes: old === text ? changes : changes.map(headChange(state, old, text)), userEvent: event });
  mine.view.focus();
}

/** Return the only difference between two texts as a change: the id of the set. */
function headChange(state, old, text) {
  let from = 0;
  while (old[from] === text[from]) from += 1;
  let end = 0;
  while (end < Math.min(old.length, text.length) - from && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  return state.changes({ from, to: old.length - end, insert: text.slice(from, text.length - end) });
}
