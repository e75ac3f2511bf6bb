// The review of a game: its moments, and the analysis of each.

import { drawChart, writeFigures } from "./chart.js";
import { decisionsOf } from "./decisions.js";
import { make } from "./dom.js";
import { watchLooks } from "./large.js";
import { frameOf } from "./moments.js";
import { NARROW } from "./players.js";
import { Progress } from "./progress.js";
import { describeResult, mainFinding } from "./result.js";
import { REVIEW } from "./review-words.js";
import { load, watch } from "./source.js";
import { renderTable } from "./table.js";
import { textElements } from "./words.js";

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
    this.eyes = null; // the seat whose hand is shown; null: the deciding player
    this.offerSeats();
    element("slider").max = String(this.moments.length - 1);
    this.update(data.review);
    this.listen();
  }

  /** Show the analysis so far. */
  update(review) {
    this.review = review;
    document.title = REVIEW.title(this.players);
    element("result").textContent = describeResult(review, this.moments[0].table.sets);
    element("main").replaceChildren(...mainFinding(review, this.cards).flat());
    element("progress").textContent = this.progress.describe(review);
    this.listTurning();
    writeFigures(element("figures"), review);
    this.show();
  }

  show() {
    const moment = this.moments[this.index];
    const seat = this.eyes ?? moment.decisions[0]?.seat ?? 0;
    this.frame = frameOf(moment, seat, this.cards, this.index);
    const slider = element("slider");
    slider.value = String(this.index);
    slider.setAttribute("aria-valuetext", moment.title);
    drawChart(element("chart"), this.review, moment, (answers) => this.goTo(answers));
    element("decisions").replaceChildren(...decisionsOf(moment, this.review, this.players, this.cards));
    element("back").disabled = this.index === 0;
    element("forth").disabled = this.index === this.moments.length - 1;
    element("previous").disabled = !this.turns(-1).length;
    element("next").disabled = !this.turns(1).length;
    renderTable(element("table"), this.frame, {});
    for (const button of element("turning").querySelectorAll("button")) {
      button.setAttribute("aria-current", String(Number(button.value) === this.index));
    }
  }

  listTurning() {
    const items = this.review.turning_points.map((point) =>
      make(
        "li",
        { class: point.kind },
        make("button", { type: "button", value: this.momentOf(point.answers) }, REVIEW.show),
        make("span", {}, textElements(point.text, this.cards)),
      ),
    );
    const none = this.review.complete ? REVIEW.none : REVIEW.noneYet;
    element("turning").replaceChildren(...(items.length ? items : [make("li", {}, none)]));
    element("turns").firstElementChild.textContent = REVIEW.turns(items.length, this.review.complete);
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

const data = await load();
const review = new Review(data);
watch(data.review, (update) => review.update(update));
