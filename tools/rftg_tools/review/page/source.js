// Source of a review: data in the file itself, or the server, which may still be computing.

import { address, askData, withAddresses } from "./common.js";

const POLL_INTERVAL = 2000; // ms

/** Load the game and the analysis so far. */
export async function load() {
  const packed = document.getElementById("packed");
  if (!packed) return served();
  const data = JSON.parse(await unpack(packed.textContent));
  for (const card of Object.values(data.cards)) {
    for (const side of ["face", "back"]) if (card[side] != null) card[side] = addressOf(data.faces[card[side]], data.parts);
  }
  return data;
}

/** The path of this game's review on its server. */
const reviewPath = () => address(`api/review/${location.pathname.split("/").at(-1)}`);

async function served() {
  const data = await (await fetch(reviewPath())).json();
  return { ...data, cards: withAddresses(data.cards) };
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const addresses = new Map(); // of faces, by their parts

/** The address of an image, composed of parts that many images share. */
function addressOf(face, parts) {
  if (!face) return null;
  if (!addresses.has(face)) {
    const image = new Blob(face.map((part) => parts[part]), { type: "image/svg+xml" });
    addresses.set(face, URL.createObjectURL(image));
  }
  return addresses.get(face);
}

/** Poll the analysis until it is complete. onUpdate: receives each new state. */
export function watch(review, onUpdate) {
  if (review.complete || review.stopped || document.getElementById("packed")) return;
  setTimeout(async () => {
    const update = await askData(`${reviewPath()}/found`);
    if (update) onUpdate(update);
    watch(update ?? review, onUpdate);
  }, POLL_INTERVAL);
}
