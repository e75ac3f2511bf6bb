"""A folder of the disk that gets what changes in the studio, in a real browser."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS, PATIENCE, started_browser
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = MARKS

PYTHON: Final = b"""
const channel = new BroadcastChannel("test");
const files = { "old.yaml": "old" };
const text = (bytes) => new TextDecoder().decode(bytes);
const hashOf = async (name) => {
  const data = new TextEncoder().encode(files[name]);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
const requests = {
  async hashes() {
    const hashes = {};
    for (const name of Object.keys(files)) hashes[name] = await hashOf(name);
    return hashes;
  },
  read(name) {
    if (files[name] === "typing") files[name] = "typed on";
    return new TextEncoder().encode(files[name]);
  },
  async add([name, bytes, known]) {
    const isOther = name in files && (await hashOf(name)) !== known;
    const added = isOther ? name.replace(".", "-2.") : name;
    files[added] = text(bytes);
    return { added: [added], leftOut: [] };
  },
};
channel.onmessage = ({ data }) => {
  if (data.ask) channel.postMessage({ files });
  if (!data.change) return;
  Object.assign(files, data.change);
  self.postMessage({ stored: true });
};
self.onmessage = async ({ data, ports }) => {
  if (data.start) self.postMessage({ ready: true });
  if (data.ask) ports[0].postMessage({ answer: await requests[data.ask]?.(data.value) });
};
"""
"""Worker with the files of a studio: `change` changes them, and `ask` shows them."""
PICKER: Final = """
const cards = async () => {
  let root = await navigator.storage.getDirectory();
  if (window.elsewhere) root = await root.getDirectoryHandle("elsewhere", { create: true });
  return root.getDirectoryHandle("cards", { create: true });
};
window.showDirectoryPicker = cards;
window.writeFile = async (name, text) => {
  const file = await (await cards()).getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  await writable.write(text);
  await writable.close();
};
window.folderFiles = async () => {
  const found = {};
  for await (const entry of (await cards()).values())  // others are being written
    if (entry.name.endsWith(".yaml")) found[entry.name] = await (await entry.getFile()).text();
  return found;
};
window.studioFiles = () => new Promise((resolve) => {
  const channel = new BroadcastChannel("test");
  channel.onmessage = ({ data }) => resolve(data.files);
  channel.postMessage({ ask: true });
});
"""
"""A folder of the browser's own storage, which people need not choose."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    site = build_small_site("one", is_real=True, python=PYTHON)
    with hosted(Host({"/a/": site})) as host, browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PICKER)
        page = context.new_page()
        page.goto(host.address("/a/"))
        page.locator("#bar").wait_for()
        yield page


def write(page: Page, name: str, text: str) -> None:
    page.evaluate("([name, text]) => window.writeFile(name, text)", [name, text])


def change(page: Page, name: str, text: str) -> None:
    """Change a file of the studio."""
    script = "(change) => new BroadcastChannel('test').postMessage({ change })"
    page.evaluate(script, {name: text})


def change_for_sure(page: Page, name: str, text: str) -> None:
    """Change a file of a studio that may still be starting."""
    page.locator("#bar").wait_for()
    script = """async ([name, text]) => {
      new BroadcastChannel("test").postMessage({ change: { [name]: text } });
      return (await window.studioFiles())[name] === text;
    }"""
    page.wait_for_function(script, arg=[name, text])


def use_folder(page: Page, label: str = "Use a folder of this computer") -> None:
    page.get_by_role("button", name=label).click()
    page.get_by_role("button", name="Saving to the folder cards").wait_for()


def wait_for_file(page: Page, name: str, text: str) -> None:
    """Wait until the folder has a text."""
    # A file that is being written can't be read.
    script = """async ([name, text]) =>
      (await window.folderFiles().catch(() => ({})))[name] === text"""
    page.wait_for_function(script, arg=[name, text])


