// Page parts of rule modules. A module's script is in the folder `modules` and has its name.
//
// Each script calls `addPart` to draw the part of the frame with the same name.

/**
 * The functions that draw a module; each is optional.
 * @typedef {object} Part
 * @property {(data: any, frame: any) => any} [side] draws next to the board
 * @property {(data: any, player: any, frame: any) => any} [figures] draws after a player's figures
 */

/** @type {Map<string, Part>} */
const parts = new Map();

/**
 * Register the functions that draw a module. name: its name in the frame.
 * @param {string} name
 * @param {Part} part
 */
export function addPart(name, part) {
  parts.set(name, part);
}

/** The parts next to the board. */
export function sideParts({ frame }) {
  return drawParts(frame, (data, part) => part.side?.(data, frame));
}

/** The parts after a player's figures. */
export function playerFigures(player, frame) {
  return drawParts(frame, (data, part) => part.figures?.(data, player, frame));
}

/**
 * Draw the parts of a frame that have a registered module. If drawing a part fails, the table is
 * shown without it.
 * @param {any} frame
 * @param {(data: any, part: Part) => any} draw
 */
function drawParts(frame, draw) {
  return Object.entries(frame.parts).map(([name, data]) => {
    const part = parts.get(name);
    try {
      return part && draw(data, part);
    } catch (error) {
      console.warn(`the part "${name}" cannot be drawn:`, error);
      return null;
    }
  });
}
