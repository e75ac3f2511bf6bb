// The filters of a set's page: which cards are shown, and how many.

const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
const count = document.getElementById("count");
const cards = [...document.querySelectorAll("li")];
const texts = new Map(cards.map((card) => [card, folded(card.textContent)]));

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show));
form.addEventListener("submit", (event) => event.preventDefault());
show();

/** A text in small letters and without marks, as it is searched. */
function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function show() {
  const { search = "", ...wanted } = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const words = folded(search).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    const fits = Object.entries(wanted).every(([name, value]) => !value || has(card, name, value));
    card.hidden = !(fits && words.every((word) => texts.get(card).includes(word)));
    shown += card.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("li:not([hidden])");
  document.getElementById("none").hidden = shown > 0;
  count.textContent = count.dataset.says.replace("{shown}", String(shown)).replace("{all}", String(cards.length));
}

/** Whether a card has a value among those of a filter, which are parted by line ends. */
function has(card, name, value) {
  return (card.dataset[name] ?? "").split("\n").includes(value);
}
