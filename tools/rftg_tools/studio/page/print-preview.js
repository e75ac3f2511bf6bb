// The preview of what is printed: pages as the server draws them, or the text of a list or table.

import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { PRINT } from "./print-words.js";

/** Create the preview. */
export function createPreview() {
  const main = make("div", { class: "main", tabindex: -1 });
  const side = make("ol", { class: "side", "aria-label": PRINT.pages });
  const legend = make("ul", { class: "legend row wrap" });
  const position = make("span", { class: "grow position" });
  const previous = iconButton("chevron-left", PRINT.previous, { class: "sm", onclick: () => showPage(shown - 1) });
  const next = iconButton("chevron-right", PRINT.next, { class: "sm", onclick: () => showPage(shown + 1) });
  const resize = () => size.setAttribute("aria-pressed", String(element.classList.toggle("true-size")));
  const size = make("button", { type: "button", class: "sm quiet", "aria-pressed": "false", onclick: resize }, icon("search"), PRINT.trueSize);
  const strip = make("div", { class: "strip row wrap" }, previous, next, position, legend, size);
  const element = make("section", { class: "preview", "aria-label": PRINT.pages }, make("div", { class: "sheets" }, main, side), strip);
  let plan = { pages: [], key: "" };
  let shown = 0;

  const showPage = (index) => {
    shown = Math.max(0, Math.min(index, plan.pages.length - 1));
    const page = plan.pages[shown];
    previous.setAttribute("aria-disabled", String(shown === 0));
    next.setAttribute("aria-disabled", String(shown >= plan.pages.length - 1));
    position.textContent = page ? PRINT.position(shown + 1, plan.pages.length, page.label) : "";
    main.replaceChildren(...(page ? [figure(page, shown)] : []));
    legend.replaceChildren(...(page?.safe ? legendOf(page) : []));
    for (const [place, button] of side.querySelectorAll("button").entries()) {
      button.setAttribute("aria-current", String(place === shown));
      if (place === shown) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  };

  const image = (page, index, attributes) => {
    const img = make("img", { src: `api/print/${plan.key}/${index}`, width: Math.round(page.width * 4), height: Math.round(page.height * 4), ...attributes });
    img.classList.add("drawing");
    img.style.aspectRatio = String(page.width / page.height);
    for (const end of ["load", "error"]) img.addEventListener(end, () => img.classList.remove("drawing"));
    return img;
  };

  const figure = (page, index) => {
    const sheet = make("div", { class: "sheet" }, image(page, index, { alt: PRINT.page(page.label) }));
    sheet.style.setProperty("--ratio", String(page.width / page.height));
    sheet.style.setProperty("--width", `${page.width}mm`);
    if (page.safe) {
      for (const [name, edge] of /** @type {[string, number][]} */ ([["cut", page.bleed], ["safe", page.bleed + page.safe]])) {
        const line = make("i", { class: name });
        line.style.inset = `${(100 * edge) / page.height}% ${(100 * edge) / page.width}%`;
        sheet.append(line);
      }
    }
    return sheet;
  };

  const showPlan = (received) => {
    const isSamePlace = received.pages.length === plan.pages.length;
    plan = received;
    const hasPages = plan.pages.length > 0;
    side.hidden = plan.pages.length < 2;
    strip.hidden = !hasPages;
    side.replaceChildren(...plan.pages.map((page, index) => make("li", {}, make(
      "button", { type: "button", class: "pick", onclick: () => showPage(index) }, image(page, index, { alt: "", loading: "lazy" }), make("span", {}, page.label),
    ))));
    showPage(isSamePlace ? shown : 0);
    if (plan.text) main.replaceChildren(make("pre", { tabindex: 0, "aria-label": PRINT.kinds.text[1] }, plan.text));
    if (plan.rows) main.replaceChildren(table(plan.rows));
  };

  element.addEventListener("keydown", (event) => {
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    if (!step || !plan.pages.length) return;
    event.preventDefault();
    showPage(shown + step);
  });

  return {
    element,
    show: showPlan,
    /** Show why there is no preview, or that it is on its way. */
    say(text) {
      plan = { pages: [], key: "" };
      side.replaceChildren();
      side.hidden = strip.hidden = true;
      main.replaceChildren(make("p", { class: "empty" }, text));
    },
    /** Show that the preview no longer fits the options. */
    wait: () => element.setAttribute("aria-busy", "true"),
    ready: () => element.removeAttribute("aria-busy"),
  };
}

function legendOf(page) {
  const line = (kind, text) => make("li", { class: "row" }, make("i", { class: kind }), text);
  return [
    line("cut", PRINT.cut), line("safe", PRINT.safe), line("bleed", PRINT.bleedOf(page.bleed)),
    make("li", { class: "badge ok" }, icon("check"), PRINT.inside),
  ];
}

function table([head, ...rows]) {
  const row = (cells, tag) => make("tr", {}, cells.map((cell) => make(tag, {}, cell)));
  return make("div", { class: "table", tabindex: 0, role: "region", "aria-label": PRINT.kinds.csv[1] },
    make("table", {}, make("thead", {}, row(head, "th")), make("tbody", {}, rows.map((cells) => row(cells, "td")))));
}
