// The dialog for a new set: title, game, needs, folder and a template.

import { askData } from "./common.js";
import { chips, field, segmented } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { menuButton } from "./menus.js";
import { post } from "./server.js";
import { NEW_SET, shortTitle, templateWords } from "./set-words.js";
import { enableSuggestions } from "./suggestions.js";
import { afterPause, latest } from "./timing.js";

const PAUSE = 150; // ms after the last key until the title is checked
const MAX_FACES = 3;
const COPY = "copy";
const TABLE = "table";
const ICONS = { blank: "plus", goals: "flag", [COPY]: "copy", [TABLE]: "table" };
const pictures = new Map(); // by game and template: what it makes, from the server

/**
 * Ask for a new set and make it.
 * @param {object} options
 * @param {(made: {file: string, title: string}) => void} options.onMade
 * @param {(title: string) => void} options.onTable called for a set from a table
 */
export async function openNewSet({ onMade, onTable }) {
  const studio = await askData("api/sets");
  if (studio) new NewSet(studio, onMade, onTable);
}

/**
 * Create the field for the sets that a set is played with; its words are ids, shown as titles.
 * @param {any[]} sets all known sets, with `id` and `title`
 * @param {object} options those of `chips`
 */
export function createNeeds(sets, options) {
  const titleOf = (id) => sets.find((set) => set.id === id)?.title ?? id;
  const needs = chips({ ...options, content: titleOf });
  const find = async (before) => sets
    .filter(({ id, title }) => !needs.words.includes(id) && `${title} ${id}`.toLowerCase().includes(before.trim().toLowerCase()))
    .map(({ id, title }) => ({ label: title, detail: id, text: id, replaces: before.length }));
  enableSuggestions(needs.querySelector("input"), { find });
  return needs;
}

class NewSet {
  template = "cards";
  source = ""; // of a copy: a file or the id of a shipped set
  checkSoon = afterPause(() => this.check(), PAUSE);
  askLatest = latest(() => this.ask({ create: false }));

