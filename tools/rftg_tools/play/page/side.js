// The side panel: goals and other parts of modules, the round summary, the log and the chat.
// On narrow screens, tabs at the bottom show one of them instead of the table.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { log } from "./log.js";
import { sideParts } from "./parts.js";
import { LOG, TABS } from "./table-words.js";

/** parts: those of the game's modules, or others. */
export function sidePanel(view, summary, parts = sideParts(view)) {
  return make(
    "aside",
    { class: "side", "data-key": "side", "aria-label": LOG.besideGoals },
    make("div", { class: "parts", "data-key": "parts" }, parts),
    summary,
    log(view),
    chat(view),
  );
}

/** The last notes, and a field for another. */
function chat({ handlers }) {
  const { people } = handlers;
  if (!people) return null;
  return make(
    "section",
    { id: "chat", "data-key": "chat", "aria-labelledby": "chat-title" },
    make("h2", { id: "chat-title" }, LOG.chat),
    people.conversation,
  );
}

/** The tabs of narrow screens; with people, the chat is one of them. */
export function tabBar({ frame, handlers }, current, names = TABS) {
  if (frame.over) return null;
  const tabs = [["table", "home"], ["goals", "flag"], ["log", "list"], handlers.people && ["chat", "chat"]].filter(Boolean);
  return make(
    "nav",
    { class: "tabbar", "data-key": "tabs", "aria-label": TABS.label },
    tabs.map(([name, sign]) =>
      make(
        "button",
        { type: "button", "data-do": "tab", value: name, "aria-current": name === current ? "page" : null },
        icon(sign),
        names[name],
        name === "chat" && handlers.people.unread > 0 && make("span", { class: "count-here" }, handlers.people.unread),
      ),
    ),
  );
}
