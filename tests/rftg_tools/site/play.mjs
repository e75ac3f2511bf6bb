/* Plays games with the Python of a built site, in Node.js: node play.mjs SITE ENGINE COMMAND...

   SITE: the folder of the site's version, unpacked. ENGINE: "compiled" or "plain". COMMAND: arguments of rftg-dsl,
   which record games in /records. Prints as JSON whether the engine is `compiled`, the `seconds` that the games took,
   and the `records`, by file name. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, engine, ...command] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${site}/${name}`).href);
await load("evaluation.js");
delete WebAssembly.Suspending;
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { unpack } = await load("unpack.js");
const python = await loadPyodide({ indexURL: `${site}/pyodide/`, env: { HOME: "/home" } });
const code = ["libraries", "studio"];
for (const name of code) {
  unpack(python, readFileSync(`${site}/${name}.tar`), "/site");
  python.FS.writeFile(`/${name}.zip`, readFileSync(`${site}/${name}.zip`));
}
if (engine === "compiled") {
  unpack(python, readFileSync(`${site}/engine.tar`), "/site");
  const program = python.FS.readdir("/site").find((name) => name.endsWith(".so"));
  python.FS.writeFile(`/site/${program}`, readFileSync(`${site}/engine.wasm`));
}
python.globals.set("archives", python.toPy(code.map((name) => `/${name}.zip`)));
python.globals.set("command", python.toPy(command));
python.globals.set("engine", engine);
try {
  python.runPython(`
import json, sys, time
from pathlib import Path
sys.path.insert(0, "/site")
import code_archives
code_archives.install(archives, "/site")
from rftg_tools.site.engine import load_engine
assert engine == "plain" or load_engine("/site")
from rftg_dsl.cli import main
from rftg_engine import COMPILED
start = time.monotonic()
sys.stdout = sys.stderr
assert main([*command, "--jobs", "1", "--record", "/records"]) == 0
sys.stdout = sys.__stdout__
seconds = time.monotonic() - start
records = {path.name: path.read_text() for path in Path("/records").iterdir()}
print(json.dumps({"compiled": COMPILED, "seconds": seconds, "records": records}))
`);
} catch (problem) {
  console.error(problem.message); // without the source of Pyodide
  process.exit(1);
}
process.exit(0);
