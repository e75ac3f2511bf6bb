// The frame of the studio: panes and their sizes, the view of the card, the panel, pages and the phone's bar.

import { segmented, splitter } from "./controls.js";
import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { LAYOUT } from "./words.js";

const { body } = document;
const main = document.querySelector("main");
const panel = document.getElementById("panel");
const page = document.getElementById("page");
const outcome = document.getElementById("outcome");
const phone = document.getElementById("phone");
const IS_NARROW = matchMedia("(max-width: 56rem)");
const TABS = ["problems", "tests", "balance", "versions", "notes"];
const PANES = { list: "list", settings: "settings", problems: "warning", play: "play" };
const listeners = [];
const pages = new Map(); // by name, as they were added
let view = null; // the control for form, text or both

/** Call a listener when another view, page or panel is shown. */
export function watchLayout(listener) {
  listeners.push(listener);
}

/** Set up panes, views and panel as they were left. */
export function setUpLayout() {
  const width = (name) => (size) => main.style.setProperty(name, `${size}px`);
  document.getElementById("list").after(splitter({
    label: LAYOUT.list, name: "studio.list", size: innerWidth < 1360 ? 232 : 276, min: 64, max: 420, onResize: width("--list"),
  }));
  document.getElementById("stage").before(splitter({
    label: LAYOUT.face, name: "studio.face", size: innerWidth < 1360 ? 340 : 438, min: 220, max: 640, isAfter: true, onResize: width("--stage"),
  }));
  panel.before(splitter({
    label: LAYOUT.panel, name: "studio.panel", size: innerHeight < 820 ? 146 : 218, min: 80, max: 600, isAfter: true, isVertical: false,
    onResize: (size) => panel.style.setProperty("--panel", `${size}px`),
  }));
  setUpViews();
  setUpPanel();
  setUpPhone();
}

function notify() {
  for (const listener of listeners) listener();
}

// --- views of the card

function setUpViews() {
  const choices = /** @type {[string, string][]} */ (Object.entries(LAYOUT.views));
  const remembered = localStorage.getItem("studio.view");
  view = segmented({ label: LAYOUT.view, choices, value: "form", onChange: setView });
  document.getElementById("view").replaceWith(view);
  view.id = "view";
  setView(LAYOUT.views[remembered] && !(IS_NARROW.matches && remembered === "both") ? remembered : "form");
  const sizes = /** @type {[string, string][]} */ (Object.entries(LAYOUT.sizes));
  const showSize = (size) => {
    body.dataset.size = size;
    localStorage.setItem("studio.size", size);
  };
  const size = localStorage.getItem("studio.size") === "print" ? "print" : "large";
  document.getElementById("face-size").replaceWith(segmented({ label: LAYOUT.size, choices: sizes, value: size, onChange: showSize }));
  showSize(size);
}

/** Show the form, the text or both; on a phone also the face. */
export function setView(name) {
  view.value = name;
  body.dataset.view = name;
  localStorage.setItem("studio.view", name);
  showPage("card");
}

// --- the panel

function setUpPanel() {
  const tabs = /** @type {HTMLElement} */ (panel.querySelector(".tabs"));
  for (const name of TABS) {
    const content = document.getElementById(name);
    content.setAttribute("aria-labelledby", `tab-${name}`);
    tabs.append(make("button", { type: "button", role: "tab", id: `tab-${name}`, value: name, "aria-controls": name }, LAYOUT.tabs[name], make("span", { class: "badge", hidden: true })));
  }
  tabs.after(iconButton("chevron-down", LAYOUT.closePanel, { "data-command": "panel", class: "sm" })); // a list of tabs has nothing else
  tabs.addEventListener("click", ({ target }) => {
    const tab = /** @type {Element} */ (target).closest("[role=tab]");
    if (tab instanceof HTMLButtonElement) showTab(tab.value);
  });
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = TABS.findIndex((name) => event.target === document.getElementById(`tab-${name}`));
    if (!step || index < 0) return;
    event.preventDefault();
    const next = TABS.at((index + step) % TABS.length);
    showTab(next);
    document.getElementById(`tab-${next}`).focus();
  });
  const remembered = localStorage.getItem("studio.tab");
  showTab(TABS.includes(remembered) ? remembered : "problems");
  body.classList.toggle("no-panel", localStorage.getItem("studio.panel-closed") === "yes");
}

/** Show a tab of the panel. */
export function showTab(name) {
  for (const tab of TABS) {
    const isShown = tab === name;
    const button = document.getElementById(`tab-${tab}`);
    button.setAttribute("aria-selected", String(isShown));
    button.tabIndex = isShown ? 0 : -1;
    document.getElementById(tab).classList.toggle("shown", isShown);
  }
  localStorage.setItem("studio.tab", name);
  body.classList.remove("no-panel");
}

/** Show a number or state on a tab of the panel. */
export function markTab(name, text, kind = "") {
  for (const badge of document.querySelectorAll(`#tab-${name} .badge, #phone-${name} .badge`)) {
    badge.className = `badge ${kind}`;
    badge.textContent = text;
    badge.toggleAttribute("hidden", !text);
  }
}

/** Show or hide the panel. */
export function togglePanel() {
  const isClosed = body.classList.toggle("no-panel");
  localStorage.setItem("studio.panel-closed", isClosed ? "yes" : "no");
  notify();
}

// --- pages

/**
 * Add a page that can stand in the place of the card.
 * @param {string} name
 * @param {(page: HTMLElement, outcome: HTMLElement) => void} show fills the page, and the column beside it
 * @param {boolean} hasOpenCard whether the page shows the open card too
 */
export function addPage(name, show, hasOpenCard = false) {
  pages.set(name, { show, hasOpenCard });
}

/** Return whether the open card can be seen. */
export function isOpenCardShown() {
  const { page: name } = body.dataset;
  return name === "card" || Boolean(pages.get(name)?.hasOpenCard);
}

/** Show a page, or the card. */
export function showPage(name) {
  const isCard = name === "card";
  if (body.dataset.page !== name || !isCard) {
    body.dataset.page = name;
    for (const id of ["bench", "stage"]) document.getElementById(id).hidden = !isCard;
    page.hidden = outcome.hidden = isCard;
    if (!isCard) pages.get(name)?.show(page, outcome);
  }
  document.getElementById("open-settings").setAttribute("aria-current", String(name === "settings"));
  showPane(isCard ? "card" : "page");
}

// --- the phone

function setUpPhone() {
  const views = document.createDocumentFragment();
  for (const [name, symbol] of Object.entries(PANES)) {
    views.append(make("button", { type: "button", id: `phone-${name}`, value: name }, icon(symbol), LAYOUT.panes[name], make("span", { class: "badge", hidden: true })));
  }
  phone.append(views);
  phone.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (!button) return;
    if (button.value === "settings") showPage("settings");
    else if (button.value === "play") /** @type {HTMLElement} */ (document.querySelector("[data-command=play]")).click();
    else if (button.value === "problems") {
      showTab("problems");
      showPage("card");
      showPane("problems");
    } else showPane(button.value);
  });
  showPane("list");
}

/** Show a pane on a narrow screen: list, card, page or problems. */
export function showPane(name) {
  body.dataset.pane = name;
  const shown = { card: "list", page: "settings" }[name] ?? name;
  for (const button of phone.querySelectorAll("button")) button.setAttribute("aria-current", String(button.value === shown));
  notify();
}
