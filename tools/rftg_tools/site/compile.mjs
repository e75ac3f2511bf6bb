/* Compiles Python files with Pyodide itself, so that browsers need not.

   node compile.mjs PYODIDE SOURCES OUTPUT: SOURCES and OUTPUT are ZIP files. Each module x.py becomes x.pyc, which
   Python loads without its source; names begin with the archive that a module is for. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, sources, output] = process.argv.slice(2);

// Hashes decide the order of sets of constants, so they have a fixed seed. Columns of code are left out.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home" };

const COMPILE = `
import importlib.util, marshal, zipfile

HEADER = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # a hash, unchecked

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/output.zip", "w") as output:
    for name in sources.namelist():
        archive, _, file = name.partition("/")
        level = 0 if archive == "studio" else 2
        code = compile(sources.read(name), file, "exec", dont_inherit=True, optimize=level)
        output.writestr(zipfile.ZipInfo(name + "c"), HEADER + marshal.dumps(code))
`;

const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/`, env });
pyodide.FS.writeFile("/sources.zip", readFileSync(sources));
pyodide.runPython(COMPILE);
writeFileSync(output, pyodide.FS.readFile("/output.zip"));
process.exit(0);
