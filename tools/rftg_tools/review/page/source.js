// Where a review comes from: the file itself, or the server, which may still be at it.

const EVERY = 2000; // ms between two questions how far it is

/** All that there is to show. */
export async function load() {
  const packed = document.getElementById("packed");
  if (!packed) return (await fetch(`/api${location.pathname}`)).json();
  const data = JSON.parse(await unpacked(packed.textContent));
  for (const card of Object.values(data.cards)) card.face = addressOf(data.faces[card.face], data.parts);
  return data;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const addresses = new Map(); // of faces, by their parts

/** The address of an image that is put together from parts which many share. */
function addressOf(face, parts) {
  if (!face) return null;
  if (!addresses.has(face)) {
    const image = new Blob(face.map((part) => parts[part]), { type: "image/svg+xml" });
    addresses.set(face, URL.createObjectURL(image));
  }
  return addresses.get(face);
}

/** Ask again and again until all is found, or nothing more will be. take: is given what has been found. */
export function watch(found, take) {
  if (found.complete || found.stopped || document.getElementById("packed")) return;
  setTimeout(async () => {
    const answer = await fetch(`/api${location.pathname}/found`).catch(() => null);
    const news = answer?.ok ? await answer.json() : found;
    if (answer?.ok) take(news);
    watch(news, take);
  }, EVERY);
}
