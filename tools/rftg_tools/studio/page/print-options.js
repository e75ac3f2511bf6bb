// The options of the dialog "Print and export".

import { field, labelledSwitch, segmented, stepper } from "./controls.js";
import { make } from "./dom.js";
import { menuButton } from "./menus.js";
import { PRINT } from "./print-words.js";

const RESOLUTIONS = ["150", "300", "600", "1200"];
const OWN = ""; // the name of the designer's own format
const USES = {
  cards: ["sheets", "format", "pictures", "tabletop"],
  copies: ["sheets", "format", "tabletop"],
  paper: ["sheets", "aids"],
  format: ["format"],
  picture: ["pictures"],
  address: ["tabletop"],
  look: ["sheets", "format", "aids", "pictures", "tabletop", "html"],
};
let ids = 0;

/**
 * Create the form of options.
 * @param {any} options as the server knows them; changed by the form
 * @param {any} choices formats, papers and themes
 * @param {() => void} onChange called when an option has changed
 * @returns {{form: HTMLElement, show: (plan: any) => void}} show: takes over what a plan says about the cards
 */
export function createOptions(options, choices, onChange) {
  const set = (name) => (value) => {
    options[name] = value;
    onChange();
  };
  const { cards, copies, showCards } = cardOptions(options, choices, onChange);
  const { paper, showBacks } = paperOptions(options, choices, set);
  const { format, showFormats } = formatOptions(options, choices, onChange);
  const sections = { cards, copies, paper, format, ...lookOptions(options, choices, set) };
  const show = (plan) => {
    for (const [name, section] of Object.entries(sections)) section.hidden = !USES[name].includes(options.kind);
    showBacks(plan);
    showCards(plan);
    showFormats(plan);
  };
  return { form: make("div", { class: "options" }, Object.values(sections)), show };
}

function section(title, ...content) {
  return make("section", { "aria-label": title }, make("h3", { class: "caption" }, title), content);
}

function choice(label, pairs, value, onChange) {
  return segmented({ label, choices: pairs, value, onChange, class: "seg fill" });
}

/** A field for a length in mm. */
function length(label, value, onChange, help = null, max = 200) {
  const id = `print-length-${(ids += 1)}`;
  const control = stepper({ label, id, max });
  const input = control.querySelector("input");
  input.value = String(value);
  input.addEventListener("input", () => {
    const number = Number(input.value.trim().replace(",", "."));
    const isValid = input.value.trim() !== "" && number >= 0 && number <= max;
    input.setAttribute("aria-invalid", String(!isValid));
    if (isValid) onChange(number);
  });
  return field(label, control, { id, help });
}

