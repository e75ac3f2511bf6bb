"""A walk through the built site: what somebody does who has opened a link to it."""

from typing import Final

from tests.rftg_tools.site.drivers import Driver, click, wait

POWER: Final = ".power-row textarea"
_NO_PROBLEMS: Final = "return document.querySelector('#problems').innerText.includes('No problems')"
_SAVED: Final = "return document.querySelector('#saved').innerText.includes('Saved')"
FACE: Final = """return [...document.images].some((one) =>
  one.src.includes("/faces/") && one.complete && one.naturalWidth > 100)"""
_GAME: Final = """
const step = () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (document.body.dataset.view === "curtain") all("#curtain button.primary")[0]?.click();
  const ask = document.querySelector("#ask");
  const ready = all("#ask [data-do]:enabled:not(#hint), #hand .can[data-option]").length;
  if (!ask?.dataset.kind || !ready || window.answered === ask.dataset.turn) return;
  const hint = ask.querySelector("#hint");
  if (hint?.getAttribute("aria-pressed") === "false") return hint.click();
  const done = (one) => { window.answered = ask.dataset.turn; one?.click(); };
  if (ask.dataset.form !== "choice") {
    ask.querySelector("#suggest")?.click();
    const confirm = ask.querySelector("#confirm");
    if (confirm?.disabled || confirm?.getAttribute("aria-disabled")) return;
    return done(confirm);
  }
  const actions = all("#ask [data-action][data-hint]");
  if (actions.length) {
    for (const one of actions) if (one.getAttribute("aria-pressed") !== "true") one.click();
    return done(ask.querySelector("#confirm"));
  }
  const options = all("#ask [data-option]:enabled, #hand .can[data-option]");
  return done(options.find((one) => "hint" in one.dataset) ?? options[0]);
};
const end = Date.now() + 10_000;
while (Date.now() < end) {
  const scores = document.querySelector("#scores");
  if (scores) return scores.innerText;
  step();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
"""
"""Script that answers for some seconds what a game asks, as the hint says; once the game is over,
it returns the scores."""


def start(driver: Driver, address: str) -> None:
    """Open the site, until the first card has been checked."""
    driver.open(address)
    wait(driver, "return document.querySelector('#field-title')?.value")
    wait(driver, _NO_PROBLEMS)


def mend_a_card(driver: Driver) -> None:
    """Make a mistake, fix it by a click, see the face, and wait until the card is stored."""
    driver.keys(POWER, "cost -2 for frontir worlds")
    wait(
        driver, "return document.querySelector('#problems .problem')?.innerText.includes('frontir')"
    )
    click(driver, "#problems button, .power-row button", "Fix all")
    assert is_mended(driver)
    wait(driver, _NO_PROBLEMS)
    wait(driver, FACE)
    wait(driver, _SAVED)


def is_mended(driver: Driver, mended: str = "cost -2 for frontier worlds") -> bool:
    """Return whether the power of the card is as `mend_a_card` has left it."""
    click(driver, "#cards li", "Homestead Charter")
    return bool(wait(driver, f"return document.querySelector({POWER!r})?.value === {mended!r}"))


def pass_a_test(driver: Driver) -> None:
    """See that the tests of a card pass."""
    click(driver, "#cards li", "Frontier Assembly")
    click(driver, "[role=tab]", "Tests")
    wait(driver, "return document.querySelector('#tests').innerText.includes('Passes')")


def measure_balance(driver: Driver) -> None:
    """Measure the balance of the set, until the first games have been played."""
    click(driver, "[role=tab]", "Balance")
    click(driver, "#balance button", "Measure")
    wait(
        driver,
        """const text = document.querySelector('#balance').innerText;
        return Number(/(\\d+) of some/.exec(text)?.[1]) >= 20""",
        seconds=300,
    )
    click(driver, "#balance button", "Pause")


def print_cards(driver: Driver, kinds: int) -> None:
    """Print the set, then make other kinds of files; each is what a click downloads."""
    click(driver, "button", "More")
    click(driver, "[role=menuitem]", "Print and export")
    for kind, save, ending, start in _EXPORTS[:kinds]:
        click(driver, "dialog [role=radio]", kind)
        click(driver, "dialog button", save)
        head = f"""const link = [...document.querySelectorAll('a[download$="{ending}"]')]
          .find((one) => one.checkVisibility());
        const read = fetch(link.href).then((answer) => answer.text());
        return read.then((text) => text.slice(0, 9))"""
        assert str(wait(driver, head)).startswith(start), kind
    driver.run("document.querySelector('dialog[open], [role=dialog]')?.close?.()")


_EXPORTS: Final = (
    ("Sheets to cut", "Save PDF", ".pdf", "%PDF-"),
    ("Print on demand", "Save", ".zip", "PK"),
    ("Web page", "Save", ".html", "<!doctype"),
)
"""Kinds of exports with the button that makes them, and the ending and start of their files."""


def use_a_picture(driver: Driver) -> None:
    """Add a wide picture of one's own, and see the part of it that the frame shows."""
    driver.run("""const canvas = new OffscreenCanvas(1600, 600);
    const context = canvas.getContext("2d");
    for (const [x, colour] of [[0, "#f00"], [800, "#00f"]]) {
      context.fillStyle = colour;
      context.fillRect(x, 0, 800, 600);
    }
    const blob = await canvas.convertToBlob();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const picture = btoa(String.fromCharCode(...bytes));
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ name: "frontier.yaml", title: "wide.png", picture });
    await fetch("api/add-picture", { method: "POST", headers, body });""")
    size = """const image = new Image();
    image.src = "api/picture?name=frontier.yaml&art=wide.png";
    await image.decode();
    return `${image.naturalWidth} x ${image.naturalHeight}`;"""
    assert wait(driver, size) == "440 x 600"


def play_a_game(driver: Driver) -> str:
    """Play a game with a seed against a bot, to its end; return its scores."""
    create = """
    const seats = [{ kind: "human" }, { kind: "bot", level: "expert" }];
    const body = JSON.stringify({ sets: ["base"], seats, seed: "a walk" });
    const headers = { "Content-Type": "application/json" };
    return fetch("../api/games", { method: "POST", headers, body }).then((one) => one.json())"""
    answer = driver.run(create)
    assert "id" in answer, answer
    driver.run(f"location.assign('../games/{answer['id']}')")
    scores = str(wait(driver, _GAME, seconds=300))
    driver.run("location.assign('../bench/')")
    wait(driver, "return document.querySelector('#field-title')?.value")
    return scores
