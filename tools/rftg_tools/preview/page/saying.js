// Words: counts, and what is said to those who do not see the page.

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

/** A copy of what a template of the page holds. */
export function copyOf(name) {
  return document.getElementById(name).content.firstElementChild.cloneNode(true);
}
