// The review of a game: its moments, and the analysis of each.

import { drawChart, writeFigures } from "./chart.js";
import { decisionsOf } from "./decisions.js";
import { address, askData, refill } from "./common.js";
import { make } from "./dom.js";
import { drawIcons } from "./icons.js";
import { watchLooks } from "./large.js";
import { makeTest } from "./moment-tests.js";
import { pointsChart } from "./points.js";
import { PROGRESS, RESULT, REVIEW } from "./review-words.js";
import { NARROW } from "./settings.js";
import { load, watch } from "./source.js";
import { renderFrame } from "./tables.js";
import { textElements } from "./words.js";

const GAME_ID = location.pathname.split("/").at(-1);
const MAX_SECONDS = 90; // longer times are given in minutes
const TYPING = "input:not([type=range]), select, textarea";
/** @type {(id: string) => HTMLInputElement} an element of the page; many are fields or buttons */
const element = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

class Review {
  constructor(data) {
    this.moments = data.moments;
    this.cards = data.cards;
    this.players = data.review.players;
    this.index = 0;
    this.progress = new Progress();
    this.hasTests = false;
    this.eyes = null; // the seat whose hand is shown; null: the deciding player
    drawIcons();
    this.offerSeats();
    element("slider").max = String(this.moments.length - 1);
    this.update(data.review);
    this.listen();
  }

  /** Offer tests if this server can make them of the game. */
  async offerTests() {
    this.hasTests = (await askData(address(`api/moments/${GAME_ID}`))) !== null;
    if (this.hasTests) this.show();
  }

  /** Show the analysis so far. */
  update(review) {
    this.review = review;
    document.title = REVIEW.title(this.players);
    element("result").textContent = describeResult(review, this.moments[0].table.sets);
    element("main").replaceChildren(...mainFinding(review, this.cards).flat());
    this.showProgress();
    this.listTurning();
    writeFigures(element("figures"), review);
    this.show();
    const chart = pointsChart(courseOf(this.moments), this.frame);
    const points = element("points");
    points.hidden = !chart;
    if (chart) points.replaceChildren(points.querySelector("summary"), chart);
  }

  showProgress() {
    const text = this.progress.describe(this.review);
    const [done, all] = this.review.decisions_done;
    const meter = text && !this.review.stopped && make("progress", { max: all, value: done, "aria-hidden": "true" });
    element("progress").replaceChildren(...[text, meter].filter(Boolean));
  }

  show() {
    const moment = this.moments[this.index];
    const seat = this.eyes ?? moment.decisions[0]?.seat ?? 0;
    this.frame = frameOf(moment, seat, this.cards, this.index);
    const slider = element("slider");
    slider.value = String(this.index);
    slider.setAttribute("aria-valuetext", moment.title);
    drawChart(element("chart"), this.review, moment, (answers) => this.goTo(answers));
    refill(element("decisions"), decisionsOf(moment, this.review, this.players, this.cards, this.hasTests));
    element("back").disabled = this.index === 0;
    element("forth").disabled = this.index === this.moments.length - 1;
    element("previous").disabled = !this.turns(-1).length;
    element("next").disabled = !this.turns(1).length;
    renderFrame(element("table"), this.frame);
    for (const button of element("turning").querySelectorAll("button")) {
      button.setAttribute("aria-current", String(Number(button.value) === this.index));
    }
  }

  listTurning() {
    const items = this.review.turning_points.map((point) =>
      make(
        "li",
        { class: `row ${point.kind}` },
        make("button", { type: "button", class: "sm", value: this.momentOf(point.answers) }, REVIEW.show),
        make("span", {}, textElements(point.text, this.cards)),
      ),
    );
    const none = this.review.complete ? REVIEW.none : REVIEW.noneYet;
    element("turning").replaceChildren(...(items.length ? items : [make("li", {}, none)]));
    element("turns").firstElementChild.textContent = element("turning-title").textContent = REVIEW.turns(items.length, this.review.complete);
  }

  offerSeats() {
    const choices = [["", REVIEW.whoDecides], ...this.players.map((name, seat) => [seat, name])];
    element("eyes").append(
      ...choices.map(([value, name]) =>
        make("label", {}, make("input", { type: "radio", name: "eyes", value: String(value), checked: value === "" }), name),
      ),
    );
  }

