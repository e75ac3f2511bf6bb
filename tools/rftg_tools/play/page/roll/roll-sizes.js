// Sizes of tiles: as large as their place allows, then overlapping to the right.

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
  const gap = parseFloat(getComputedStyle(tiles).columnGap);
  const sizes = Array.from({ length: Math.min(rows, count) }, (_none, index) => sizeFor(count, index + 1, width, height, { gap, max }));
  const tile = Math.floor(Math.max(min, ...sizes));
  const columns = Math.ceil(count / Math.max(1, Math.floor((height + gap) / (tile + gap))));
  const overlaps = height > 0 && columns * (tile + gap) - gap > width;
  const step = overlaps ? Math.floor((width - tile) / (columns - 1)) : tile + gap; // from one tile to the next
  tiles.style.setProperty("--tile", `${tile}px`);
  tiles.style.setProperty("--overlap", `${step - tile - gap}px`);
  tiles.classList.toggle("overlapping", overlaps);
}

/** The largest size of tiles in this number of rows. */
function sizeFor(count, rows, width, height, { gap, max }) {
  const columns = Math.ceil(count / rows);
  return Math.min(max, (width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows);
}