def test_what_changes_in_the_studio_is_saved_to_the_folder(page: Page) -> None:
    write(page, "mine.yaml", "mine")
    write(page, "letter.txt", "private")
    use_folder(page)
    expect(page.locator("#notice")).to_contain_text("Added mine.yaml.")
    assert page.evaluate("window.studioFiles()") == {"old.yaml": "old", "mine.yaml": "mine"}
    change(page, "mine.yaml", "changed")
    wait_for_file(page, "mine.yaml", "changed")
    change(page, "new.yaml", "new")
    wait_for_file(page, "new.yaml", "new")
    assert "old.yaml" not in page.evaluate("window.folderFiles()")  # nobody has changed it


def test_what_others_change_in_the_folder_is_never_overwritten(page: Page) -> None:
    write(page, "mine.yaml", "mine")
    write(page, "old.yaml", "another one")
    use_folder(page)
    expect(page.locator("#notice")).to_contain_text("mine.yaml, old-2.yaml")
    write(page, "mine.yaml", "of an editor")
    change(page, "mine.yaml", "of the studio")
    expect(page.locator("#notice")).to_contain_text("changed or deleted mine.yaml in")
    change(page, "old.yaml", "changed")  # the folder's own is kept as old-2.yaml
    wait_for_file(page, "old.yaml", "changed")
    wait_for_file(page, "old-2.yaml", "another one")
    assert page.evaluate("window.folderFiles()")["mine.yaml"] == "of an editor"
    use_folder(page, "Saving to the folder cards")
    wait_for_file(page, "mine.yaml", "of the studio")
    wait_for_file(page, "mine-2.yaml", "of an editor")


def test_what_is_typed_while_a_file_is_saved_is_saved_next(page: Page) -> None:
    use_folder(page)
    change(page, "new.yaml", "typing")
    wait_for_file(page, "new.yaml", "typed on")
    change(page, "new.yaml", "typed more")
    wait_for_file(page, "new.yaml", "typed more")


def test_another_folder_of_the_same_name_replaces_nothing(page: Page) -> None:
    write(page, "mine.yaml", "mine")
    use_folder(page)
    page.reload()
    page.evaluate("window.elsewhere = true")
    change_for_sure(page, "mine.yaml", "mine")
    write(page, "mine.yaml", "of another folder")
    use_folder(page, "Use the folder cards again")
    studio = page.evaluate("window.studioFiles()")
    assert (studio["mine.yaml"], studio["mine-2.yaml"]) == ("mine", "of another folder")


def test_a_folder_that_is_used_again_brings_and_gets_what_has_changed(page: Page) -> None:
    write(page, "mine.yaml", "mine")
    write(page, "theirs.yaml", "theirs")
    use_folder(page)
    page.reload()
    page.get_by_role("button", name="Use the folder cards again").wait_for()
    for name, text in (("mine.yaml", "mine, changed"), ("theirs.yaml", "theirs")):
        change(page, name, text)
    write(page, "theirs.yaml", "theirs, changed")
    use_folder(page, "Use the folder cards again")
    wait_for_file(page, "mine.yaml", "mine, changed")
    studio = page.evaluate("window.studioFiles()")
    assert studio["theirs.yaml"] == "theirs, changed"
    assert studio.keys() == {"old.yaml", "mine.yaml", "theirs.yaml"}


def test_a_file_that_others_delete_is_saved_when_the_folder_is_used_again(page: Page) -> None:
    write(page, "mine.yaml", "mine")
    use_folder(page)
    page.evaluate("""async () => {
      const root = await navigator.storage.getDirectory();
      await (await root.getDirectoryHandle("cards")).removeEntry("mine.yaml");
    }""")
    change(page, "mine.yaml", "changed")
    expect(page.locator("#notice")).to_contain_text("changed or deleted mine.yaml")
    assert page.evaluate("window.folderFiles()") == {}
    use_folder(page, "Saving to the folder cards")
    wait_for_file(page, "mine.yaml", "changed")


def test_a_folder_that_cannot_be_written_is_told_once(page: Page) -> None:
    use_folder(page)
    page.evaluate("""() => {
      FileSystemDirectoryHandle.prototype.getFileHandle = async () => {
        throw new DOMException("not allowed", "NotAllowedError");
      };
    }""")
    change(page, "new.yaml", "new")
    expect(page.locator("#notice")).to_contain_text("nothing more is saved there: not allowed")
    page.get_by_role("button", name="Use the folder cards again").wait_for()
