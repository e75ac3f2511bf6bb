// Frames that show a moment of the game, with one open hand.

/** The frame of a moment. turn: distinguishes the moments. */
export function frameOf(moment, seat, cards, turn) {
  return {
    ...moment.table,
    recorded: true,
    turn,
    seat,
    hand: moment.hands[seat],
    saved: moment.saved[seat],
    cards,
    asks: [],
    can_see: [],
    undo: null,
    log: [],
  };
}
