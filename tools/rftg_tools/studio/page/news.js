// News: what goes on in the server beside the cards, as it tells it; told anew after a lost connection.

const listeners = new Map(); // by topic
let events = null; // null while nobody sees the page

/**
 * Call something with each piece of news of a topic.
 * @param {string} topic
 * @param {(name: string, data: any) => void} listener
 */
export function watchNews(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** Listen from now on, while the page is seen. */
export function listenToNews() {
  document.addEventListener("visibilitychange", follow);
  follow();
}

function follow() {
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
