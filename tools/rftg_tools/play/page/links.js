// Seat links on the host's page: create, copy, renew, revoke. The browser keeps links until the
// window is closed; the server stores none.

import { address } from "./common.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { PEOPLE } from "./people-words.js";
import { SERVER } from "./words.js";

/** Return functions that draw the links of a game and handle their buttons. */
export function seatLinks(id) {
  const name = `links ${id}`;
  const storedLinks = () => JSON.parse(sessionStorage.getItem(name) ?? "{}");
  const storeLinks = (links) => sessionStorage.setItem(name, JSON.stringify(links));

  function row(seat, whose, { links, address }) {
    const hasLink = links.includes(seat);
    const link = hasLink ? storedLinks()[seat] : null;
    const button = (name, content, attributes) =>
      make("button", { type: "button", "data-seat": seat ?? "", "aria-label": `${name}: ${whose}`, ...attributes }, content);
    const give = hasLink ? PEOPLE.renew : PEOPLE.give;
    return [
      button(give, [icon(hasLink ? "refresh" : "link"), give], { "data-link": "give", class: hasLink ? "quiet sm" : "sm", disabled: !address }),
      hasLink && button(PEOPLE.takeBack, PEOPLE.takeBack, { "data-link": "take back", class: "quiet sm danger" }),
      link &&
        make(
          "span",
          { class: "link-line" },
          make("input", { readonly: true, class: "link grow", value: link, "aria-label": PEOPLE.link(whose) }),
          button(PEOPLE.copy, [icon("copy"), PEOPLE.copy], { "data-link": "copy", class: "primary" }),
        ),
    ];
  }

  async function press(event, render, tell) {
    const button = event.target.closest("[data-link]");
    if (!button) return;
    const { link: action, seat } = button.dataset;
    if (action === "copy") {
      tell(await copyLink(storedLinks()[seat || "null"], button));
      return;
    }
    const response = await change(id, seat === "" ? null : Number(seat), action);
    if (response.problem) {
      tell(PEOPLE.failed(response.problem));
      return;
    }
    tell("");
    const links = storedLinks();
    if (response.link) links[seat || "null"] = response.link;
    else delete links[seat || "null"];
    storeLinks(links);
    render();
  }

  return { row, press };
}

/** Copy a link, or select it if the browser forbids copying; return the message to show. */
async function copyLink(link, button) {
  try {
    await navigator.clipboard.writeText(link);
    return PEOPLE.copied;
  } catch {
    button.parentElement.querySelector("input").select();
    return PEOPLE.notCopied;
  }
}

async function change(game, seat, action) {
  const answer = await fetch(address("api/links"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seat, do: action }),
  }).catch(() => null);
  return answer ? answer.json().catch(() => ({ problem: SERVER.silent })) : { problem: SERVER.silent };
}
