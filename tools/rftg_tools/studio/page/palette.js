// The palette: finds a card or a command by a few letters.

import { enabledCommands, keysOf, labelOfCommand } from "./commands.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { describe } from "./list.js";
import { allCards, openCard } from "./opened.js";
import { PALETTE } from "./words.js";

const MAX_RESULTS = 9;

/** Open the palette; Enter goes to the chosen line. */
export function openPalette() {
  const input = make("input", {
    type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "found", "aria-autocomplete": "list",
    "aria-label": PALETTE.title, placeholder: PALETTE.title, autocomplete: "off", spellcheck: "false",
  });
  const list = make("ul", { id: "found", class: "choices", role: "listbox", "aria-label": PALETTE.title });
  const dialog = make(
    "dialog", { id: "palette", "aria-label": PALETTE.title },
    make("label", { class: "search" }, icon("search"), input, make("kbd", {}, "Esc")),
    list,
    make("p", { class: "help" }, PALETTE.help),
  );
  let results = [];
  let chosen = 0;
  const choose = (index) => {
    chosen = index;
    [...list.children].forEach((line, place) => line.setAttribute("aria-selected", String(place === index)));
    const line = list.children[index];
    line?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", line?.id ?? "");
  };
  const show = () => {
    results = find(input.value.trim());
    list.replaceChildren(...results.map(createLine));
    if (!results.length) list.append(make("li", { class: "muted", role: "option", "aria-disabled": "true" }, PALETTE.nothing));
    choose(0);
  };
  const take = (index) => {
    dialog.close();
    results[index]?.run();
  };
  input.addEventListener("input", show);
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length) choose((chosen + step + results.length) % results.length);
    else if (event.key === "Enter") take(chosen);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", ({ target }) => {
    const index = [...list.children].indexOf(/** @type {Element} */ (target).closest("li"));
    if (index >= 0) take(index);
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  show();
}

/** Return lines for a text: ">" finds commands only, "#" text in powers. */
function find(text) {
  const isForCommands = text.startsWith(">");
  const isForPowers = text.startsWith("#");
  const words = text.replace(/^[>#]/, "").toLowerCase().split(/\s+/).filter(Boolean);
  const cards = isForCommands ? [] : [...allCards().values()].map((card) => ({
    text: isForPowers ? (card.facts.lines ?? []).join("; ") : card.title,
    note: isForPowers ? card.title : describe(card),
    picture: card.image,
    run: () => openCard(card),
  }));
  const commands = isForPowers ? [] : enabledCommands().map((command) => ({
    text: labelOfCommand(command), keys: keysOf(command), icon: command.icon, run: command.run,
  }));
  const place = (line) => line.text.toLowerCase().indexOf(words[0] ?? "");
  const isMatch = (line) => words.every((word) => line.text.toLowerCase().includes(word));
  const found = words.length ? [...cards, ...commands].filter(isMatch) : [...commands, ...cards];
  const typed = words.join(" ");
  const rank = (line) => {
    const name = line.text.toLowerCase();
    if (name === typed) return 0;
    if (name.startsWith(typed)) return 1;
    return new RegExp(`(^|\\W)${escape(words[0])}`).test(name) ? 2 : 3;
  };
  if (words.length) found.sort((first, second) => rank(first) - rank(second) || place(first) - place(second));
  return found.slice(0, MAX_RESULTS);
}

function escape(word) {
  return word.replace(/[^\w\s]/g, "\\$&");
}

/** @param {{text: string, note?: string, picture?: string, keys?: string, icon?: string}} line */
function createLine({ text, note, picture, keys, icon: name }, index) {
  const before = picture ? make("img", { class: "thumb", src: picture, alt: "" }) : icon(name ?? "right");
  return make("li", { id: `found-${index}`, role: "option" }, before, make("span", { class: "grow" }, make("b", {}, text), note && make("small", { class: "muted" }, ` ${note}`)), keys && make("kbd", {}, keys));
}
