// The chart of the chances to win, and the same as a table.

import { draw, lay, make } from "./dom.js";
import { NARROW } from "./players.js";
import { CHART } from "./review-words.js";

const WIDE = 1000;
const SMALL = 420; // of a phone, so that its labels can be read
const HEIGHT = 230;
const LEFT = 58;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;
const DASHES = ["", "9 5", "3 4", "12 4 3 4", "1 5", "7 3 1 3"]; // so that no line is told by its colour alone

/** Draw the chart with a mark at a moment. goTo: is given the answers of where it was clicked. */
export function drawChart(root, found, moment, goTo) {
  const { chart } = found;
  const wide = NARROW.matches ? SMALL : WIDE;
  const last = Math.max(1, chart.at(-1)?.answers ?? 1);
  const x = (answers) => LEFT + (answers / last) * (wide - LEFT - RIGHT);
  const y = (chance) => TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);
  const picture = draw(
    "svg",
    { viewBox: `0 0 ${wide} ${HEIGHT}`, role: "img", "aria-label": said(found, moment), "data-last": last },
    grid(y, wide),
    rounds(chart, x, wide),
    found.players.map((_name, seat) => band(chart, seat, x, y)),
    found.players.map((_name, seat) => line(chart, seat, x, y)),
    found.turning_points.map((one) => turningMark(one, found, x, y)),
    draw("line", { class: "here", x1: x(moment.at), x2: x(moment.at), y1: TOP, y2: HEIGHT - BOTTOM }),
  );
  const fresh = make("div", {}, picture, legend(found, moment));
  fresh.id = root.id;
  lay(fresh, root);
  root.firstElementChild.onclick = (event) => {
    const onPicture = event.currentTarget.getScreenCTM().inverse();
    const across = new DOMPoint(event.clientX, event.clientY).matrixTransform(onPicture).x;
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
  const starts = chart.filter((one, at) => one.step && one.round !== chart[at - 1]?.round);
  const every = Math.ceil((starts.length * 50) / wide);
  return starts.map((one, at) =>
    draw(
      "g",
      { class: "round-mark" },
      draw("line", { x1: x(one.answers), x2: x(one.answers), y1: TOP, y2: HEIGHT - BOTTOM }),
      at % every === 0 && draw("text", { x: x(one.answers) + 3, y: HEIGHT - 8 }, one.round),
    ),
  );
}

function band(chart, seat, x, y) {
  const upper = chart.map((one) => `${x(one.answers)},${y(one.chances[seat][2])}`);
  const lower = chart.map((one) => `${x(one.answers)},${y(one.chances[seat][1])}`).reverse();
  return draw("polygon", { class: `band of-${seat}`, points: [...upper, ...lower].join(" ") });
}

function line(chart, seat, x, y) {
  const points = chart.map((one) => `${x(one.answers)},${y(one.chances[seat][0])}`).join(" ");
  return draw("polyline", { class: `line of-${seat}`, points, "stroke-dasharray": DASHES[seat] });
}

function turningMark(one, found, x, y) {
  const point = found.chart.findLast((other) => other.answers <= one.answers) ?? found.chart[0];
  const at = `translate(${x(one.answers)} ${y(point ? point.chances[one.seat][0] : 0.5)})`;
  const shape = one.kind === "choice" ? "M0 -7L7 6H-7Z" : "M0 -6L6 0L0 6L-6 0Z";
  return draw("path", { class: `turning ${one.kind} of-${one.seat}`, d: shape, transform: at });
}

function legend(found, moment) {
  const point = pointAt(found, moment);
  return make(
    "p",
    { class: "legend" },
    found.players.map((name, seat) =>
      make(
        "span",
        {},
        draw("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" }, draw("line", { class: `line of-${seat}`, x1: 0, x2: 34, y1: 5, y2: 5, "stroke-dasharray": DASHES[seat] })),
        make("b", {}, name),
        point && ` ${CHART.percent(point.chances[seat][0])}`,
      ),
    ),
    keys(found.turning_points),
  );
}

/** What the marks mean that are there. */
function keys(turning) {
  const there = (kind, said) => turning.some((one) => one.kind === kind) && said;
  const said = [there("choice", `▲ ${CHART.choice}`), there("jump", `◆ ${CHART.jump}`)];
  return turning.length > 0 && make("span", { class: "key" }, said.filter(Boolean).join(", "));
}

/** The point of the chart that a moment stands behind. */
function pointAt(found, moment) {
  return found.chart.findLast((one) => one.answers <= moment.at) ?? found.chart[0];
}

function said(found, moment) {
  const point = pointAt(found, moment);
  if (!point) return CHART.unknown;
  const chances = found.players.map((name, seat) => `${name} ${CHART.percent(point.chances[seat][0])}`);
  return CHART.about(moment.title, chances);
}

/** The chart as a table, in an element that is opened for it. */
export function writeFigures(root, found) {
  const head = make("tr", {}, [CHART.moment, ...found.players].map((name) => make("th", { scope: "col" }, name)));
  const rows = found.chart.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, one.step ? CHART.before(one.round, one.step) : CHART.end),
      one.chances.map(([chance, low, high]) =>
        make("td", {}, CHART.percent(chance), one.step && make("small", {}, ` ${CHART.between(low, high)}`)),
      ),
    ),
  );
  root.querySelector("div")?.remove();
  root.append(
    make("div", { tabindex: "0", role: "group", "aria-label": CHART.title }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))),
  );
}
