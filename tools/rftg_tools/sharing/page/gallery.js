// The filters of a set's page.

const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
const count = document.getElementById("count");
const cards = [...document.querySelectorAll("li")];
const texts = new Map(cards.map((card) => [card, fold(card.textContent)]));

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show));
form.addEventListener("submit", (event) => event.preventDefault());
show();

/** A text in lower case and without diacritics, for search. */
function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function show() {
  const { search = "", ...filters } = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const words = fold(search).split(/\s+/).filter(Boolean);
  let shownCount = 0;
  for (const card of cards) {
    const fits = Object.entries(filters).every(([name, value]) => !value || has(card, name, value));
    card.hidden = !(fits && words.every((word) => texts.get(card).includes(word)));
    shownCount += card.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("li:not([hidden])");
  document.getElementById("none").hidden = shownCount > 0;
  count.textContent = count.dataset.says.replace("{shown}", String(shownCount)).replace("{all}", String(cards.length));
}

/** Whether a card has a value; values are separated by line breaks. */
function has(card, name, value) {
  return (card.dataset[name] ?? "").split("\n").includes(value);
}
