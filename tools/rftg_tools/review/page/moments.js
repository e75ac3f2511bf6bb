// A moment of the game as the table shows it, with the hand of one seat open.

/** The frame of a moment. number: another one for each moment. */
export function frameOf(moment, seat, cards, number) {
  return {
    ...moment.table,
    recorded: true,
    turn: number,
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
