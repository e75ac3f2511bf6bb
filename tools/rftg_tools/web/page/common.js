// Small things that all pages use: counts in words, what is said, what is asked.

export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function say(text) {
  document.getElementById("news").textContent = text;
}

/** What the server answers; null where it is gone, or has no such thing any more. */
export async function ask(path) {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer : null;
}

/** A copy of what a template of the page holds. */
export function copyOf(name) {
  return document.getElementById(name).content.firstElementChild.cloneNode(true);
}
