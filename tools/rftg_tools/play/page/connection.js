// The connection to a game: frames come, answers go; after a loss it is tried again by itself.

import { GAME } from "./table-words.js";

const FIRST = 250; // ms until the first new try
const LONGEST = 5_000; // ms between tries, at most
const FINAL = new Set([4401, 4403, 4404, 4430]); // closed for good, and the server says why: no key, a key taken back, no such game, too fast
const FULL = 4429; // too many are there now, and the server says of what: a place can become free

/** A connection that stays until it is closed.
 *
 * path: of the websocket. key: what is shown first, where it is asked for. hear: {table(frame), refused(refusal),
 * people(news), remind(news), state(name, text), end(why)}. Frames are handed on with the whole log.
 */
export function connect(path, hear, key = "") {
  let socket = null;
  let wait = FIRST;
  let seat; // whose view was asked for; until then the server chooses
  let entries = [];
  let cards = {}; // that any entry names: a frame tells those of its own entries
  let live = false; // from the first frame on, for what was shown before may be out of date
  let over = false;
  let timer = 0;

  const send = (message) => {
    const isOpen = socket?.readyState === WebSocket.OPEN;
    if (isOpen) socket.send(JSON.stringify(message));
    return isOpen;
  };
  const see = () => {
    entries = [];
    cards = {};
    send({ do: "see", seat, log: 0 });
  };

  function open() {
    if (over) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.addEventListener("open", () => {
      if (key) socket.send(key);
      if (seat !== undefined) see();
    });
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("close", lost);
  }

  function lost({ code, reason }) {
    if (over) return;
    live = false;
    if (FINAL.has(code)) {
      hear.end(reason);
      return;
    }
    hear.state("waiting", code === FULL ? GAME.full(reason) : GAME.notConnected);
    if (code === FULL) wait = LONGEST;
    timer = setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST);
  }

  function receive(message) {
    if (message.is === "refused") {
      hear.refused(message);
    } else if (message.is === "people") {
      hear.people(message);
    } else if (message.is === "remind") {
      hear.remind(message);
    } else if (message.is === "table") {
      if (!live) hear.state("live", GAME.live);
      live = true;
      wait = FIRST; // an open line alone is no answer: a server that starts may still close it
      if (seat !== undefined && message.seat !== seat) return; // of eyes that were given up
      entries = [...entries.slice(0, message.log_from), ...message.log];
      cards = { ...cards, ...message.cards };
      hear.table({ ...message, log: entries, cards });
    }
  }

  addEventListener("online", () => {
    if (socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    open();
  });
  open();
  return {
    /** Take the view of a seat from now on; null: only what is open to all. */
    see(chosen) {
      seat = chosen;
      see();
    },
    answer: (ask, turn, answer) => send({ do: "answer", seat: ask.seat, turn, answer }),
    /** Say what is thought of a card; whether the server can hear it. */
    mark: (mark) => send({ do: "mark", ...mark }),
    undo: (turn) => send({ do: "undo", turn }),
    /** Say something to the others, what is done and its members; whether the server can hear it. */
    tell: (name, members) => send({ do: name, ...members }),
    close() {
      over = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
