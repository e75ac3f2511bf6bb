/* Draws a document with Typst in Pyodide: node draw.mjs PYODIDE EVALUATION FILES; prints the hash of the SVG. */

import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

const [pyodideFolder, evaluation, files] = process.argv.slice(2);
setFlagsFromString("--experimental-wasm-extended-const"); // Node.js 20 asks for it; browsers do not
await import(pathToFileURL(evaluation).href);
delete WebAssembly.Suspending;
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/` });
pyodide.FS.mkdirTree("/site/typst");
pyodide.FS.mkdirTree("/fonts");
for (const name of readdirSync(files)) {
  const folder = name.endsWith(".ttf") ? "/fonts" : "/site/typst";
  pyodide.FS.writeFile(`${folder}/${name}`, new Uint8Array(readFileSync(`${files}/${name}`)));
}
try {
  pyodide.runPython(`
import hashlib, sys
sys.path.insert(0, "/site")
import typst
open("/card.typ", "w").write('''
#set page(width: 63mm, height: 88mm)
#set text(font: "Exo 2")
= Ice *Drifters*
#text(font: "Noto Sans")[_Produce_: draw 1 #str(datetime.today().year()).len()] #lorem(12)
''')
fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=["/fonts"])
svg = typst.Compiler(root="/", font_paths=fonts).compile("/card.typ", format="svg")
print(len(svg), hashlib.sha256(svg).hexdigest())
`);
} catch (problem) {
  console.error(problem.message); // without the source of Pyodide
  process.exit(1);
}
process.exit(0);
