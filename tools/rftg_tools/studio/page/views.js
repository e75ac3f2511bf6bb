// On a narrow screen: which of face, form and text is seen.

const bench = document.getElementById("bench");
const choice = document.getElementById("view");

choice.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("button");
  if (!button) return;
  bench.dataset.view = button.value;
  for (const one of choice.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === button));
});
