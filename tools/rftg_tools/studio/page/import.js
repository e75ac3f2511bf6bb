// The dialog that imports a table: what each column becomes, the cards of its rows, and their problems.

import { askData, capitalized } from "./common.js";
import { field } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { icon, textButton } from "./icons.js";
import { menuButton } from "./menus.js";
import { post } from "./server.js";
import { IMPORT, NEW_SET } from "./set-words.js";
import { afterPause, latest } from "./timing.js";

const PAUSE = 150; // ms after the last key until the title is checked
const MAX_BYTES = 10_000_000; // as on the server
const CHUNK = 0x8000; // bytes that are converted at a time
const ENDINGS = ".csv,.tsv,.txt,.xlsx,.xlsm";
const HIDDEN = ["title", "powers"]; // keys that the line of a row does not repeat

/**
 * Ask for a table and import it.
 * @param {object} options
 * @param {string} [options.title] of the new set
 * @param {string} [options.name] the file that gets the cards, unless a new set is chosen
 * @param {(name: string) => Promise<string>} options.textOf returns the current text of a file
 * @param {(result: any) => void} options.onDone called with the file, and its text unless it is new
 */
export async function openImport({ title = "", name = "", textOf, onDone }) {
  const studio = await askData("api/sets");
  if (studio) new Import(studio, { title, name, textOf, onDone });
}

class Import {
  table = ""; // in base64
  columns = {}; // chosen titles by index
  sheet = "";
  read = null; // what the server read
  askSoon = afterPause(() => this.ask(), PAUSE);
  sendLatest = latest(() => this.send(false));

  constructor(studio, { title, name, textOf, onDone }) {
    this.studio = studio;
    this.name = title ? "" : name;
    this.textOf = textOf;
    this.onDone = onDone;
    this.input = make("input", {
      type: "file", accept: ENDINGS, class: "unseen", tabindex: -1, "aria-label": IMPORT.choose, onchange: () => this.take(this.input.files[0]),
    });
    this.title = make("input", { type: "text", id: "import-title", maxlength: 60, autocomplete: "off", value: title, "aria-describedby": "import-note" });
    this.note = make("p", { class: "help", id: "import-note", role: "status" });
    this.status = make("p", { class: "help grow", role: "status" });
    this.submit = make("button", { class: "primary", disabled: true }, IMPORT.open);
    this.body = make("div", { class: "import" });
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, IMPORT.cancel);
    this.dialog = openDialog({ title: IMPORT.open, name: "import-table", body: [this.input, this.body], footer: [this.status, cancel, this.submit], onSubmit: () => this.run() });
    this.title.addEventListener("input", () => this.askSoon());
    for (const event of ["dragover", "drop"]) {
      this.dialog.addEventListener(event, (/** @type {any} */ dragged) => {
        dragged.preventDefault();
        if (event === "drop") this.take(dragged.dataTransfer.files[0]);
      });
    }
    this.showChoice();
  }

  showChoice() {
    const button = make("button", { type: "button", class: "primary", onclick: () => this.input.click() }, IMPORT.choose);
    this.body.replaceChildren(make("div", { class: "empty" }, icon("upload"), make("b", {}, IMPORT.drop), make("p", { class: "help" }, IMPORT.dropHelp), button));
    button.focus();
  }

  /** Read a file. */
  async take(file) {
    if (!file) return;
    if (file.size > MAX_BYTES) {
      this.status.textContent = IMPORT.tooLarge;
      return;
    }
    this.table = encodeBase64(new Uint8Array(await file.arrayBuffer()));
    this.fileName = file.name;
    this.columns = {};
    this.sheet = "";
    if (!this.title.value && !this.name) this.title.value = titleFrom(file.name);
    this.status.textContent = IMPORT.reading;
    await this.ask();
    /** @type {HTMLElement} */ (this.body.querySelector("button"))?.focus();
  }

  async send(create) {
    const text = this.name ? await this.textOf(this.name) : "";
    const target = this.name ? { name: this.name, text } : { title: this.title.value };
    return post("api/import", { table: this.table, sheet: this.sheet, columns: this.columns, create, ...target });
  }

  /** Ask the server what the table becomes. */
  async ask() {
    const answer = await this.sendLatest();
    if (!answer) return;
    const { status, data } = answer;
    if (status !== 200) {
      this.status.textContent = data.problem ?? IMPORT.offline;
      this.submit.disabled = true;
      return;
    }
    this.read = data;
    this.show();
  }

  /** @returns {any} the game of the cards */
  get game() {
    return this.studio.games.find(({ id }) => id === this.read.game);
  }

  show() {
    const { read } = this;
    if (!this.body.querySelector(".import-target")) {
      this.columnList = make("ul", { class: "rows" });
      this.cardList = make("ul", { class: "rows imported" });
      this.target = make("div", { class: "fields-row import-target" });
      this.notes = make("p", { class: "help" });
      const part = (title, help, list) => make("section", { class: "import-part stack" }, make("h3", {}, title), make("p", { class: "help" }, help), list);
      this.body.replaceChildren(this.target, make("div", { class: "import-parts" },
        part(IMPORT.columns, IMPORT.columnsHelp, this.columnList), part(IMPORT.cards, IMPORT.cardsHelp(this.game.face), this.cardList)), this.notes);
      this.showTarget();
    }
    this.note.textContent = read.problem || (read.id ? NEW_SET.saved(`${read.id}.yaml`, this.studio.folders[0].name) : NEW_SET.noTitle);
    this.note.className = read.problem ? "problem" : "help";
    const focused = [...this.columnList.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    this.columnList.replaceChildren(...read.columns.map((column, index) => this.createColumn(column, index)));
    if (focused >= 0) this.columnList.querySelectorAll("button")[focused]?.focus();
    const changed = new Set(read.changed);
    this.cardList.replaceChildren(...read.rows.map((row) => createRow(row, read.faces ?? {}, changed)));
    const findings = IMPORT.findings(read.errors, read.warnings);
    const notes = [...read.notes, read.keywords.length && IMPORT.keywords(read.keywords), findings && IMPORT.toMend(findings)];
    this.notes.textContent = notes.filter(Boolean).join(". ");
    const counts = this.counts();
    this.status.textContent = IMPORT.summary(counts);
    this.submit.textContent = IMPORT.run(counts.added + counts.changed, this.game.face);
    this.submit.disabled = Boolean(read.problem) || !(counts.added + counts.changed);
  }

  counts() {
    const { added, changed, rows } = this.read;
    return { added: added.length, changed: changed.length, skipped: rows.filter(({ problems }) => problems.some(({ isLost }) => !isLost)).length };
  }

  /** Show which set gets the cards. */
  showTarget() {
    const targets = [["", IMPORT.newSet], ...this.studio.sets.filter(({ game }) => game).map(({ file, title }) => [file, title])];
    const entries = () => targets.map(([name, label]) => ({ label, isChosen: name === this.name, run: () => this.chooseTarget(name) }));
    const [, chosen] = targets.find(([name]) => name === this.name) ?? targets[0];
    const sheets = this.read.sheets.length > 1 && field(IMPORT.sheet, this.createSheets());
    const other = textButton("upload", IMPORT.other, { class: "quiet", onclick: () => this.input.click() });
    this.target.replaceChildren(
      field(IMPORT.into, menuButton(chosen, entries, { class: "select", "aria-label": `${IMPORT.into}: ${chosen}` })),
      ...(this.name ? [] : [field(NEW_SET.title, [this.title, this.note], { id: this.title.id, kind: "grow" })]),
      ...(sheets ? [sheets] : []),
      field(this.fileName, other),
    );
  }

  chooseTarget(name) {
    this.name = name;
    if (!name && !this.title.value) this.title.value = titleFrom(this.fileName);
    this.showTarget();
    this.target.querySelector("button").focus();
    this.ask();
  }

  createSheets() {
    const names = this.read.sheets;
    const entries = () => names.map((name, index) => ({
      label: name || IMPORT.firstSheet, isChosen: name === this.sheet || (!this.sheet && !index),
      run: () => {
        this.sheet = name;
        this.columns = {};
        this.body.replaceChildren();
        this.ask();
      },
    }));
    return menuButton(this.sheet || names[0] || IMPORT.firstSheet, entries, { class: "select" });
  }

  createColumn({ name, header, samples, title }, index) {
    const entries = () => [
      ...this.read.choices.map((choice) => ({ label: choice, isChosen: choice === title, run: () => this.chooseColumn(index, choice) })),
      /** @type {"-"} */ ("-"),
      { label: IMPORT.leftOut, isChosen: !title, run: () => this.chooseColumn(index, "") },
    ];
    const shown = header || IMPORT.noHeader;
    const button = menuButton(title || IMPORT.leftOut, entries, { class: title ? "select" : "select muted", "aria-label": `${IMPORT.becomes(shown)}: ${title || IMPORT.leftOut}` });
    return make("li", {}, make("span", { class: "badge" }, name),
      make("span", { class: "grow" }, make("b", {}, shown), make("small", { class: "muted" }, samples.join(" · "))), button);
  }

  chooseColumn(index, title) {
    this.columns = { ...this.columns, [index]: title };
    this.ask();
  }

  async run() {
    this.submit.disabled = true;
    const { status, data } = await this.send(true);
    if (status !== 200) {
      this.status.textContent = data.problem ?? IMPORT.offline;
      this.submit.disabled = false;
      return;
    }
    this.dialog.close();
    this.onDone({ file: data.file, text: data.text, words: IMPORT.done(this.counts()) });
  }
}

