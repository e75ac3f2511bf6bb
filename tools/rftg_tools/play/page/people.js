// The people at a table: who is there, their names, notes and pace. What others wrote is shown as text.

import { say } from "./common.js";
import { lay, make } from "./dom.js";
import { happened, lasting, PEOPLE } from "./people-words.js";
import { PLAYERS } from "./table-words.js";

const KEPT = 100; // notes that are shown, the newest
const REMIND = [0, 30, 60, 120, 300, 3600, 86_400]; // seconds that can be chosen
const STAND_IN = [0, 60, 120, 300, 900, 3600, 86_400];
const MINUTE = 15_000; // ms after which what is said of waiting is said anew

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("people"));
const content = document.getElementById("people-content");
const state = document.getElementById("people-state");

/** The people of a game. line: its connection. links: draws what a host does with the link of a seat, or null. */
export function peopleOf(line, links) {
  return new People(line, links);
}

class People {
  constructor(line, links) {
    this.line = line;
    this.links = links;
    this.news = null;
    this.frame = null;
    this.notes = [];
    this.read = 0; // the number of the last note that was seen
    content.addEventListener("submit", (event) => this.submit(event));
    content.addEventListener("change", (event) => this.change(event));
    content.addEventListener("click", (event) => links?.press(event, () => this.render(), tell));
    setInterval(() => dialog.open && this.render(), MINUTE);
  }

  /** What the table's bar needs of it; null where nobody is invited. */
  handler() {
    if (!this.news) return null;
    const { people } = this.news;
    const here = people.filter((one) => one.here > 0 || (!one.by_link && this.news.host > 0)).length;
    const unread = this.notes.filter((one) => one.number > this.read).length;
    return {
      label: PEOPLE.button(here, people.length) + (unread ? PEOPLE.unread(unread) : ""),
      text: `${here}/${people.length}${unread ? ` ✉${unread}` : ""}`,
      open: () => this.open(),
    };
  }

  take(news, frame) {
    this.frame = frame;
    // All notes that there are come with a connection, and from then on those that are new.
    const all = news.notes_from === 0 && (this.news === null || this.notes.length > 0);
    this.news = { ...news, at: Date.now() };
    this.notes = [...this.notes.filter((one) => one.number <= news.notes_from), ...news.notes].slice(-KEPT);
    if (all || dialog.open) this.read = this.notes.at(-1)?.number ?? 0;
    if (!all && news.notes.length) say(news.notes.map((one) => this.text(one)).join(" "));
    if (dialog.open) this.render();
  }

  seen(frame) {
    this.frame = frame;
    if (dialog.open) this.render();
  }

  remind({ waited }) {
    say(PEOPLE.yourTurn(lasting(waited)));
    navigator.vibrate?.(200);
    document.title = `● ${document.title.replace(/^● /, "")}`;
    const ask = document.getElementById("ask");
    ask?.classList.add("reminded");
    ask?.addEventListener("animationend", () => ask.classList.remove("reminded"), { once: true });
  }

  open() {
    this.read = this.notes.at(-1)?.number ?? 0;
    this.render();
    tell("");
    if (!dialog.open) dialog.showModal();
  }

  /** The game is not shown any more. */
  end() {
    dialog.close();
  }

  // --- what is drawn

  get seat() {
    return this.frame?.seat ?? null;
  }

  nameOf(seat) {
    return this.news.people.find((one) => one.seat === seat)?.name ?? null;
  }

  render() {
    const { news, links } = this;
    const fresh = make(
      "div",
      {},
      make("h2", { id: "people-title" }, PEOPLE.title),
      links && make("p", { class: "note" }, news.address ? `${PEOPLE.gives} ${PEOPLE.lost}` : PEOPLE.notShared),
      make(
        "ul",
        { class: "who-is-here" },
        news.people.map((one) => this.person(one)),
        this.watchers(),
      ),
      this.seat !== null && this.naming(),
      this.conversation(),
      this.pace(),
    );
    fresh.id = content.id;
    lay(fresh, content);
    const notes = content.querySelector(".notes");
    notes.scrollTop = notes.scrollHeight;
  }

  person(one) {
    const { news } = this;
    const waited = news.waits[one.seat];
    const since = waited === undefined ? null : waited + Math.round((Date.now() - news.at) / 1000);
    const isHere = one.by_link ? one.here > 0 : news.host > 0;
    const where = one.by_link ? { 0: PEOPLE.away, 1: PEOPLE.here }[one.here] ?? PEOPLE.hereTwice(one.here) : PEOPLE.screen;
    return make(
      "li",
      { "data-key": `person ${one.seat}`, "data-here": String(isHere) },
      make("span", { class: "sign", "aria-hidden": "true" }, isHere ? "●" : "○"),
      make("b", {}, one.name),
      one.seat === this.seat && make("span", { class: "tag" }, PLAYERS.you),
      make("span", { class: "note" }, where, since !== null && `, ${PEOPLE.waits(lasting(since))}`),
      this.links?.row(one.seat, one.name, news),
    );
  }

