// Small things that all parts of the page use: counts in words, what is said, what is asked.

export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** "2 errors, 1 warning". */
export function counts(findings) {
  const errors = findings.filter((one) => one.severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")];
  return parts.filter(Boolean).join(", ") || "nothing found";
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
