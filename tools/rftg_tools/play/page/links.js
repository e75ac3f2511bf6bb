// The links of seats at the host's page: made, copied, renewed, taken back. This browser keeps a link
// until its window is closed; the server keeps none.

import { make } from "./dom.js";
import { PEOPLE } from "./people-words.js";
import { SERVER } from "./words.js";

/** What draws the links of a game and does what its buttons say. */
export function seatLinks(id) {
  const name = `links ${id}`;
  const known = () => JSON.parse(sessionStorage.getItem(name) ?? "{}");
  const keep = (links) => sessionStorage.setItem(name, JSON.stringify(links));

  function row(seat, whose, { links, address }) {
    const has = links.includes(seat);
    const link = has ? known()[seat] : null;
    return make(
      "span",
      { class: "options" },
      make("button", { type: "button", "data-link": "give", "data-seat": seat ?? "", disabled: !address, "aria-label": `${has ? PEOPLE.renew : PEOPLE.give}: ${whose}` }, has ? PEOPLE.renew : PEOPLE.give),
      has && make("button", { type: "button", "data-link": "take back", "data-seat": seat ?? "", "aria-label": `${PEOPLE.takeBack}: ${whose}` }, PEOPLE.takeBack),
      link && make("input", { readonly: true, class: "link", value: link, "aria-label": PEOPLE.link(whose) }),
      link && make("button", { type: "button", class: "main", "data-link": "copy", "data-seat": seat ?? "", "aria-label": `${PEOPLE.copy}: ${whose}` }, PEOPLE.copy),
    );
  }

  async function press(event, render, tell) {
    const button = event.target.closest("[data-link]");
    if (!button) return;
    const { link: what, seat } = button.dataset;
    if (what === "copy") {
      tell(await copied(known()[seat || "null"], button));
      return;
    }
    const told = await change(id, seat === "" ? null : Number(seat), what);
    if (told.problem) {
      tell(PEOPLE.failed(told.problem));
      return;
    }
    tell("");
    const links = known();
    if (told.link) links[seat || "null"] = told.link;
    else delete links[seat || "null"];
    keep(links);
    render();
  }

  return { row, press };
}

/** Copy a link, or have it selected where the browser forbids that; what is said of it. */
async function copied(link, button) {
  try {
    await navigator.clipboard.writeText(link);
    return PEOPLE.copied;
  } catch {
    button.parentElement.querySelector("input").select();
    return PEOPLE.notCopied;
  }
}

async function change(game, seat, what) {
  const answer = await fetch("/api/links", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seat, do: what }),
  }).catch(() => null);
  return answer ? answer.json().catch(() => ({ problem: SERVER.silent })) : { problem: SERVER.silent };
}
