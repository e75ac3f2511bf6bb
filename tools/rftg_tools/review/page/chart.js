// The chart of winning chances, and the same figures as a table.

import { draw, make, updateElement } from "./dom.js";
import { CHART } from "./review-words.js";
import { NARROW } from "./settings.js";

const WIDE = 1000;
const SMALL = 420; // width on phones, so that labels stay legible
const HEIGHT = 150;
const LEFT = 58;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;
const DASHES = ["", "9 5", "3 4", "12 4 3 4", "1 5", "7 3 1 3"]; // distinguish the lines without colour

/** Draw the chart with a marker at the current moment. goTo: receives the number of answers at a click. */
export function drawChart(root, review, moment, goTo) {
  const { chart } = review;
  const wide = NARROW.matches ? SMALL : WIDE;
  const last = Math.max(1, chart.at(-1)?.answers ?? 1);
  const x = (answers) => LEFT + (answers / last) * (wide - LEFT - RIGHT);
  const y = (chance) => TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);
  const picture = draw(
    "svg",
    { viewBox: `0 0 ${wide} ${HEIGHT}`, role: "img", "aria-label": describe(review, moment), "data-last": last },
    grid(y, wide),
    rounds(chart, x, wide),
    review.players.map((_name, seat) => band(chart, seat, x, y)),
    review.players.map((_name, seat) => line(chart, seat, x, y)),
    review.turning_points.map((point) => turningMark(point, review, x, y)),
    draw("line", { class: "here", x1: x(moment.at), x2: x(moment.at), y1: TOP, y2: HEIGHT - BOTTOM }),
  );
  const fresh = make("div", {}, picture, legend(review, moment));
  fresh.id = root.id;
  updateElement(fresh, root);
  root.firstElementChild.onclick = (event) => {
    const screenToPicture = event.currentTarget.getScreenCTM().inverse();
    const across = new DOMPoint(event.clientX, event.clientY).matrixTransform(screenToPicture).x;
    goTo(Math.round(((across - LEFT) / (wide - LEFT - RIGHT)) * last));
  };
}

function grid(y, wide) {
  return [0, 0.25, 0.5, 0.75, 1].map((chance) =>
    draw(
      "g",
      { class: "grid" },
      draw("line", { x1: LEFT, x2: wide - RIGHT, y1: y(chance), y2: y(chance) }),
      draw("text", { x: LEFT - 6, y: y(chance) + 4, "text-anchor": "end" }, `${chance * 100} %`),
    ),
  );
}

function rounds(chart, x, wide) {
  const starts = chart.filter((point, index) => point.step && point.round !== chart[index - 1]?.round);
  const every = Math.ceil((starts.length * 50) / wide);
  return starts.map((point, index) =>
    draw(
      "g",
      { class: "round-mark" },
      draw("line", { x1: x(point.answers), x2: x(point.answers), y1: TOP, y2: HEIGHT - BOTTOM }),
      index % every === 0 && draw("text", { x: x(point.answers) + 3, y: HEIGHT - 8 }, point.round),
    ),
  );
}

function band(chart, seat, x, y) {
  const upper = chart.map((point) => `${x(point.answers)},${y(point.chances[seat][2])}`);
  const lower = chart.map((point) => `${x(point.answers)},${y(point.chances[seat][1])}`).reverse();
  return draw("polygon", { class: `band seat-${seat}`, points: [...upper, ...lower].join(" ") });
}

function line(chart, seat, x, y) {
  const points = chart.map((point) => `${x(point.answers)},${y(point.chances[seat][0])}`).join(" ");
  return draw("polyline", { class: `line seat-${seat}`, points, "stroke-dasharray": DASHES[seat] });
}

function turningMark(turningPoint, review, x, y) {
  const chartPoint = review.chart.findLast((point) => point.answers <= turningPoint.answers) ?? review.chart[0];
  const position = `translate(${x(turningPoint.answers)} ${y(chartPoint ? chartPoint.chances[turningPoint.seat][0] : 0.5)})`;
  const shape = turningPoint.kind === "choice" ? "M0 -7L7 6H-7Z" : "M0 -6L6 0L0 6L-6 0Z";
  return draw("path", { class: `turning ${turningPoint.kind} seat-${turningPoint.seat}`, d: shape, transform: position });
}

function legend(review, moment) {
  const point = pointAt(review, moment);
  return make(
    "p",
    { class: "legend row wrap small" },
    review.players.map((name, seat) =>
      make(
        "span",
        {},
        draw("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" }, draw("line", { class: `line seat-${seat}`, x1: 0, x2: 34, y1: 5, y2: 5, "stroke-dasharray": DASHES[seat] })),
        make("b", {}, name),
        point && ` ${CHART.percent(point.chances[seat][0])}`,
      ),
    ),
    keys(review.turning_points),
  );
}

/** A legend for the marks in the chart. */
function keys(turning) {
  const keyText = (kind, text) => turning.some((point) => point.kind === kind) && text;
  const parts = [keyText("choice", `▲ ${CHART.choice}`), keyText("jump", `◆ ${CHART.jump}`)];
  return turning.length > 0 && make("span", { class: "muted" }, parts.filter(Boolean).join(", "));
}

/** The last point of the chart up to a moment. */
function pointAt(review, moment) {
  return review.chart.findLast((point) => point.answers <= moment.at) ?? review.chart[0];
}

function describe(review, moment) {
  const point = pointAt(review, moment);
  if (!point) return CHART.unknown;
  const chances = review.players.map((name, seat) => `${name} ${CHART.percent(point.chances[seat][0])}`);
  return CHART.about(moment.title, chances);
}

/** Write the chart's figures as a table. */
export function writeFigures(root, review) {
  const head = make("tr", {}, [CHART.moment, ...review.players].map((name) => make("th", { scope: "col" }, name)));
  const rows = review.chart.map((point) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, point.step ? CHART.before(point.round, point.step) : CHART.end),
      point.chances.map(([chance, low, high]) =>
        make("td", {}, CHART.percent(chance), point.step && make("small", {}, ` ${CHART.between(low, high)}`)),
      ),
    ),
  );
  root.querySelector("div")?.remove();
  root.append(
    make("div", { tabindex: "0", role: "group", "aria-label": CHART.title }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))),
  );
}
