// The people at a table: presence, names, notes and pace. User input is only ever shown as text.

import { say } from "./common.js";
import { toast } from "./controls.js";
import { make, updateElement } from "./dom.js";
import { describeEvent, formatDuration, PEOPLE } from "./people-words.js";
import { icon } from "./icons.js";
import { openMenu } from "./menus.js";
import { avatar } from "./players.js";
import { PLAYERS } from "./table-words.js";

const KEPT = 100; // maximum number of notes; the newest
const PACES = { remind: [0, 30, 60, 120, 300, 3600, 86_400], stand_in: [0, 60, 120, 300, 900, 3600, 86_400] }; // choices in seconds
const MINUTE = 15_000; // ms between updates of the waiting times

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("people"));
const content = document.getElementById("people-content");
const state = document.getElementById("people-state");

/** Create the people dialog. line: the connection. links: draws the host's seat links, or null. */
export function watchPeople(line, links) {
  return new People(line, links);
}

class People {
  constructor(line, links) {
    this.line = line;
    this.links = links;
    this.news = null;
    this.frame = null;
    this.notes = [];
    this.proposed = null; // the pace that is chosen here, until it is sent
    this.read = 0; // number of the last note that was read
    content.addEventListener("submit", (event) => this.submit(event));
    content.addEventListener("change", (event) => this.change(event));
    content.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-pace]");
      if (button) this.openPace(button);
      else links?.press(event, () => this.render(), tell);
    });
    setInterval(() => dialog.open && this.render(), MINUTE);
  }

  /** The people button's data for the bar, or null if nobody is invited. */
  handler() {
    if (!this.news) return null;
    const { people } = this.news;
    const here = people.filter((person) => person.here > 0 || (!person.by_link && this.news.host > 0)).length;
    if (document.getElementById("chat")?.checkVisibility()) this.markRead();
    const unread = this.notes.filter((note) => note.number > this.read).length;
    return {
      label: PEOPLE.button(here, people.length) + (unread ? PEOPLE.unread(unread) : ""),
      text: `${here}/${people.length}${unread ? ` ✉${unread}` : ""}`,
      unread,
      conversation: this.conversation(true),
      open: () => this.open(),
      submit: (event) => this.submit(event),
    };
  }

  take(news, frame) {
    this.frame = frame;
    // Each connection starts with all notes; later messages contain only new notes.
    const all = news.notes_from === 0 && (this.news === null || this.notes.length > 0);
    if (this.news) this.notice(this.news, news);
    this.news = { ...news, at: Date.now() };
    this.notes = [...this.notes.filter((note) => note.number <= news.notes_from), ...news.notes].slice(-KEPT);
    if (all || dialog.open) this.markRead();
    if (!all && news.notes.length) this.announce(news.notes);
    if (dialog.open) this.render();
  }

  markRead() {
    this.read = this.notes.at(-1)?.number ?? 0;
  }

  /** Say new notes; where the chat is not in view, and for what a bot did, show them for a while. */
  announce(notes) {
    say(notes.map((note) => this.text(note)).join(" "));
    const isInView = dialog.open || document.getElementById("chat")?.checkVisibility();
    for (const note of notes) {
      if (!isInView || note.what !== "says") toast(this.text(note), isInView ? "" : PEOPLE.reply, () => this.open());
    }
  }

  /** Show who has come or gone, and a new pace. */
  notice(before, now) {
    for (const person of now.people) {
      const earlier = before.people.find((candidate) => candidate.seat === person.seat);
      if (!earlier || person.seat === this.seat || !person.by_link) continue;
      if (!earlier.here && person.here) toast(PEOPLE.came(person.name));
      if (earlier.here && !person.here) toast(PEOPLE.left(person.name));
    }
    const { remind, stand_in: standIn, on } = now.pace;
    const isNew = remind !== before.pace.remind || standIn !== before.pace.stand_in;
    if (isNew) toast(PEOPLE.newPace, PEOPLE.look, () => this.open());
    else if (on && !before.pace.on) toast(PEOPLE.paceOn);
  }

  seen(frame) {
    this.frame = frame;
    if (dialog.open) this.render();
  }

  remind({ waited }) {
    say(PEOPLE.yourTurn(formatDuration(waited)));
    navigator.vibrate?.(200);
    document.title = `● ${document.title.replace(/^● /, "")}`;
    const ask = document.getElementById("ask");
    ask?.classList.add("reminded");
    ask?.addEventListener("animationend", () => ask.classList.remove("reminded"), { once: true });
  }

  open() {
    this.markRead();
    this.render();
    tell("");
    if (!dialog.open) dialog.showModal();
  }

  /** Close the dialog: the game is no longer shown. */
  end() {
    dialog.close();
  }

  // --- rendering

  get seat() {
    return this.frame?.seat ?? null;
  }

  nameOf(seat) {
    return this.news.people.find((person) => person.seat === seat)?.name ?? null;
  }

  render() {
    const { news, links } = this;
    const fresh = make(
      "div",
      { class: "body" },
      links && make("p", { class: "note" }, news.address ? `${PEOPLE.gives} ${PEOPLE.lost}` : PEOPLE.notShared),
      make(
        "ul",
        { class: "who-is-here" },
        news.people.map((person) => this.person(person)),
        this.watchers(),
      ),
      this.seat !== null && this.naming(),
      this.conversation(),
      this.pace(),
    );
    fresh.id = content.id;
    updateElement(fresh, content);
    const notes = content.querySelector(".notes");
    notes.scrollTop = notes.scrollHeight;
  }

  person(entry) {
    const { news } = this;
    const waited = news.waits[entry.seat];
    const waitedNow = waited === undefined ? null : waited + Math.round((Date.now() - news.at) / 1000);
    const isHere = entry.by_link ? entry.here > 0 : news.host > 0;
    const presence = entry.by_link ? { 0: PEOPLE.away, 1: PEOPLE.here }[entry.here] ?? PEOPLE.hereTwice(entry.here) : PEOPLE.screen;
    return make(
      "li",
      { class: "row wrap", "data-key": `person ${entry.seat}`, "data-here": String(isHere) },
      avatar({ seat: entry.seat, name: entry.name, kind: "human" }),
      make("span", { class: "grow" }, make("b", {}, entry.name), entry.seat === this.seat && make("span", { class: "badge" }, PLAYERS.you), make("small", {}, presence, waitedNow !== null && `, ${PEOPLE.waits(formatDuration(waitedNow))}`)),
      this.links?.row(entry.seat, entry.name, news),
    );
  }

  watchers() {
    const { news, links } = this;
    return make(
      "li",
      { class: "row wrap", "data-key": "watchers", "data-here": String(news.watchers > 0) },
      make("span", { class: "avatar", "aria-hidden": "true" }, icon("show")),
      make("span", { class: "grow" }, make("b", {}, PEOPLE.watchersTitle), make("small", {}, PEOPLE.watchers(news.watchers))),
      links?.row(null, PEOPLE.watchersTitle, news),
    );
  }

  naming() {
    return make(
      "form",
      { class: "line row wrap", "data-form": "name", "data-key": "naming" },
      make("label", { class: "row grow" }, `${PEOPLE.name} `, make("input", { name: "name", value: this.nameOf(this.seat) ?? "", maxlength: 40, required: true, autocomplete: "off" })),
      make("button", {}, PEOPLE.rename),
    );
  }

  /** The notes, and a field for another. isBeside: beside the table, not in the dialog. */
  conversation(isBeside = false) {
    const speaks = !this.news.guest || this.seat !== null;
    const title = isBeside ? "chat-title" : "notes-title";
    return make(
      "section",
      { "aria-labelledby": title, "data-key": "notes" },
      !isBeside && make("h3", { id: title }, PEOPLE.notes),
      make(
        "ol",
        { class: "notes", tabindex: "0", "aria-labelledby": title },
        this.notes.map((note) => make("li", { "data-key": `note ${note.number}`, class: note.what === "says" ? null : "happened" }, this.text(note))),
        !this.notes.length && make("li", { class: "note" }, PEOPLE.noNotes),
      ),
      speaks &&
        make(
          "form",
          { class: "line row wrap", "data-form": "say" },
          make("input", { id: isBeside ? "say" : null, name: "text", maxlength: 300, required: true, "aria-label": PEOPLE.note, placeholder: PEOPLE.note, autocomplete: "off" }),
          isBeside ? make("kbd", { "aria-hidden": "true" }, "T") : make("button", {}, icon("send"), PEOPLE.send),
        ),
    );
  }

  text({ what, seat, text }) {
    const name = this.nameOf(seat);
    if (what === "says") return `${name ?? PEOPLE.host}: ${text}`;
    return describeEvent(what, name ?? PEOPLE.watchersTitle.toLowerCase(), text);
  }

  pace() {
    const { pace, people, guest } = this.news;
    const ownPeople = guest ? people.filter((person) => person.seat === this.seat) : people.filter((person) => !person.by_link);
    const agreed = people.filter((person) => person.agrees).map((person) => person.name);
    return make(
      "form",
      { class: "pace stack", "data-form": "pace", "data-key": "pace" },
      make("h3", {}, PEOPLE.pace),
      this.choice("remind", PEOPLE.remind, !ownPeople.length),
      this.choice("stand_in", PEOPLE.standIn, !ownPeople.length),
      ownPeople.length > 0 && make("button", { class: this.proposed ? "primary" : null, disabled: !this.proposed }, PEOPLE.propose),
      pace.stand_in > 0 && make("p", { class: "note" }, pace.on ? PEOPLE.paceOn : `${PEOPLE.paceOff} ${PEOPLE.agreed(agreed)}`),
      pace.stand_in > 0 && ownPeople.length > 0 &&
        make("label", {}, make("input", { type: "checkbox", name: "agree", checked: ownPeople.every((person) => person.agrees) }), ` ${PEOPLE.agree}`),
    );
  }

  /** A button for a time of the pace, which opens a menu of others. */
  choice(name, label, disabled) {
    const text = formatPace((this.proposed ?? this.news.pace)[name]);
    return make("p", { class: "row" }, make("span", { class: "label" }, label), make("button", { type: "button", class: "select", "data-pace": name, "aria-haspopup": "menu", "aria-label": `${label}: ${text}`, disabled }, text));
  }

  openPace(button) {
    const { pace: name } = button.dataset;
    const current = (this.proposed ?? this.news.pace)[name];
    const choose = (seconds) => {
      this.proposed = { ...(this.proposed ?? this.news.pace), [name]: seconds };
      this.render();
    };
    openMenu(button, PACES[name].map((seconds) => ({ label: formatPace(seconds), isChosen: seconds === current, run: () => choose(seconds) })));
  }

  // --- sending

  submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const text = (name) => String(data.get(name) ?? "").trim();
    const { form: kind } = form.dataset;
    if (kind === "say" && text("text")) {
      if (this.send("say", { text: text("text") })) form.reset();
    } else if (kind === "name" && text("name")) this.send("name", { name: text("name") });
    else if (kind === "pace" && this.proposed && this.send("pace", { remind: this.proposed.remind, stand_in: this.proposed.stand_in })) this.proposed = null;
  }

  /** Send a message; return whether it was sent. Unsent text stays in its field. */
  send(what, members) {
    const isSent = this.line.tell(what, members);
    tell(isSent ? "" : PEOPLE.unsent);
    return isSent;
  }

  change({ target }) {
    if (target.name === "agree" && !this.send("agree", { on: target.checked })) target.checked = !target.checked;
  }
}

function formatPace(seconds) {
  return seconds ? formatDuration(seconds) : PEOPLE.never;
}

/** Report a result in the dialog, because status texts outside are not read while it is open. */
function tell(text) {
  state.textContent = text;
}