  watchers() {
    const { news, links } = this;
    return make(
      "li",
      { "data-key": "watchers" },
      make("span", { class: "sign", "aria-hidden": "true" }, news.watchers ? "●" : "○"),
      make("span", {}, PEOPLE.watchers(news.watchers)),
      links?.row(null, PEOPLE.watchersTitle, news),
    );
  }

  naming() {
    return make(
      "form",
      { class: "line", "data-form": "name", "data-key": "naming" },
      make("label", {}, `${PEOPLE.name} `, make("input", { name: "name", value: this.nameOf(this.seat) ?? "", maxlength: 40, required: true, autocomplete: "off" })),
      make("button", {}, PEOPLE.rename),
    );
  }

  conversation() {
    const speaks = !this.news.guest || this.seat !== null;
    return make(
      "section",
      { "aria-labelledby": "notes-title", "data-key": "notes" },
      make("h3", { id: "notes-title" }, PEOPLE.notes),
      make(
        "ol",
        { class: "notes", tabindex: "0", "aria-labelledby": "notes-title" },
        this.notes.map((one) => make("li", { "data-key": `note ${one.number}`, class: one.what === "says" ? null : "happened" }, this.text(one))),
        !this.notes.length && make("li", { class: "note" }, PEOPLE.noNotes),
      ),
      speaks &&
        make(
          "form",
          { class: "line", "data-form": "say" },
          make("input", { name: "text", maxlength: 300, required: true, "aria-label": PEOPLE.note, placeholder: PEOPLE.note, autocomplete: "off" }),
          make("button", { class: "main" }, PEOPLE.send),
        ),
    );
  }

  text({ what, seat, text }) {
    const who = this.nameOf(seat);
    if (what === "says") return `${who ?? PEOPLE.host}: ${text}`;
    return happened(what, who ?? PEOPLE.watchersTitle.toLowerCase(), text);
  }

  pace() {
    const { pace, people, guest } = this.news;
    const mine = guest ? people.filter((one) => one.seat === this.seat) : people.filter((one) => !one.by_link);
    const agreed = people.filter((one) => one.agrees).map((one) => one.name);
    return make(
      "form",
      { class: "pace", "data-form": "pace", "data-key": "pace" },
      make("h3", {}, PEOPLE.pace),
      this.choice("remind", PEOPLE.remind, REMIND, pace.remind, !mine.length),
      this.choice("stand_in", PEOPLE.standIn, STAND_IN, pace.stand_in, !mine.length),
      mine.length > 0 && make("button", {}, PEOPLE.propose),
      pace.stand_in > 0 && make("p", { class: "note" }, pace.on ? PEOPLE.paceOn : `${PEOPLE.paceOff} ${PEOPLE.agreed(agreed)}`),
      pace.stand_in > 0 && mine.length > 0 &&
        make("label", {}, make("input", { type: "checkbox", name: "agree", checked: mine.every((one) => one.agrees) }), ` ${PEOPLE.agree}`),
    );
  }

  choice(name, label, choices, chosen, disabled) {
    const all = choices.includes(chosen) ? choices : [...choices, chosen];
    return make(
      "label",
      {},
      `${label} `,
      make(
        "select",
        { name, disabled, "data-key": `${name} ${chosen}` }, // another one where another pace is proposed
        all.map((one) => make("option", { value: one, selected: one === chosen }, one ? lasting(one) : PEOPLE.never)),
      ),
    );
  }

  // --- what is said

  submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const text = (name) => String(data.get(name) ?? "").trim();
    const { form: kind } = form.dataset;
    if (kind === "say" && text("text")) {
      if (this.send("say", { text: text("text") })) form.reset();
    } else if (kind === "name" && text("name")) this.send("name", { name: text("name") });
    else if (kind === "pace") this.send("pace", { remind: Number(text("remind")), stand_in: Number(text("stand_in")) });
  }

  /** Send something to the others; whether it was. What was not stays where it was written. */
  send(what, members) {
    const isSent = this.line.tell(what, members);
    tell(isSent ? "" : PEOPLE.unsent);
    return isSent;
  }

  change({ target }) {
    if (target.name === "agree" && !this.send("agree", { on: target.checked })) target.checked = !target.checked;
  }
}

/** Say what became of what was asked for, in the dialog: what stands outside is not heard while it is open. */
function tell(text) {
  state.textContent = text;
}
