// The review of a game: its moments, one after the other, and what was found at each.

import { drawChart, writeFigures } from "./chart.js";
import { decisionsOf } from "./decisions.js";
import { make } from "./dom.js";
import { watchLooks } from "./large.js";
import { frameOf } from "./moments.js";
import { NARROW } from "./players.js";
import { Progress } from "./progress.js";
import { mainOf, resultOf } from "./result.js";
import { REVIEW } from "./review-words.js";
import { load, watch } from "./source.js";
import { renderTable } from "./table.js";
import { written } from "./words.js";

const TYPING = "input:not([type=range]), select, textarea";
/** @type {(id: string) => HTMLInputElement} an element of the page; many are fields or buttons */
const element = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

class Review {
  constructor(data) {
    this.moments = data.moments;
    this.cards = data.cards;
    this.players = data.review.players;
    this.at = 0;
    this.progress = new Progress();
    this.eyes = null; // a seat, or null: of whoever decides
    this.offerEyes();
    element("slider").max = String(this.moments.length - 1);
    this.take(data.review);
    this.listen();
  }

  /** Show what has been found so far. */
  take(found) {
    this.found = found;
    document.title = REVIEW.title(this.players);
    element("result").textContent = resultOf(found, this.moments[0].table.sets);
    element("main").replaceChildren(...mainOf(found, this.cards).flat());
    element("progress").textContent = this.progress.of(found);
    this.listTurning();
    writeFigures(element("figures"), found);
    this.show();
  }

  show() {
    const moment = this.moments[this.at];
    const seat = this.eyes ?? moment.decisions[0]?.seat ?? 0;
    this.frame = frameOf(moment, seat, this.cards, this.at);
    const slider = element("slider");
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", moment.title);
    drawChart(element("chart"), this.found, moment, (answers) => this.goTo(answers));
    element("decisions").replaceChildren(...decisionsOf(moment, this.found, this.players, this.cards));
    element("back").disabled = this.at === 0;
    element("forth").disabled = this.at === this.moments.length - 1;
    element("previous").disabled = !this.turns(-1).length;
    element("next").disabled = !this.turns(1).length;
    renderTable(element("table"), this.frame, {});
    for (const button of element("turning").querySelectorAll("button")) {
      button.setAttribute("aria-current", String(Number(button.value) === this.at));
    }
  }

  listTurning() {
    const items = this.found.turning_points.map((one) =>
      make(
        "li",
        { class: one.kind },
        make("button", { type: "button", value: this.momentOf(one.answers) }, REVIEW.show),
        make("span", {}, written(one.text, this.cards)),
      ),
    );
    const none = this.found.complete ? REVIEW.none : REVIEW.noneYet;
    element("turning").replaceChildren(...(items.length ? items : [make("li", {}, none)]));
    element("turns").firstElementChild.textContent = REVIEW.turns(items.length, this.found.complete);
  }

  offerEyes() {
    const choices = [["", REVIEW.whoDecides], ...this.players.map((name, seat) => [seat, name])];
    element("eyes").append(
      ...choices.map(([value, name]) =>
        make("label", {}, make("input", { type: "radio", name: "eyes", value: String(value), checked: value === "" }), name),
      ),
    );
  }

  listen() {
    element("slider").addEventListener("input", () => this.go(Number(element("slider").value)));
    element("back").addEventListener("click", () => this.go(this.at - 1));
    element("forth").addEventListener("click", () => this.go(this.at + 1));
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
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.moments.length - 1 };
    if (event.key in steps && !inside) this.go(steps[event.key]);
    else if (event.key === "n") this.turn(1);
    else if (event.key === "p") this.turn(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.moments.length - 1, at));
    this.show();
  }

  /** Go to the moment at which so many answers had been given. */
  goTo(answers) {
    this.go(this.momentOf(answers));
  }

  momentOf(answers) {
    const later = this.moments.findIndex((moment) => moment.at > answers);
    return (later < 0 ? this.moments.length : Math.max(later, 1)) - 1;
  }

  /** The moments of the turning points before (-1) or after (1) this one. */
  turns(way) {
    const places = this.found.turning_points.map((one) => this.momentOf(one.answers));
    return places.filter((at) => way * (at - this.at) > 0);
  }

  /** Go to the turning point before or after this moment. */
  turn(way) {
    const there = this.turns(way);
    if (there.length) this.go(way > 0 ? Math.min(...there) : Math.max(...there));
    else element("news").textContent = way > 0 ? REVIEW.noneAfter : REVIEW.noneBefore;
  }
}

const data = await load();
const review = new Review(data);
watch(data.review, (found) => review.take(found));
