// The connection to a game: receives frames, sends answers, and reconnects after a loss.

import { address, withAddresses } from "./common.js";
import { GAME } from "./table-words.js";

const FIRST = 250; // ms before the first retry
const LONGEST = 5_000; // maximum ms between retries
const FINAL = new Set([4401, 4403, 4404, 4430]); // permanent, with a reason: no key, a revoked key, no such game, too many messages
const FULL = 4429; // the server is full, and says of what; a place may become free

/** Open a connection that reconnects until it is closed.
 *
 * path: path of the websocket, see `address`. key: sent first, if the server requires one. hear: {table(frame), refused(refusal),
 * people(news), remind(news), state(name, text), end(why)}. Each frame is passed on with the whole log.
 */
export function connect(path, hear, key = "") {
  let socket = null;
  let wait = FIRST;
  let seat; // the requested view; until it is set, the server chooses
  let entries = [];
  let cards = {}; // cards named by any log entry; a frame lists only those of its own entries
  let live = false; // from the first frame on: anything shown before that may be out of date
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
    socket = new WebSocket(address(path).replace("http", "ws"));
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
      wait = FIRST; // not on "open": a server that is starting may still close the connection
      if (seat !== undefined && message.seat !== seat) return; // a seat this browser no longer views
      entries = [...entries.slice(0, message.log_from), ...message.log];
      cards = { ...cards, ...withAddresses(message.cards) };
      hear.table({ ...message, log: entries, cards });
    }
  }

  const retry = () => {
    if (socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    open();
  };
  addEventListener("online", retry);
  open();
  return {
    /** Try to connect now, if the connection is lost. */
    retry,
    /** View a seat from now on; null shows only public information. */
    see(chosen) {
      seat = chosen;
      see();
    },
    answer: (ask, turn, answer) => send({ do: "answer", seat: ask.seat, turn, answer }),
    /** Send an opinion on a card; return whether it was sent. */
    mark: (mark) => send({ do: "mark", ...mark }),
    undo: (turn) => send({ do: "undo", turn }),
    undoRound: (turn) => send({ do: "undo round", turn }),
    /** Send a message to the other people; return whether it was sent. */
    tell: (name, members) => send({ do: name, ...members }),
    close() {
      over = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