  listen() {
    element("slider").addEventListener("input", () => this.go(Number(element("slider").value)));
    element("back").addEventListener("click", () => this.go(this.index - 1));
    element("forth").addEventListener("click", () => this.go(this.index + 1));
    element("previous").addEventListener("click", () => this.turn(-1));
    element("next").addEventListener("click", () => this.turn(1));
    element("eyes").addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      this.eyes = value === "" ? null : Number(value);
      this.show();
    });
    element("decisions").addEventListener("click", async ({ target }) => {
      const number = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("[data-test]"))?.dataset.test;
      const dialog = number && (await makeTest(GAME_ID, Number(number)));
      // The decisions may have been rendered again by then.
      if (dialog) dialog.addEventListener("close", () => /** @type {HTMLElement} */ (document.querySelector(`[data-test="${number}"]`))?.focus());
    });
    element("turning").addEventListener("click", (event) => {
      const target = /** @type {HTMLButtonElement} */ (event.target);
      if (target.matches("button[value]")) this.go(Number(target.value));
    });
    NARROW.addEventListener("change", () => this.show());
    watchLooks(document.querySelector(".beside"), () => this.frame);
    document.addEventListener("keydown", (event) => this.press(event), { capture: true });
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.(TYPING)) return;
    const inside = event.target.closest?.("#table, input");
    const steps = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: this.moments.length - 1 };
    if (event.key in steps && !inside) this.go(steps[event.key]);
    else if (event.key === "n") this.turn(1);
    else if (event.key === "p") this.turn(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(at) {
    this.index = Math.max(0, Math.min(this.moments.length - 1, at));
    this.show();
  }

  /** Go to the moment after a number of answers. */
  goTo(answers) {
    this.go(this.momentOf(answers));
  }

  momentOf(answers) {
    const later = this.moments.findIndex((moment) => moment.at > answers);
    return (later < 0 ? this.moments.length : Math.max(later, 1)) - 1;
  }

  /** The moments of the turning points before (-1) or after (1) the current moment. */
  turns(direction) {
    const places = this.review.turning_points.map((point) => this.momentOf(point.answers));
    return places.filter((index) => direction * (index - this.index) > 0);
  }

  /** Go to the turning point before or after the current moment. */
  turn(direction) {
    const positions = this.turns(direction);
    if (positions.length) this.go(direction > 0 ? Math.min(...positions) : Math.max(...positions));
    else element("news").textContent = direction > 0 ? REVIEW.noneAfter : REVIEW.noneBefore;
  }
}

/** The frame of a moment. turn: distinguishes the moments. */
function frameOf(moment, seat, cards, turn) {
  return {
    ...moment.table,
    recorded: true,
    turn,
    seat,
    ...moment.seats[seat],
    cards,
    asks: [],
    can_see: [],
    undo: null,
    log: [],
  };
}

/** The points by seat after each round: those of its last moment. */
function courseOf(moments) {
  const byRound = new Map();
  for (const { table } of moments) {
    if (table.round > 0) byRound.set(table.round, Object.fromEntries(table.players.map(({ seat, score }) => [seat, score])));
  }
  return [...byRound.values()].map((points) => Object.values(points));
}

class Progress {
  constructor() {
    this.start = null; // time and progress when first seen
  }

  /** The progress message; "" once the review is complete. */
  describe(review) {
    if (review.complete) return "";
    if (review.stopped) return PROGRESS.stopped(review.stopped);
    const [done, all] = review.decisions_done;
    const remaining = this.remaining(done, all, performance.now() / 1000);
    return `${[done ? PROGRESS.reviewed(done, all) : PROGRESS.starting, remaining].filter(Boolean).join(", ")}. ${PROGRESS.appear}`;
  }

  /**
   * "about 20 seconds left"; "" without progress since the page was opened. Later decisions take
   * less time, because only the rest of the game is played out. now: in seconds.
   */
  remaining(done, all, now) {
    this.start ??= { done, now };
    const work = ((all - done) / (all - this.start.done)) ** 2; // remaining share of the work
    if (!(work < 1)) return "";
    const seconds = ((now - this.start.now) * work) / (1 - work);
    if (seconds > MAX_SECONDS) return PROGRESS.minutes(Math.round(seconds / 60));
    return PROGRESS.seconds(5 * Math.max(1, Math.ceil(seconds / 5)));
  }
}

/** One or two sentences about the winner, the scores and the sets. */
function describeResult({ result, players, note, playouts, quick }, sets) {
  const order = players.map((_name, seat) => seat).sort((first, second) => result.scores[second] - result.scores[first]);
  const scores = order.map((seat) => ({ name: players[seat], points: result.scores[seat] }));
  const ended = result.over ? won(result, players) : RESULT.unfinished;
  return [`${ended}. ${RESULT.points(scores)}`, `${sets.join(", ")}.`, quick && RESULT.quick(playouts), note].filter(Boolean).join(" ");
}

function won({ scores, winners }, players) {
  const names = winners.map((seat) => players[seat]);
  if (names.length > 1) return RESULT.together(names);
  const losingScores = scores.filter((_score, seat) => !winners.includes(seat));
  const margin = scores[winners[0]] - Math.max(...losingScores);
  return margin ? RESULT.wonBy(names[0], margin) : RESULT.tie(names[0]);
}

/** The largest turning point, or a message that there is none. */
function mainFinding({ turning_points: points, complete }, cards) {
  if (!points.length) return complete ? [RESULT.noneWorse] : [];
  const size = (point) => Math.abs(point.change);
  const largest = points.reduce((first, second) => (size(second) > size(first) ? second : first));
  return [make("b", {}, `${RESULT.largest(points.length)} `), textElements(largest.text, cards)];
}

const data = await load();
const review = new Review(data);
if (!document.getElementById("packed")) review.offerTests();
watch(data.review, (update) => review.update(update));
