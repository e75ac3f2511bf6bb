// Words of Roll's table, in one place.

export const WORDS = {
  thinking: "is thinking",
  inChips: (chips) => `${chips} ${chips === 1 ? "chip" : "chips"}`,
  ofTiles: (tiles) => `${tiles}/12 tiles`,
  goods: (count) => `${count} ${count === 1 ? "good" : "goods"} on it`,
  building: "being built, workers",
  printed: (title, at) => (at ? `The other face of the tile of ${title}, as it is printed` : `${title} as it is printed`),
  close: "Close",
};
