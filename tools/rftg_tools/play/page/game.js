// A game: the table, whose view it shows, and what screen readers are told about it.

import { waitingFor } from "./ask.js";
import { say } from "./common.js";
import { connect } from "./connection.js";
import { make } from "./dom.js";
import { openHelp } from "./help.js";
import { markLost, markRefused, marksTaken, watchMarks } from "./marks.js";
import { peopleOf } from "./people.js";
import { renderPlain, showPlainRefusal } from "./plain.js";
import { renderRoll, showRollRefusal } from "./roll.js";
import { clearTable, renderTable, showRefusal } from "./table.js";
import { GAME } from "./table-words.js";
import { plain } from "./words.js";

const TABLES = { race: [renderTable, showRefusal], roll: [renderRoll, showRollRefusal] }; // by game
const PLAIN = [renderPlain, showPlainRefusal];
const SAID = 4; // so many entries of the log are said at a time, the newest

const root = document.getElementById("table");
const curtain = document.getElementById("curtain");

/** Open a game by the path of its websocket.
 *
 * name: by which this browser remembers it. key: that opens a seat. more: handlers of the table that this page has
 * besides, where `again` is given the frame. links: draws what a host does with the links of seats.
 *
 * @param {string} path
 * @param {{name: string, key?: string, more?: {home?: string, review?: string, again?: (frame) => void}, links?: any}} page
 */
export function openGame(path, { name: id, key = "", more = {}, links = null }) {
  const stay = `stay ${id}`; // whether this screen is one person's alone
  let frame = null;
  let said = 0;
  let next = null; // the seat that the curtain stands for
  let status = { state: "waiting", text: GAME.connecting };
  const line = connect(path, { table: take, refused, state, end, people: meet, remind: (news) => people.remind(news) }, key);
  const people = peopleOf(line, links);
  document.body.dataset.view = "table";
  watchMarks({ frame: () => frame, mark: line.mark });

  const handlers = {
    ...more,
    answer: (ask, answer) => line.answer(ask, frame.turn, answer),
    undo: () => line.undo(frame.turn),
    pass: (seat) => draw(seat),
    again: more.again && (() => more.again(frame)),
    help: openHelp,
    say,
  };

  function take(news) {
    const eyes = frame?.seat;
    frame = news;
    marksTaken(frame);
    people.seen(frame);
    if (chooseEyes()) return;
    if (eyes !== frame.seat) said = frame.log.length;
    next = null;
    show();
    tell();
  }

  function show() {
    document.body.dataset.view = "table";
    document.title = `${frame.asks.length ? "● " : ""}${frame.players.map((one) => one.name).join(", ")} - rftg-dsl`;
    const [render] = TABLES[frame.rules ?? "race"] ?? PLAIN;
    render(root, frame, { ...handlers, people: people.handler(), connection: status });
  }

  function state(name, text) {
    if (name === status.state && text === status.text) return;
    if (name === "waiting" && status.state === "live") say(GAME.lost);
    if (name === "waiting") markLost();
    status = { state: name, text };
    document.getElementById("link").textContent = text;
    if (!frame) root.replaceChildren(make("p", {}, text));
    // What was shown last is not shown as live: the frame follows at once.
    if (name !== "live" && frame && document.body.dataset.view === "table") show();
  }

  /** Take in who is there: a seat that was given away by link is nobody's here any more. */
  function meet(news) {
    const given = news.people.some((one) => one.by_link && one.seat === frame?.seat);
    if (given && !news.guest) {
      sessionStorage.removeItem(stay);
      line.see(null);
    }
    people.take(news, frame);
    if (frame && document.body.dataset.view === "table") show();
  }

  /** The server has no such game, or no room, and says why: nothing is tried again. */
  function end(why) {
    document.body.dataset.view = "curtain";
    curtain.querySelector("h1").textContent = GAME.cannot;
    curtain.querySelector("p").textContent = why;
    const home = more.home && make("a", { class: "button", href: more.home }, GAME.all);
    curtain.querySelector(".options").replaceChildren(...[home].filter(Boolean));
    people.end();
    home?.focus();
    say(`${GAME.cannot}: ${why}`);
  }

  function refused(refusal) {
    if (markRefused(refusal)) return;
    if (refusal.why) say(refusal.why);
    const [, tell] = TABLES[frame?.rules ?? "race"] ?? PLAIN;
    tell(root, refusal);
  }

  /** Take a seat's view where that is clear, or draw the curtain; return whether either was done.
   *
   * Whose eyes they are keeps them until the screen is passed on: what was answered can be taken back.
   */
  function chooseEyes() {
    const people = frame.can_see;
    if (frame.over || !people.length || frame.seat !== null) return false;
    if (people.length === 1) return see(people[0].seat);
    const kept = sessionStorage.getItem(stay);
    if (kept !== null) return see(Number(kept));
    const seats = people.map((one) => one.seat);
    draw([next, ...seats].find(isWaiting) ?? next ?? seats[0]);
    return true;
  }

  function isWaiting(seat) {
    return frame.players.some((one) => one.seat === seat && one.waiting);
  }

  function see(seat) {
    line.see(seat);
    return true;
  }

  /** Hide all cards until the person of a seat says that they sit here. */
  function draw(seat) {
    if (next === seat) return;
    next = seat;
    const name = frame.can_see.find((one) => one.seat === seat).name;
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
    if (frame.seat !== null) line.see(null);
    show.focus();
    say(`${pass}.`);
  }

  /** Say what others did and what is asked. */
  function tell() {
    const news = frame.log.slice(said).filter((entry) => entry.seat !== frame.seat).slice(-SAID);
    said = frame.log.length;
    const ask = frame.asks[0];
    const parts = news.map((entry) => plain(entry.text, frame.cards));
    if (ask) parts.push(plain(ask.prompt, frame.cards));
    else if (frame.can_see.some((one) => isWaiting(one.seat))) parts.push(waitingFor(frame));
    if (frame.over) parts.push(`${GAME.over}.`);
    if (parts.length) say(parts.join(" "));
  }
}
