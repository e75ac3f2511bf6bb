// What is written in a field, brought into the text: soon after the last key, and when the field is left.

const PAUSE = 150; // ms without a key until what is written in a field counts
const uncommitted = new Map(); // by input: what brings into the text what is written there

/**
 * Tell of what is written in an input.
 * @param {any} input
 * @param {(isDone: boolean) => void} tell isDone: nobody is writing in it any more
 */
export function watch(input, tell) {
  let waiting = 0;
  const commit = () => {
    clearTimeout(waiting);
    uncommitted.delete(input);
    tell(true);
  };
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    uncommitted.set(input, commit);
    if (input.type === "text") waiting = setTimeout(() => tell(false), PAUSE);
  });
  // A browser says "change" only where the value is another than when the field was entered.
  for (const event of ["change", "blur"]) input.addEventListener(event, () => uncommitted.get(input)?.());
}

/** Bring into the text what is written in any field. */
export function commitAll() {
  for (const commit of [...uncommitted.values()]) commit();
}
