// Sizes of tiles: as large as their place allows, all of them in sight.

const GAP = 6; // px between tiles

/** By kind of place: px of the smallest and the largest tile, and the maximum number of rows. */
const PLACES = {
  own: { min: 84, max: 190, rows: 4 },
  rival: { min: 34, max: 70, rows: 2 },
};

/** Fit the tiles of all tableaus into their places. */
export function fitTiles(root) {
  for (const tiles of root.querySelectorAll(".tiles[data-fit]")) fit(tiles);
}

function fit(tiles) {
  const { min, max, rows } = PLACES[tiles.dataset.fit];
  const count = tiles.children.length;
  const { clientWidth: width, clientHeight: height } = tiles;
  if (!count || !width) return;
  const sizes = Array.from({ length: Math.min(rows, count) }, (_none, index) => sizeFor(count, index + 1, width, height, max));
  const best = Math.max(min, ...sizes);
  tiles.style.setProperty("--tile", `${Math.floor(best)}px`);
}

/** The largest size of tiles in this number of rows. */
function sizeFor(count, rows, width, height, max) {
  const columns = Math.ceil(count / rows);
  return Math.min(max, (width - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows);
}
