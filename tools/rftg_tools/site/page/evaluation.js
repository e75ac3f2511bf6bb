// No text is run as a program in a worker: its policy forbids it. Typst asks for the time zone in this way, which is
// the only text that is answered.

const TIME_ZONE = "Intl.DateTimeFormat().resolvedOptions().timeZone";

/** @type {any} */ (globalThis).eval = (text) => {
  if (text === TIME_ZONE) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  throw new EvalError(`not allowed: ${String(text).slice(0, 200)}`);
};
