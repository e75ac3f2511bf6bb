// Pauses, presses, and requests of which only the latest answer counts.

/**
 * Return a function that runs another after a pause, which begins again with each call; `cancel` stops it.
 * @param {() => any} run
 * @param {number} pause in ms, unless a call names another
 */
export function afterPause(run, pause) {
  let timer = 0;
  const cancel = () => clearTimeout(timer);
  const start = (ms = pause) => {
    cancel();
    timer = setTimeout(run, ms);
  };
  return Object.assign(start, { cancel });
}

/**
 * Return a function that asks as another one does, and answers undefined if it was called again since; `cancel` drops
 * the answer that is on its way.
 * @param {(...data: any[]) => Promise<any>} ask
 */
export function latest(ask) {
  let count = 0;
  const cancel = () => (count += 1);
  const askAgain = async (...data) => {
    const number = cancel();
    const answer = await ask(...data);
    return number === count ? answer : undefined;
  };
  return Object.assign(askAgain, { cancel });
}

/** Wait for a number of ms. */
export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Return a function that says whether a pointer is pressed in an element: what is replaced then loses its click or drag.
 * @param {HTMLElement} element
 * @param {() => void} released called after each press
 */
export function watchPress(element, released) {
  let isPressed = false;
  element.addEventListener("pointerdown", () => (isPressed = true));
  const release = () => {
    isPressed = false;
    released();
  };
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => isPressed && setTimeout(release));
  return () => isPressed;
}
