// Controls of all pages: segments, steppers, switches, chips, handles between panes and toasts.

import { icon, iconButton } from "./icons.js";
import { make } from "./dom.js";

const STEP = 16; // px that an arrow key moves a handle
const TOAST_SECONDS = 10; // with an action
const NEWS_SECONDS = 5; // without one
const WORDS = {
  less: (label) => `${label}: less`,
  more: (label) => `${label}: more`,
  add: (word) => `Add ${word}`,
  remove: (word) => `Remove ${word}`,
};

/**
 * Create a choice of one of a few; it has the property `value`, which can also be another value than these.
 * @param {object} options
 * @param {string} options.label
 * @param {[string, any][]} options.choices values, and the text or elements of each
 * @param {string} options.value
 * @param {(value: string) => void} options.onChange called when somebody chooses another
 * @param {string} [options.class] for another look, such as "picks"
 * @returns {any}
 */
export function segmented({ label, choices, value, onChange, class: look = "seg" }) {
  const buttons = choices.map(([choice, content]) => make("button", { type: "button", role: "radio", value: choice }, content));
  const group = make("div", { class: look, role: "radiogroup", "aria-label": label }, buttons);
  let chosen = "";
  const show = (next) => {
    chosen = next;
    if (next && !buttons.some((button) => button.value === next)) {
      buttons.push(make("button", { type: "button", role: "radio", value: next }, next));
      group.append(buttons.at(-1));
    }
    for (const button of buttons) button.setAttribute("aria-checked", String(button.value === next));
    const reachable = buttons.find((button) => button.value === next) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === reachable ? 0 : -1;
  };
  const choose = (button) => {
    button.focus();
    if (button.value === chosen) return;
    show(button.value);
    onChange(button.value);
  };
  group.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button) choose(button);
  });
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const index = buttons.indexOf(/** @type {any} */ (event.target));
    if (!step || index < 0) return;
    event.preventDefault();
    choose(buttons.at((index + step) % buttons.length));
  });
  Object.defineProperty(group, "value", { get: () => chosen, set: show });
  show(value);
  return group;
}

/**
 * Create a field for a whole number with two buttons; its input can also hold other text. Its `rename` changes the label.
 * @param {object} options
 * @param {string} options.label
 * @param {string} [options.id] of the input
 * @param {number} [options.min]
 * @param {number} [options.max]
 * @param {number} [options.start] what the buttons begin with when the field is empty
 */
export function stepper({ label, id, min = 0, max = 99, start = min }) {
  const input = make("input", { id, type: "text", inputmode: "numeric", autocomplete: "off" });
  const take = (step) => {
    const current = /^-?\d+$/.test(input.value.trim()) ? Number(input.value) : null;
    const next = current === null ? start : Math.min(max, Math.max(min, current + step));
    if (String(next) === input.value) return;
    input.value = String(next);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    take(step);
  });
  const button = (name, step) => {
    const made = make("button", { type: "button", tabindex: -1 }, icon(name));
    made.addEventListener("click", () => take(step));
    return made;
  };
  const [less, more] = [button("minus", -1), button("plus", 1)];
  const rename = (text) => {
    input.setAttribute("aria-label", text);
    less.setAttribute("aria-label", WORDS.less(text));
    more.setAttribute("aria-label", WORDS.more(text));
  };
  rename(label);
  return Object.assign(make("div", { class: "stepper" }, less, input, more), { rename });
}

/**
 * Create a switch that is on or off; its attribute aria-checked says which.
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onChange
 */
export function switchButton(label, isOn, onChange) {
  const button = make("button", { type: "button", class: "switch", role: "switch", "aria-checked": String(isOn), "aria-label": label });
  button.addEventListener("click", () => {
    const next = button.getAttribute("aria-checked") !== "true";
    button.setAttribute("aria-checked", String(next));
    onChange(next);
  });
  return button;
}

/** Create a switch with its words beside it. */
export function labelledSwitch(label, isOn, onChange) {
  return make("div", { class: "row small" }, switchButton(label, isOn, onChange), make("span", { "aria-hidden": "true" }, label));
}

/**
 * Create a field of a form: a label, a control, and help below it.
 * @param {string} label
 * @param {any} control
 * @param {object} [options]
 * @param {string} [options.id] of the control; without it the control names itself
 * @param {any} [options.help]
 * @param {string} [options.kind] more classes
 */
export function field(label, control, { id = "", help = "", kind = "" } = {}) {
  const name = id ? make("label", { for: id }, label) : make("span", { class: "label", "aria-hidden": "true" }, label);
  return make("div", { class: `field ${kind}` }, name, control, help && make("span", { class: "help" }, help));
}

/**
 * Create a problem with the buttons that mend it.
 * @param {string} severity "error", or "warning"
 * @param {any} content
 * @param {...any} buttons
 */
export function problemNote(severity, content, ...buttons) {
  const isError = severity === "error";
  return make("div", { class: isError ? "problem" : "problem warn" }, icon(isError ? "error" : "warning"), make("span", { class: "grow" }, content), buttons);
}

