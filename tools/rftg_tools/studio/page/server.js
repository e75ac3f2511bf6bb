// What the page asks the server for, and sends it.

import { WORDS } from "./words.js";

/**
 * The answer to some data: its status, and what it says.
 * @returns {Promise<{status: number, data: any}>} status 0 where the server is gone
 */
export async function post(path, data) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const answer = await fetch(path, sent).catch(() => null);
  if (answer === null) return { status: 0, data: { problem: WORDS.lost } };
  const text = await answer.text();
  try {
    return { status: answer.status, data: JSON.parse(text) };
  } catch {
    return { status: answer.status, data: { problem: text } };
  }
}
