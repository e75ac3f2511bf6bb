// A game: the table, the seat it is viewed from, and announcements for screen readers.

import { waitingFor } from "./ask.js";
import { say } from "./common.js";
import { connect } from "./connection.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { showRefusal } from "./game-table.js";
import { notifyOfTurn, openHelp } from "./settings.js";
import { markLost, markRefused, marksTaken, watchMarks } from "./marks.js";
import { watchPeople } from "./people.js";
import { clearTable } from "./table.js";
import { GAME } from "./table-words.js";
import { renderFrame } from "./tables.js";
import { plain } from "./words.js";

const SAID = 4; // maximum number of log entries to announce; the newest

const root = document.getElementById("table");
const curtain = document.getElementById("curtain");

/** Open a game by the path of its websocket.
 *
 * name: key for this browser's storage. key: opens a seat. more: additional handlers of the table;
 * `again` receives the frame. links: draws the host's controls for seat links.
 *
 * @param {string} path
 * @param {{name: string, key?: string, more?: {home?: string, review?: string, again?: (frame) => void, test?: (button: HTMLElement, seat: number) => void}, links?: any}} page
 */
export function openGame(path, { name: id, key = "", more: extras = {}, links = null }) {
  const stay = `stay ${id}`; // set if only one player uses this screen
  let frame = null;
  let logLength = 0;
  let nextSeat = null; // the seat that the curtain waits for
  let status = { state: "waiting", text: GAME.connecting };
  const connection = connect(path, { table: take, refused, state, end, people: meet, remind: (news) => people.remind(news) }, key);
  const people = watchPeople(connection, links);
  document.body.dataset.view = "table";
  watchMarks({ frame: () => frame, mark: connection.mark });

  const handlers = {
    ...extras,
    answer: (ask, answer) => connection.answer(ask, frame.turn, answer),
    undo: () => connection.undo(frame.turn),
    undoRound: () => connection.undoRound(frame.turn),
    pass: (seat) => draw(seat),
    again: extras.again && (() => extras.again(frame)),
    help: openHelp,
    retry: () => connection.retry(),
    say,
  };

  function take(news) {
    const previousSeat = frame?.seat;
    frame = news;
    marksTaken(frame);
    people.seen(frame);
    if (chooseSeat()) return;
    if (previousSeat !== frame.seat) logLength = frame.log.length;
    nextSeat = null;
    show();
    notifyOfTurn(frame);
    tell();
  }

  function show() {
    document.body.dataset.view = "table";
    document.title = `${frame.asks.length ? "● " : ""}${frame.players.map((player) => player.name).join(", ")} - rftg-dsl`;
    renderFrame(root, frame, { ...handlers, people: people.handler(), connection: status });
  }

  function state(name, text) {
    if (name === status.state && text === status.text) return;
    if (name === "waiting" && status.state === "live") say(GAME.lost);
    if (name === "waiting") markLost();
    status = { state: name, text };
    document.getElementById("link").textContent = text;
    if (!frame) root.replaceChildren(make("p", { class: "empty" }, icon(name === "waiting" ? "offline" : "clock"), text));
    // Never show an old frame as live: a new one arrives at once.
    if (name !== "live" && frame && document.body.dataset.view === "table") show();
  }

  /** Update who is here. A seat that was given away by link can no longer be viewed here. */
  function meet(news) {
    const isGivenAway = news.people.some((person) => person.by_link && person.seat === frame?.seat);
    if (isGivenAway && !news.guest) {
      sessionStorage.removeItem(stay);
      connection.see(null);
    }
    people.take(news, frame);
    if (frame && document.body.dataset.view === "table") show();
  }

  /** Stop: the server has no such game, or no room, and reconnecting would not help. */
  function end(why) {
    document.body.dataset.view = "curtain";
    curtain.querySelector("h1").textContent = GAME.cannot;
    curtain.querySelector("p").textContent = why;
    const home = extras.home && make("a", { class: "button", href: extras.home }, GAME.all);
    curtain.querySelector(".options").replaceChildren(...[home].filter(Boolean));
    people.end();
    home?.focus();
    say(`${GAME.cannot}: ${why}`);
  }

  function refused(refusal) {
    if (markRefused(refusal)) return;
    if (refusal.why) say(refusal.why);
    showRefusal(root, refusal);
  }

  /** Choose the seat to view if there is no doubt, or draw the curtain; return whether either happened.
   *
   * A seat stays in view until the screen is passed on, so that its player can undo.
   */
  function chooseSeat() {
    const people = frame.can_see;
    if (frame.over || !people.length || frame.seat !== null) return false;
    if (people.length === 1) return see(people[0].seat);
    const stored = sessionStorage.getItem(stay);
    if (stored !== null) return see(Number(stored));
    const seats = people.map((person) => person.seat);
    draw([nextSeat, ...seats].find(isWaiting) ?? nextSeat ?? seats[0]);
    return true;
  }

  function isWaiting(seat) {
    return frame.players.some((player) => player.seat === seat && player.waiting);
  }

  function see(seat) {
    connection.see(seat);
    return true;
  }

  /** Hide all cards until the player of a seat confirms being here. */
  function draw(seat) {
    if (nextSeat === seat) return;
    nextSeat = seat;
    const name = frame.can_see.find((person) => person.seat === seat).name;
    const pass = GAME.pass(name);
    document.body.dataset.view = "curtain";
    clearTable(root);
    document.title = `${pass} - rftg-dsl`;
    curtain.querySelector("h1").textContent = pass;
    const [show, alone] = curtain.querySelectorAll("button");
    show.textContent = GAME.here(name);
    alone.textContent = GAME.alone(name);
    show.onclick = () => see(seat);
    alone.onclick = () => {
      sessionStorage.setItem(stay, seat);
      see(seat);
    };
    if (frame.seat !== null) connection.see(null);
    show.focus();
    say(`${pass}.`);
  }

  /** Announce the others' actions and the current question. */
  function tell() {
    const news = frame.log.slice(logLength).filter((entry) => entry.seat !== frame.seat).slice(-SAID);
    logLength = frame.log.length;
    const ask = frame.asks[0];
    const parts = news.map((entry) => plain(entry.text, frame.cards));
    if (ask) parts.push(plain(ask.prompt, frame.cards));
    else if (frame.can_see.some((person) => isWaiting(person.seat))) parts.push(waitingFor(frame));
    if (frame.over) parts.push(`${GAME.over}.`);
    if (parts.length) say(parts.join(" "));
  }
}
