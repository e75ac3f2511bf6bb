// Requests to the studio's server, and the stream of its news.

import { followStream } from "./common.js";
import { WORDS } from "./words.js";

const UNAVAILABLE = 503; // status of a response if the server in the browser is being started
const listeners = new Map(); // by topic

/**
 * Send data; return the status and data of the response.
 * @returns {Promise<{status: number, data: any}>} status 0 if there is no response
 */
export async function post(path, data) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const response = await fetch(path, request).catch(() => null);
  const text = await response?.text().catch(() => null); // the connection can be lost in the middle, too
  if (typeof text !== "string" || response.status === UNAVAILABLE) return { status: 0, data: { problem: WORDS.offline } };
  try {
    return { status: response.status, data: JSON.parse(text) };
  } catch {
    return { status: response.status, data: { problem: text } };
  }
}

/**
 * Call a listener with each piece of news on a topic.
 * @param {string} topic
 * @param {(name: string, data: any) => void} listener
 */
export function watchNews(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** Start to receive news; the server repeats them after a lost connection. */
export function startNews() {
  followStream("api/news", ({ topic, name, data }) => {
    for (const listener of listeners.get(topic) ?? []) listener(name, data);
  });
}
