"""A worker beside the studio that can't load the compiled engine, in a real browser."""

from typing import Final

from rftg_tools.site.pages import read_page_files
from tests.browsers import MARKS, PATIENCE, started_browser
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = MARKS

PYODIDE: Final = b"""
export async function loadPyodide() {
  const { held } = await navigator.locks.query();
  const isBeside = held.some(({ name }) => name === "main");
  const FS = { mkdirTree() {}, writeFile() {}, readdir: () => ["engine.so"] };
  const beside = { hear() {}, run: async () => {} };
  async function start(_options, _tell, spawn) {
    const never = new Promise(() => {});
    await new Promise((go) => navigator.locks.request("main", () => (go(), never)));
    spawn("a worker", false, true, () => {});
    return {};
  }
  const modules = {
    code_archives: { install() {} },
    importlib: { invalidate_caches() {} },
    typst: {},
    "rftg_tools.site.engine": { load_engine: () => !isBeside },
    "rftg_tools.site.start": { start, start_beside: () => beside },
  };
  const _module = { FS, preloadedWasm: {}, loadWebAssemblyModule: async () => ({}) };
  return { FS, _module, runPython() {}, toPy: (value) => value, pyimport: (name) => modules[name] };
}
"""
"""Instead of Python: only the first worker can load the compiled engine."""
PROGRAM: Final = b"\0asm\1\0\0\0"
EMPTY: Final = bytes(1024)


def test_a_worker_beside_the_studio_says_that_it_plays_in_plain_python() -> None:
    files = {
        "pyodide/pyodide.mjs": PYODIDE,
        **dict.fromkeys(("engine.wasm", "typst.wasm"), PROGRAM),
        **dict.fromkeys(("engine.tar", "libraries.tar", "studio.tar"), EMPTY),
        **dict.fromkeys(("libraries.zip", "studio.zip"), b"code"),
    }
    worker = read_page_files()["python-worker.js"]
    site = build_small_site("one", is_real=True, python=worker, replaced=files)
    with hosted(Host({"/a/": site})) as host, started_browser() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(host.address("/a/"))
        page.locator("#notice").get_by_text("games run in plain Python").wait_for()