  constructor(studio, onMade, onTable) {
    this.studio = studio;
    this.onMade = onMade;
    this.onTable = onTable;
    this.game = studio.games[0];
    this.folder = studio.folders[0];
    const oninput = () => this.checkSoon();
    this.title = make("input", { id: "new-title", type: "text", maxlength: 60, autocomplete: "off", placeholder: NEW_SET.example, oninput });
    this.id = make("input", { id: "new-id", type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", oninput });
    this.note = make("p", { class: "help", id: "new-note", role: "status" });
    this.makes = make("p", { class: "help grow", role: "status" });
    this.submit = make("button", { class: "primary" }, NEW_SET.make);
    this.title.setAttribute("aria-describedby", "new-note");
    this.needs = make("div", { class: "grow" });
    this.tiles = make("div");
    this.copied = make("div", { class: "field" });
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, NEW_SET.cancel);
    this.dialog = openDialog({ title: NEW_SET.open, name: "new-set", body: this.createBody(), footer: [this.makes, cancel, this.submit], onSubmit: () => this.make() });
    this.showGame();
    this.check();
    this.title.focus();
  }

  createBody() {
    const games = this.studio.games.map(({ id, title }) => [id, shortTitle(title)]);
    const game = segmented({ label: NEW_SET.game, choices: games, value: this.game.id, onChange: (id) => this.chooseGame(id) });
    return [
      make("div", { class: "fields-row" },
        field(NEW_SET.title, [this.title, this.note], { id: this.title.id, kind: "grow" }),
        field(NEW_SET.game, game)),
      make("div", { class: "fields-row" },
        field(NEW_SET.shortName, this.id, { id: this.id.id }),
        this.needs,
        this.studio.folders.length > 1 && field(NEW_SET.folder, this.createFolders())),
      field(NEW_SET.start, [this.tiles, this.copied], { kind: "fill" }),
    ];
  }

  createFolders() {
    const entries = () => this.studio.folders.map((folder) => ({
      label: folder.name, note: folder.path, isChosen: folder === this.folder,
      run: () => {
        this.folder = folder;
        button.textContent = folder.name;
        this.check();
      },
    }));
    const button = menuButton(this.folder.name, entries, { class: "select" });
    return button;
  }

  chooseGame(id) {
    this.game = this.studio.games.find((game) => game.id === id);
    if (![...this.game.templates, COPY, TABLE].includes(this.template)) this.template = this.game.templates[0];
    this.source = "";
    this.showGame();
    this.check();
  }

  /** Show the templates and the sets of the chosen game. */
  showGame() {
    const { game } = this;
    const sets = [...this.studio.sets, ...this.studio.shipped].filter((set) => set.game === game.id);
    const needs = createNeeds(sets, { label: NEW_SET.needs, id: "new-needs", placeholder: NEW_SET.addSet, onChange: () => {} });
    needs.words = [game.first].filter(Boolean);
    this.requires = needs;
    this.needs.replaceChildren(field(NEW_SET.needs, needs, { id: "new-needs" }));
    const tiles = segmented({
      label: NEW_SET.start, value: this.template, class: "templates picks", onChange: (template) => this.choose(template),
      choices: [...game.templates, COPY, TABLE].map((template) => [template, this.createTile(template)]),
    });
    this.tiles.replaceChildren(tiles);
    this.choose(this.template);
  }

  createTile(template) {
    const [title, help] = templateWords(this.game.id, template);
    const shown = make("span", { class: "pictures" }, icon(ICONS[template] ?? "layers"));
    if (!(template in ICONS) || template === "goals") this.draw(template, shown);
    return [shown, make("b", {}, title), make("span", { class: "help" }, help)];
  }

  /** Show the first faces of a template. */
  async draw(template, shown) {
    const makes = await this.loadTemplate(template);
    if (!makes?.faces.length) return;
    const faces = makes.faces.slice(0, MAX_FACES);
    shown.replaceChildren(...faces.map(({ image }) => make("img", { src: image, alt: "", width: 63, height: 88 })));
  }

  /** Return what a template makes. */
  async loadTemplate(template) {
    const key = `${this.game.id} ${template} ${template === COPY ? this.source : ""}`;
    if (!pictures.has(key)) pictures.set(key, this.ask({ template, create: false }));
    const { status, data } = await pictures.get(key);
    if (status !== 200) pictures.delete(key);
    return status === 200 ? data : null;
  }

  choose(template) {
    this.template = template;
    this.submit.textContent = template === TABLE ? NEW_SET.next : NEW_SET.make;
    this.copied.hidden = template !== COPY;
    if (template === COPY) this.copied.replaceChildren(make("span", { class: "label" }, NEW_SET.source), this.createSources());
    this.showMakes();
  }

  createSources() {
    const { sets, shipped } = this.studio;
    const entry = (set, value, note) => ({
      label: set.title, note, isChosen: value === this.source,
      run: () => {
        this.source = value;
        button.textContent = set.title;
        this.showMakes();
      },
    });
    const ofGame = (set) => set.game === this.game.id;
    const entries = () => [
      ...sets.filter(ofGame).map((set) => entry(set, set.file, NEW_SET.mine)),
      ...shipped.filter(ofGame).map((set) => entry(set, set.id, NEW_SET.official)),
    ];
    const chosen = sets.find((set) => set.file === this.source) ?? shipped.find((set) => set.id === this.source);
    const button = menuButton(chosen?.title ?? NEW_SET.chooseSource, entries, { class: "select" });
    return button;
  }

  /** Say below the templates what the chosen one makes. */
  async showMakes() {
    const { template, source } = this;
    this.makes.textContent = "";
    if (template === TABLE || (template === COPY && !source)) return;
    const makes = await this.loadTemplate(template);
    if (makes && template === this.template && source === this.source) this.makes.textContent = NEW_SET.makes(makes, this.game.face);
  }

  ask(more) {
    return post("api/new-set", {
      title: this.title.value, id: this.id.value.trim(), game: this.game.id, requires: this.requires.words,
      folder: this.folder.path, source: this.source, ...more,
    });
  }

  /** Check the title and the short name. */
  async check() {
    const answer = await this.askLatest();
    if (!answer) return;
    const { data } = answer;
    const isEmpty = !this.title.value.trim();
    this.id.placeholder = data.id || "";
    this.showNote(isEmpty ? "" : data.problem, isEmpty ? NEW_SET.noTitle : NEW_SET.saved(data.path, this.folder.name));
  }

  showNote(problem, text) {
    this.note.textContent = problem || text;
    this.note.className = problem ? "problem" : "help";
    this.title.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  async make() {
    this.checkSoon.cancel();
    if (this.template === TABLE) {
      this.dialog.close();
      this.onTable(this.title.value.trim());
      return;
    }
    if (this.template === COPY && !this.source) {
      this.makes.textContent = NEW_SET.noSource;
      this.copied.querySelector("button").focus();
      return;
    }
    this.submit.disabled = true;
    const { status, data } = await this.ask({ template: this.template, create: true });
    this.submit.disabled = false;
    if (status === 200) {
      this.dialog.close();
      this.onMade(data);
      return;
    }
    this.askLatest.cancel();
    this.showNote(data.problem, "");
    this.title.focus();
  }
}