/** Create the line of a row of the table. */
function createRow({ row, keys, problems }, faces, changed) {
  const isSkipped = problems.some(({ isLost }) => !isLost);
  const image = faces[keys.title];
  const rest = Object.entries(keys).filter(([key]) => !HIDDEN.includes(key)).reverse().map(([key, value]) => IMPORT.value(key, formatValue(value)));
  const note = changed.has(keys.title) && make("span", { class: "badge accent" }, IMPORT.keepsTitle);
  return make("li", { class: isSkipped ? "skipped" : null },
    image ? make("img", { class: "thumb", src: image, alt: "", width: 36, height: 46, loading: "lazy" }) : make("span", { class: "thumb" }, icon(isSkipped ? "error" : "file")),
    make("span", { class: "grow" },
      make("b", {}, String(keys.title ?? IMPORT.noTitle)), note, make("small", { class: "muted" }, [IMPORT.row(row), ...rest].join(" · ")),
      problems.map(({ cell, text, help, isLost }) => make("span", { class: isLost ? "problem warn" : "problem" },
        icon(isLost ? "warning" : "error"), make("span", {}, make("b", {}, IMPORT.cell({ cell, text })), ` ${sentence(help)} ${isLost ? IMPORT.lost : IMPORT.skipped}`)))));
}

function sentence(text) {
  return `${capitalized(text)}.`.replaceAll("`", "");
}

function formatValue(value) {
  return Array.isArray(value) ? value.join(", ") : typeof value === "object" ? Object.values(value).join(" ") : String(value);
}

/** A title made from the name of a file. */
function titleFrom(name) {
  const words = name.replace(/\.[^.]*$/, "").replace(/[-_]+/g, " ").trim();
  return words.replace(/(^| )\p{L}/gu, (letter) => letter.toUpperCase()).slice(0, 60);
}

function encodeBase64(bytes) {
  let letters = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    letters += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(letters);
}
