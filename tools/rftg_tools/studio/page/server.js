// Requests to the studio's server, and the stream of its news.

import { WORDS } from "./words.js";

const listeners = new Map(); // by topic
let events = null; // null while the page is in the background

/**
 * Send data; return the status and data of the response.
 * @returns {Promise<{status: number, data: any}>} status 0 if there is no response
 */
export async function post(path, data) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const response = await fetch(path, request).catch(() => null);
  if (response === null) return { status: 0, data: { problem: WORDS.offline } };
  const text = await response.text();
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

/** Start to receive news while the page is in the foreground; the server repeats them after a lost connection. */
export function startNews() {
  document.addEventListener("visibilitychange", updateStream);
  updateStream();
}

function updateStream() {
  if (document.hidden) {
    events?.close();
    events = null;
  } else if (events === null) {
    events = new EventSource("api/news");
    events.onmessage = (event) => {
      const { topic, name, data } = JSON.parse(event.data);
      for (const listener of listeners.get(topic) ?? []) listener(name, data);
    };
  }
}
