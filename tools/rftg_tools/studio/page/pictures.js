// The picture of the open card in its form: the drawing it keeps, other scenes, and pictures of the designer.

import { changeKeys } from "./changes.js";
import { askData, nearestInNextRow } from "./common.js";
import { make, updateElement } from "./dom.js";
import { addEditor, setSummary } from "./form.js";
import { textButton } from "./icons.js";
import { CARDS, opened, watchOpened } from "./opened.js";
import { PICTURES } from "./picture-words.js";
import { showProblem } from "./saving.js";
import { post } from "./server.js";
import { latest } from "./timing.js";

const MAX_PICTURE = 20_000_000; // bytes, as on the server
const SEEDS = 1000; // of other drawings of a scene
const stage = document.getElementById("stage");
const status = make("p", { class: "grow" });
const keep = button("pin", PICTURES.keep, () => putDrawing(drawnNow()));
const redraw = button("refresh", PICTURES.redraw, () => putDrawing({ ...drawnNow(), seed: 1 + Math.floor(Math.random() * SEEDS) }));
const release = button("reset", PICTURES.release, () => put("drawing", null));
const scenes = grid(PICTURES.scenes, (scene) => putDrawing({ ...drawnNow(), scene }));
const files = grid(PICTURES.gallery, (name) => put("art", name));
const element = make("section", { class: "pictures stack" });
let card = null; // the open card as the server sent it
let drawn = null; // its scenes, and the scene and seed that are drawn for it
const askPictures = latest((name) => Promise.all([
  card && askData(`api/drawings?${new URLSearchParams({ card: card.id })}`),
  askData(`api/pictures?${new URLSearchParams({ name })}`),
]));

/** Set up the editor of pictures, and drops on the face. */
export function setUpPictures() {
  const input = make("input", { type: "file", accept: "image/png,image/jpeg,image/webp", hidden: true });
  const add = button("add-picture", PICTURES.add, () => input.click());
  input.addEventListener("change", () => {
    addPicture(input.files[0]);
    input.value = "";
  });
  element.append(
    make("div", { class: "row wrap" }, status, keep, redraw, release),
    make("h4", {}, PICTURES.scenes), scenes,
    make("h4", {}, PICTURES.gallery), make("div", { class: "row wrap" }, add, input, make("span", { class: "help" }, PICTURES.help)), files,
  );
  addEditor("drawing", element);
  document.getElementById("form").addEventListener("toggle", show, true);
  for (const name of ["dragover", "drop"]) {
    stage.addEventListener(name, (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (![...dataTransfer.items].some(({ kind }) => kind === "file") || !keys()) return;
      event.preventDefault();
      if (name === "drop" && dataTransfer.files[0]) addPicture(dataTransfer.files[0]);
    });
  }
  forgetDrawing();
  watchOpened((shown) => {
    if (card?.id !== shown?.id) forgetDrawing();
    card = shown;
    show();
  });
}

function button(name, text, run) {
  return textButton(name, text, { class: "sm soft", onclick: run });
}

/** A grid of pictures; arrow keys move in it, and Enter or a click chooses one. */
function grid(label, choose) {
  const list = make("div", { class: "picture-grid", role: "group", "aria-label": label });
  list.addEventListener("click", ({ target }) => {
    const chosen = /** @type {Element} */ (target).closest("button");
    if (chosen) choose(chosen.value);
  });
  list.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLButtonElement[]} */ ([...list.children]);
    const from = /** @type {HTMLButtonElement} */ (event.target);
    const index = all.indexOf(from);
    const row = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = row ? nearestInNextRow(from, all, row) : { ArrowRight: all[index + 1], ArrowLeft: all[index - 1], Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    for (const other of all) other.tabIndex = other === next ? 0 : -1;
    next.focus();
  });
  return list;
}

/** Fill a grid; Tab goes to its focused picture, else to the chosen one. */
function fillGrid(list, names, chosen, addressOf) {
  const images = names.map((name) => make(
    "button", { type: "button", value: name, "aria-pressed": String(name === chosen), title: name },
    make("img", { src: addressOf(name), alt: "", loading: "lazy", decoding: "async" }), make("span", { class: "ellipsis" }, name),
  ));
  updateElement(make("div", { class: "picture-grid", role: "group", "aria-label": list.getAttribute("aria-label"), hidden: !names.length }, images), list);
  const buttons = /** @type {HTMLButtonElement[]} */ ([...list.children]);
  const reachable = buttons.find((other) => other === document.activeElement) ?? buttons[Math.max(names.indexOf(chosen), 0)];
  for (const other of buttons) other.tabIndex = other === reachable ? 0 : -1;
}

// --- showing

/** The keys of the open card in its text, or undefined if there is none. */
function keys() {
  const open = opened();
  return open?.section === CARDS ? open.sheet?.cards[open.index]?.keys : undefined;
}

function drawnNow() {
  const kept = keys()?.drawing;
  return { scene: kept?.scene ?? drawn.scene, seed: kept?.seed ?? drawn.seed };
}

async function show() {
  const text = keys();
  if (!text) return;
  setSummary("drawing", text.art ?? (text.drawing ? PICTURES.kept(text.drawing.scene) : PICTURES.drawn));
  if (!element.closest("details[open]")) return;
  const { file } = opened();
  const answers = await askPictures(file.name);
  if (!answers || !keys()) return;
  const [answer, folder] = answers;
  drawn = answer;
  const { art = "", drawing } = keys();
  status.textContent = art ? PICTURES.own(art) : drawing ? PICTURES.keptHelp(drawing.scene) : PICTURES.drawnHelp;
  keep.hidden = Boolean(art) || (drawing && "seed" in drawing) || !drawn;
  redraw.hidden = Boolean(art) || !drawn;
  release.hidden = !drawing;
  const now = drawn && drawnNow();
  const address = (scene) => `api/drawing?${new URLSearchParams({ card: card.id, scene, seed: String(now.seed), look: drawn.look })}`;
  fillGrid(scenes, drawn?.scenes ?? [], art ? "" : now?.scene, address);
  fillGrid(files, folder?.pictures ?? [], art, (name) => `api/picture?${new URLSearchParams({ name: file.name, art: name })}`);
}

// --- changes

function putDrawing(drawing) {
  return put("drawing", drawing);
}

/** Offer no drawing until it is known what is drawn for the card. */
function forgetDrawing() {
  drawn = null;
  for (const part of [keep, redraw, scenes]) part.hidden = true;
}

/** Give the card a drawing or a picture in the place of any other, in one step. */
async function put(key, value) {
  const { file, index } = opened();
  const current = keys();
  const other = key === "art" ? "drawing" : "art";
  const change = { do: "put", section: CARDS, card: index, key, value };
  const changes = [value !== null && other in current ? { ...change, instead_of: other } : change];
  if (key === "drawing" && "art keeps" in current) changes.push({ ...change, key: "art keeps", value: null });
  await changeKeys(changes, file);
}

async function addPicture(file) {
  const { file: cardFile } = opened();
  if (file.size > MAX_PICTURE) {
    showProblem(PICTURES.tooLarge);
    return;
  }
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(file);
  });
  const members = { name: cardFile.name, title: file.name, picture: address.slice(address.indexOf(",") + 1) };
  const { status: code, data } = await post("api/add-picture", members);
  if (code !== 201) showProblem(data.problem ?? PICTURES.failed);
  else if (opened().file === cardFile && keys()) await put("art", data.art);
}