/** Which cards, and how many of each. */
function cardOptions(options, choices, onChange) {
  let plan = { cards: [], changed: null };
  const list = make("fieldset", { class: "checklist rows", "aria-label": PRINT.cards, hidden: true });
  const label = (selection) => PRINT.selections[selection]({ all: null, changed: plan.changed, chosen: options.titles.length }[selection]);
  const update = () => {
    button.textContent = label(options.selection);
    list.hidden = options.selection !== "chosen";
  };
  const select = (selection) => {
    options.selection = selection;
    update();
    onChange();
  };
  const button = menuButton("", () => Object.keys(PRINT.selections).map((selection) => ({
    label: label(selection),
    isChosen: options.selection === selection,
    isDisabled: selection === "changed" && choices.printed === null,
    run: () => select(selection),
  })), { class: "select" });
  list.addEventListener("change", () => {
    options.titles = [...list.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    update();
    onChange();
  });
  const showCards = (received) => {
    if (received.cards) plan = received;
    const titles = plan.cards.map(({ title }) => title);
    if (titles.join("\n") !== list.dataset.titles) {
      list.dataset.titles = titles.join("\n");
      list.replaceChildren(...plan.cards.map(({ title, copies }) => {
        const box = make("input", { type: "checkbox", value: title, checked: options.titles.includes(title) });
        return make("label", { class: "row" }, box, make("span", { class: "grow" }, title), copies > 1 && make("span", { class: "badge" }, `×${copies}`));
      }));
    }
    update();
  };
  const copies = choice(PRINT.copies, Object.entries(PRINT.copyChoices), options.each_once ? "one" : "each", (value) => {
    options.each_once = value === "one";
    onChange();
  });
  return { cards: section(PRINT.cards, button, list), copies: make("section", { "aria-label": PRINT.copies }, copies), showCards };
}

/** Paper, backs and cutting. */
function paperOptions(options, choices, set) {
  const size = choice(PRINT.size, choices.papers.map((name) => [name, PRINT.papers[name] ?? name]), options.paper, set("paper"));
  const help = make("p", { class: "help" });
  const backs = choice(PRINT.backs, Object.entries(PRINT.backChoices), options.backs, (value) => {
    help.textContent = PRINT.backHelp[value];
    set("backs")(value);
  });
  const showBacks = (plan) => {
    backs.value = options.backs || (plan.has_tiles ? "long" : "none");
    help.textContent = PRINT.backHelp[backs.value];
  };
  const cutting = make(
    "div", { class: "two" },
    length(PRINT.gutter, options.gutter, set("gutter"), PRINT.gutterHelp, 50),
    length(PRINT.bleed, options.bleed, set("bleed"), PRINT.bleedHelp, 3),
  );
  const paper = make(
    "section", { "aria-label": PRINT.paper },
    make("h3", { class: "caption" }, PRINT.paper), field(PRINT.size, size), field(PRINT.backs, backs), help,
    make("h3", { class: "caption" }, PRINT.cutting), cutting,
    labelledSwitch(PRINT.marks, options.has_crop_marks, set("has_crop_marks")), labelledSwitch(PRINT.dated, options.is_dated, set("is_dated")),
  );
  return { paper, showBacks };
}

/** Formats of services, and the designer's own size. */
function formatOptions(options, choices, onChange) {
  const measures = make("div", { class: "two" }, PRINT.measures.map((label, index) => length(label, options.own_size[index], (value) => {
    options.own_size = options.own_size.map((old, place) => (place === index ? value : old));
    onChange();
  })));
  const dpi = choice(PRINT.dpi, RESOLUTIONS.slice(1).map((text) => [text, text]), String(options.dpi), (value) => {
    options.dpi = Number(value);
    onChange();
  });
  const list = make("div");
  const own = make("div", { class: "own" }, measures, field(PRINT.dpi, dpi));
  const choose = (name) => {
    options.format = name;
    own.hidden = name !== OWN;
    onChange();
  };
  const content = (title, measure = "") => [make("span", { class: "radio" }), make("span", { class: "grow" }, make("b", {}, title), measure && make("small", {}, measure))];
  let kind = "";
  const show = (plan) => {
    const fits = plan.has_tiles === undefined ? kind || "cards" : plan.has_tiles ? "tiles" : "cards";
    if (fits === kind) return;
    kind = fits;
    const fitting = choices.formats.filter((format) => format.of === kind);
    if (options.format !== OWN && !fitting.some(({ name }) => name === options.format)) options.format = fitting[0].name;
    const formats = fitting.map(({ name, size, pixels }) => [name, content(PRINT.formatName(name), PRINT.measure(size, pixels))]);
    const control = segmented({
      label: PRINT.format, value: options.format, class: "formats picks", onChange: choose, choices: [...formats, [OWN, content(PRINT.ownSize)]],
    });
    for (const [index, { says }] of fitting.entries()) control.children[index].title = says;
    list.replaceChildren(control);
    own.hidden = options.format !== OWN;
  };
  return { format: section(PRINT.format, list, own), showFormats: show };
}

/** Options of pictures, the address of images, and the theme. */
function lookOptions(options, choices, set) {
  const type = choice(PRINT.fileType, [["png", "PNG"], ["svg", "SVG"]], options.svg ? "svg" : "png", (value) => set("svg")(value === "svg"));
  const dpi = choice(PRINT.dpi, RESOLUTIONS.map((text) => [text, text]), String(options.dpi), (value) => set("dpi")(Number(value)));
  const address = make("input", { type: "url", id: "print-address", autocomplete: "off", spellcheck: "false", value: options.url });
  address.addEventListener("input", () => set("url")(address.value.trim()));
  const theme = choice(PRINT.theme, choices.themes.map(({ name, title }) => [name, title]), options.theme, set("theme"));
  return {
    picture: section(PRINT.picture, field(PRINT.fileType, type), field(PRINT.dpi, dpi), labelledSwitch(PRINT.withBleed, options.with_bleed, set("with_bleed"))),
    address: make("section", {}, field(PRINT.address, address, { id: address.id, help: PRINT.addressHelp })),
    look: section(PRINT.look, theme),
  };
}
