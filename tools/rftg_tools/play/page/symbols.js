// Symbols: small versions of the printed symbols, with letters so that colour is not the only cue.

import { draw } from "./dom.js";
import { SIGNS } from "./words.js";

const OCTAGON = "M27 9H73L91 27V73L73 91H27L9 73V27Z";
const CARD = "M28 8H72Q78 8 78 14V86Q78 92 72 92H28Q22 92 22 86V14Q22 8 28 8Z";
const HEXAGON = "M27 10H73L96 50L73 90H27L4 50Z";
const SQUARE = "M24 8H76Q90 8 90 22V78Q90 92 76 92H24Q10 92 10 78V22Q10 8 24 8Z";
const LIGHT = "#f4f6fb";

/** By name: the outline, its fill, and the lines and shapes on it: path, colour, line width. */
const DRAWINGS = {
  "good novelty": [OCTAGON, "#2b63d9", [dots(), "#fff9", 0]],
  "good rare": [
    OCTAGON,
    "#8a4a1c",
    ["M11 45L45 11M11 67L67 11M20 80L80 20M33 89L89 33M55 89L89 55", "#fff7", 7],
  ],
  "good genes": [
    OCTAGON,
    "#27ad68",
    ["M28 14C28 32 72 32 72 50S28 68 28 86", "#fffb", 8],
    ["M72 14C72 32 28 32 28 50S72 68 72 86", "#0009", 8],
  ],
  "good alien": [
    OCTAGON,
    "#fce257",
    [
      "M50 30L67 40V60L50 70L33 60V40ZM50 30V13M67 40L82 31M67 60L82 69M50 70V87M33 60L18 69M33 40L18 31",
      "#0008",
      6,
    ],
  ],
  "good any": [OCTAGON, "#7a52c4", ["M50 12V88M12 50H88", "#fff7", 6]],
  card: [CARD, "#3a4a78", ["M34 22H66", "#fff8", 5]],
  cards: [
    "M16 6H62Q68 6 68 12V36H82Q88 36 88 42V89Q88 95 82 95H38Q32 95 32 89V64H16Q10 64 10 58V12Q10 6 16 6Z",
    "#3a4a78",
    ["M32 64V42Q32 36 38 36H68", LIGHT, 6],
  ],
  discard: ["M28 6H72Q78 6 78 12V75L50 95L22 75V12Q22 6 28 6Z", "#4a4f5c"],
  chips: [HEXAGON, "#f3e3b3"],
  prestige: ["M12 88L6 26L30 46L50 10L70 46L94 26L88 88Z", "#b58cff", ["M16 76H84", "#0008", 6]],
  token: ["M50 6L94 50L50 94L6 50Z", "#3f7f8c", ["M50 22L78 50L50 78L22 50Z", "#0008", 5]],
  military: [
    "M50 4L62 20L82 18L80 38L96 50L80 62L82 82L62 80L50 96L38 80L18 82L20 62L4 50L20 38L18 18L38 20Z",
    "#e23b3b",
  ],
  tableau: [
    "M14 10H86Q92 10 92 16V84Q92 90 86 90H14Q8 90 8 84V16Q8 10 14 10Z",
    "#3a4a78",
    ["M36 12V88M64 12V88M10 50H90", "#fff8", 5],
  ],
  goal: ["M20 8H80V40Q80 66 50 70Q20 66 20 40ZM38 70H62V82H74V94H26V82H38Z", "#b0862f"],
  people: ["M35 12a17 17 0 1 0 .1 0ZM72 22a13 13 0 1 0 .1 0ZM4 90Q4 52 35 52Q58 52 63 66Q68 58 76 58Q96 58 96 88V90Z", "#3a4a78"],
  search: [SQUARE, "#16213f", ["M28 44a16 16 0 1 0 32 0a16 16 0 1 0 -32 0M57 57L74 76", LIGHT, 8]],
  explore: [SQUARE, "#16213f", ["M50 26V74M38 28H62M38 72H62", LIGHT, 9]],
  develop: [SQUARE, "#16213f", ["M38 26V74M62 26V74M26 28H74M26 72H74", LIGHT, 9]],
  settle: [SQUARE, "#16213f", ["M32 26V74M50 26V74M68 26V74M22 28H78M22 72H78", LIGHT, 9]],
  consume: [SQUARE, "#16213f", ["M28 26V74M46 27L60 70L74 27M18 28H82", LIGHT, 9]],
  produce: [SQUARE, "#16213f", ["M30 27L50 72L70 27M22 28H40M60 28H78", LIGHT, 9]],
};
const GOOD = "good "; // prefix of a good's symbol name

function dots() {
  const places = [35, 24, 65, 24, 20, 39, 50, 39, 80, 39, 35, 56, 65, 56, 20, 70, 50, 73, 80, 70];
  const path = [];
  for (let index = 0; index < places.length; index += 2) {
    path.push(`M${places[index] - 6} ${places[index + 1]}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z`);
  }
  return path.join("");
}

/** The symbol of that name. label: accessible name, if no text next to the icon
 * gives it. */
export function symbol(name, label = "") {
  const [outline, fill, ...upon] = DRAWINGS[name];
  const accessibility = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const letter = name.startsWith(GOOD) && SIGNS[name.slice(GOOD.length)];
  return draw(
    "svg",
    { viewBox: "0 0 100 100", class: "symbol", ...accessibility },
    draw("path", { d: outline, fill, stroke: "#05070f", "stroke-width": 12 }),
    draw("path", { d: outline, fill, stroke: LIGHT, "stroke-width": 5 }),
    upon.map(([d, colour, width]) =>
      draw("path", width ? { d, fill: "none", stroke: colour, "stroke-width": width } : { d, fill: colour }),
    ),
    letter && draw("text", { x: 50, y: 70, class: "letter" }, letter),
  );
}

/** Whether a symbol of that name exists. */
export function hasSymbol(name) {
  return Object.hasOwn(DRAWINGS, name);
}
