// What modules of rules bring to the page: each has a script of its name in `modules`.
//
// Such a script says with `addPart` what it draws of the part of the frame that has the same name.

/**
 * What a module draws, all of which may be missing.
 * @typedef {object} Part
 * @property {(data: any, frame: any) => any} [side] beside the board: the whole table's
 * @property {(data: any, player: any, frame: any) => any} [figures] behind the figures of a player
 */

/** @type {Map<string, Part>} */
const parts = new Map();

/**
 * Say what a module draws. name: of the module, as the frame has it.
 * @param {string} name
 * @param {Part} part
 */
export function addPart(name, part) {
  parts.set(name, part);
}

/** What stands beside the board. */
export function besides({ frame }) {
  return drawn(frame, (data, part) => part.side?.(data, frame));
}

/** What stands behind the figures of a player. */
export function figuresOf(player, frame) {
  return drawn(frame, (data, part) => part.figures?.(data, player, frame));
}

/**
 * What is drawn of the parts of a frame that are known here. Where that fails the table is shown
 * without the part.
 * @param {any} frame
 * @param {(data: any, part: Part) => any} draw
 */
function drawn(frame, draw) {
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
