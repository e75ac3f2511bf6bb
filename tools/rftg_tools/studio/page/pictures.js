// Pictures of the open card: those in the folder of its file, and those that the designer adds.

import { askData, refill } from "./common.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { CARDS, change, opened, showProblem, watchOpened } from "./opened.js";
import { PICTURES } from "./picture-words.js";
import { post } from "./server.js";

const MAX_PICTURE = 20_000_000; // bytes, as on the server
const section = /** @type {HTMLDetailsElement} */ (document.getElementById("pictures"));
const stage = document.getElementById("stage");
const list = make("div", { class: "gallery picks", role: "group", "aria-label": PICTURES.gallery });

/** Set up the section, which follows the open card, and drops on the face. */
export function setUpPictures() {
  const input = make("input", { type: "file", accept: "image/png,image/jpeg,image/webp", hidden: true });
  const add = make("button", { type: "button", class: "soft" }, icon("add-picture"), PICTURES.add);
  add.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    addPicture(input.files[0]);
    input.value = "";
  });
  section.append(make("summary", {}, PICTURES.title), make("div", { class: "row" }, add, input, make("span", { class: "help" }, PICTURES.help)), list);
  section.addEventListener("toggle", showGallery);
  list.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button) choose(button.value || null);
  });
  for (const name of ["dragover", "drop"]) {
    stage.addEventListener(name, (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (![...dataTransfer.items].some(({ kind }) => kind === "file") || section.hidden) return;
      event.preventDefault();
      if (name === "drop" && dataTransfer.files[0]) addPicture(dataTransfer.files[0]);
    });
  }
  watchOpened((card) => {
    section.hidden = !card || opened().section !== CARDS;
    showGallery();
  });
}

async function addPicture(file) {
  const { file: cardFile, index } = opened();
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
  const { status, data } = await post("api/add-picture", members);
  if (status !== 201) showProblem(data.problem ?? PICTURES.failed);
  else await change({ do: "put", section: CARDS, card: index, key: "art", value: data.art }, cardFile);
}

async function choose(value) {
  const { file, index, sheet } = opened();
  if (value === null && sheet?.cards[index]?.keys["art keeps"]) {
    await change({ do: "put", section: CARDS, card: index, key: "art keeps", value: null }, file);
  }
  await change({ do: "put", section: CARDS, card: index, key: "art", value }, file);
}

async function showGallery() {
  if (!section.open || section.hidden) return;
  const { file, index, sheet } = opened();
  const art = sheet?.cards[index]?.keys.art ?? "";
  const data = await askData(`api/pictures?${new URLSearchParams({ name: file.name })}`);
  if (opened()?.file !== file || opened().index !== index) return;
  const entry = (value, content, label) => make("button", { type: "button", value, "aria-pressed": String(value === art), "aria-label": label, title: label }, content);
  const image = (name) => make("img", { src: `api/picture?${new URLSearchParams({ name: file.name, art: name })}`, alt: "", loading: "lazy", width: 69, height: 94 });
  refill(list, [entry("", PICTURES.drawn, PICTURES.drawnLabel), ...(data?.pictures ?? []).map((name) => entry(name, image(name), name))]);
}