/**
 * Create a field of words; Enter and a comma add the word that is typed, Backspace takes the last one.
 * The element has the property `words`.
 * @param {object} options
 * @param {string} options.label
 * @param {string} [options.id] of the input
 * @param {string} [options.placeholder]
 * @param {(word: string) => any} [options.content] what stands in a chip; the word, if there is nothing else
 * @param {() => string[]} [options.offers] words that a click adds
 * @param {boolean} [options.canRepeat] whether a word can be there several times
 * @param {(words: string[]) => void} options.onChange
 * @returns {any}
 */
export function chips({ label, id, placeholder = "", content = (word) => word, offers = () => [], canRepeat = false, onChange }) {
  const input = make("input", { id, type: "text", autocomplete: "off", spellcheck: "false", placeholder, "aria-label": label });
  const field = make("div", { class: "chips" }, input);
  let words = [];
  const show = (next) => {
    words = [...next];
    for (const other of [...field.children]) if (other !== input) other.remove();
    const offered = offers().filter((word) => !words.includes(word));
    field.append(...offered.map((word) => make("button", { type: "button", class: "quiet sm", value: word, "aria-label": WORDS.add(word) }, icon("plus"), content(word))));
    field.prepend(...words.map((word, place) => make("span", { class: "chip" }, content(word), iconButton("close", WORDS.remove(word), { value: word, "data-place": place }))));
  };
  const put = (next) => {
    show(next);
    onChange(words);
  };
  const add = () => {
    const typed = input.value.split(",").map((word) => word.trim());
    input.value = "";
    const fresh = canRepeat ? typed.filter(Boolean) : [...new Set(typed)].filter((word) => word && !words.includes(word));
    if (fresh.length) put([...words, ...fresh]);
  };
  input.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return; // a list of suggestions has used the key
    if (event.key === "Backspace" && !input.value && words.length) put(words.slice(0, -1));
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    add();
  });
  input.addEventListener("change", add);
  input.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent)) add(); // not typed, but chosen among suggestions
  });
  field.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button?.closest(".chip")) put(words.filter((_word, place) => place !== Number(button.dataset.place)));
    else if (button) put([...words, button.value]);
    input.focus();
  });
  Object.defineProperty(field, "words", { get: () => words, set: show });
  return field;
}

/**
 * Create the handle between two panes, moved by dragging or arrow keys; a double click resets it.
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.name under which the size is remembered in the browser
 * @param {boolean} [options.isVertical] the handle, between panes side by side
 * @param {boolean} [options.isAfter] the pane with the size is after the handle
 * @param {number} options.size of the pane in px, unless another is remembered
 * @param {number} options.min
 * @param {number} options.max
 * @param {(size: number) => void} options.onResize
 */
export function splitter({ label, name, isVertical = true, isAfter = false, size, min, max, onResize }) {
  const handle = make("div", {
    class: "split", role: "separator", tabindex: 0, "aria-label": label, "aria-orientation": isVertical ? "vertical" : "horizontal",
    "aria-valuemin": min, "aria-valuemax": max,
  });
  let current = 0;
  const resize = (next) => {
    current = Math.round(Math.min(max, Math.max(min, next)));
    handle.setAttribute("aria-valuenow", String(current));
    onResize(current);
  };
  const keep = () => localStorage.setItem(name, String(current));
  handle.addEventListener("pointerdown", (event) => {
    const place = (moved) => (isVertical ? moved.clientX : moved.clientY);
    const from = place(event);
    const before = current;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (moved) => resize(before + (isAfter ? -1 : 1) * (place(moved) - from));
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
      keep();
    };
  });
  handle.addEventListener("dblclick", () => {
    resize(size);
    localStorage.removeItem(name);
  });
  handle.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    resize(current + (isAfter ? -1 : 1) * step * STEP);
    keep();
  });
  resize(Number(localStorage.getItem(name)) || size);
  return handle;
}

/**
 * Show a message for a while, with an action such as Undo; return what closes it.
 * @param {string} text
 * @param {string} [action] text of its button
 * @param {() => void} [run]
 */
export function toast(text, action = "", run = null) {
  let list = document.querySelector(".toasts");
  if (!list) {
    list = make("div", { class: "toasts", role: "status", popover: "manual" });
    document.body.append(list);
  }
  const button = action && make("button", { type: "button" }, action);
  const message = make("div", { class: "toast" }, text, button);
  const close = () => {
    message.remove();
    if (!list.children.length) /** @type {any} */ (list).hidePopover();
  };
  if (button) {
    button.addEventListener("click", () => {
      close();
      run();
    });
  }
  const startTimer = () => setTimeout(close, (run ? TOAST_SECONDS : NEWS_SECONDS) * 1000);
  let timer = startTimer();
  message.addEventListener("pointerenter", () => clearTimeout(timer));
  message.addEventListener("pointerleave", () => (timer = startTimer()));
  list.append(message);
  /** @type {any} */ (list).hidePopover?.();
  /** @type {any} */ (list).showPopover(); // again, so that it is above a dialog opened since
  return close;
}
