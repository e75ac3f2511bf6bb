// A chart of the points of all players after each round, with the figures for those who don't see it.

import { draw, make } from "./dom.js";
import { shortName } from "./players.js";
import { POINTS } from "./table-words.js";

const WIDTH = 640;
const HEIGHT = 220;
const EDGE = { left: 34, right: 92, top: 12, bottom: 26 };
const STEPS = [5, 10, 20, 25, 50, 100]; // distances of the lines of the grid
const LINES = 6; // maximum number of these lines
const LABEL = 15; // px between names at the end of lines

/** The chart of `course`: points by seat, after each round. The frame provides the players. */
export function pointsChart(course, frame) {
  if (course.length < 2) return null;
  const highest = Math.max(...course.flat(), 1);
  const x = (round) => EDGE.left + (round * (WIDTH - EDGE.left - EDGE.right)) / (course.length - 1);
  const y = (points) => HEIGHT - EDGE.bottom - (points * (HEIGHT - EDGE.top - EDGE.bottom)) / highest;
  const step = STEPS.find((size) => highest / size <= LINES) ?? highest;
  const levels = Array.from({ length: Math.floor(highest / step) + 1 }, (_none, index) => index * step);
  const every = Math.ceil(course.length / 12);
  return make(
    "figure",
    { class: "points" },
    make("figcaption", {}, POINTS.title),
    draw(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      levels.map((level) => [line("grid", [[EDGE.left, y(level)], [WIDTH - EDGE.right, y(level)]]), text(level, EDGE.left - 6, y(level) + 4, "end")]),
      course.map((_points, index) => index % every === 0 && text(index + 1, x(index), HEIGHT - 8, "middle")),
      frame.players.map(({ seat }) => line(seatClass(seat), course.map((points, index) => [x(index), y(points[seat])]))),
      labels(course.at(-1), frame, y).map(({ seat, name, at }) => draw("text", { class: `name seat-${seat}`, x: WIDTH - EDGE.right + 8, y: at }, name)),
    ),
    figures(course, frame),
  );
}

function seatClass(seat) {
  return ["line", `seat-${seat}`].join(" ");
}

function line(kind, points) {
  return draw("polyline", { class: kind, points: points.map((point) => point.join(",")).join(" ") });
}

function text(content, x, y, anchor) {
  return draw("text", { x, y, "text-anchor": anchor }, content);
}

/** The names at the ends of their lines, moved apart where these are close together. */
function labels(last, frame, y) {
  const ends = frame.players.map(({ seat }) => ({ seat, name: `${shortName(seat, frame)} ${last[seat]}`, at: y(last[seat]) + 4 }));
  ends.sort((first, second) => first.at - second.at);
  ends.forEach((end, index) => (end.at = Math.max(end.at, (ends[index - 1]?.at ?? -LABEL) + LABEL)));
  const excess = Math.max(0, ends.at(-1).at - (HEIGHT - EDGE.bottom));
  return ends.map((end) => ({ ...end, at: end.at - excess }));
}

function figures(course, frame) {
  const cells = (points) => frame.players.map(({ seat }) => make("td", {}, points[seat]));
  return make(
    "table",
    { class: "unseen" },
    make("caption", {}, POINTS.title),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, POINTS.round), frame.players.map(({ seat }) => make("th", { scope: "col" }, shortName(seat, frame))))),
    make("tbody", {}, course.map((points, index) => make("tr", {}, make("th", { scope: "row" }, index + 1), cells(points)))),
  );
}
