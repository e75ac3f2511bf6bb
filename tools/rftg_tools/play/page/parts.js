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
  return drawn(frame).map(([data, part]) => part.side?.(data, frame));
}

/** What stands behind the figures of a player. */
export function figuresOf(player, frame) {
  return drawn(frame).map(([data, part]) => part.figures?.(data, player, frame));
}

/** The parts of a frame that are known here, with what draws them. */
function drawn(frame) {
  const known = Object.entries(frame.parts).filter(([name]) => parts.has(name));
  return known.map(([name, data]) => /** @type {[any, Part]} */ ([data, parts.get(name)]));
}
