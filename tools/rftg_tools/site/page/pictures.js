/* Pictures in the service worker, drawn with the browser's canvas because Python has no library for them here.

   A worker that runs Python posts a picture with a drawing of raster/drawing.py as JSON in the query, and waits
   for the answer. Without a drawing, the answer is the picture's size. */

const TYPES = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };
const MAX_PIXELS = 40_000_000; // as PICTURE_PIXELS of rftg_dsl/limits.py
const TOO_LARGE = 413; // status of the response, see canvas.py
const PERCENT = 1; // of the darkest and lightest pixels that don't count for the contrast

/** Answer a request for a picture. */
export async function drawPicture(request) {
  try {
    const query = decodeURIComponent(new URL(request.url).search.slice(1));
    const bitmap = await createImageBitmap(await request.blob()); // upright, in sRGB
    try {
      if (bitmap.width * bitmap.height > MAX_PIXELS) return new Response(null, { status: TOO_LARGE }); // whatever its header said
      if (!query) return Response.json([bitmap.width, bitmap.height]);
      const blob = await render(bitmap, JSON.parse(query));
      return new Response(blob, { headers: { "Content-Type": blob.type, "X-Content-Type-Options": "nosniff" } });
    } finally {
      bitmap.close();
    }
  } catch (problem) {
    return new Response(String(problem), { status: 422, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}

function render(bitmap, { box, size, ground, kind, quality, flat, ink, is_rotated: isRotated, layout }) {
  const [left, top, right, bottom] = box;
  const [width, height] = size;
  const context = createContext(isRotated ? [height, width] : size);
  context.fillStyle = ground;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  if (isRotated) context.setTransform(0, -1, 1, 0, 0, width);
  context.drawImage(bitmap, left, top, right - left, bottom - top, 0, 0, width, height);
  const type = TYPES[flat && countColours(context, flat) <= flat ? "png" : kind];
  if (ink) lighten(context, ground, ink);
  const { canvas } = layout ? layOut(context.canvas, layout) : context;
  return canvas.convertToBlob({ type, quality: quality / 100 });
}

function createContext([width, height]) {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  return context;
}

const pixelsOf = ({ canvas }) => [0, 0, canvas.width, canvas.height];

/** Return the number of colours, or a larger number than `most` if there are more. */
function countColours(context, most) {
  const colours = new Set();
  for (const colour of new Uint32Array(context.getImageData(...pixelsOf(context)).data.buffer)) {
    colours.add(colour);
    if (colours.size > most) break;
  }
  return colours.size;
}

/** Replace the colours by grays of full contrast, and mix them with the ground. */
function lighten(context, ground, ink) {
  const image = context.getImageData(...pixelsOf(context));
  const { data } = image;
  const counts = new Uint32Array(256);
  for (let i = 0; i < data.length; i += 4) {
    data[i] = Math.round(0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2]);
    counts[data[i]]++;
  }
  const cut = ((data.length / 4) * PERCENT) / 100;
  const bound = (levels) => {
    let left = cut;
    return levels.find((level) => (left -= counts[level]) < 0);
  };
  const levels = Array.from(counts.keys());
  const darkest = bound(levels);
  const range = bound(levels.reverse()) - darkest;
  const colour = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  for (let i = 0; i < data.length; i += 4) {
    const level = range > 0 ? Math.min(255, Math.max(0, ((data[i] - darkest) * 255) / range)) : data[i];
    colour.forEach((value, channel) => (data[i + channel] = value * (1 - ink) + level * ink));
  }
  context.putImageData(image, 0, 0);
}

/** Return a context with copies of a picture's strips. */
function layOut(canvas, { size, columns, rows }) {
  const context = createContext(size);
  for (const [top, height, y, isFlipped] of rows)
    for (const [left, width, x, isMirrored] of columns) {
      const move = [isMirrored ? x + width : x, isFlipped ? y + height : y];
      context.setTransform(isMirrored ? -1 : 1, 0, 0, isFlipped ? -1 : 1, move[0], move[1]);
      context.drawImage(canvas, left, top, width, height, 0, 0, width, height);
    }
  return context;
}
