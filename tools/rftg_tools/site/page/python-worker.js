// Python in a worker: the studio, or a worker beside it.

import "./evaluation.js";
import { disk } from "./disk.js";
import { unpack } from "./unpack.js";

const HERE = new URL(".", import.meta.url).href;
const APP = "/lib/app";
const TYPST = "typst";
const scope = /** @type {any} */ (self);

let python;
let site; // the running studio, or the worker beside it
let program; // the compiled program of Python, shared with workers beside this one
let typesetter; // the compiled program of Typst, shared with workers that draw
let typst; // promise that it is loaded
let engine; // the compiled engine, shared with workers that play; undefined if games run in plain Python

/** Fetch a file of this version. Rejects with a key of the problems in first-look-words.js, or another reason. */
const fetchFile = async (name) => {
  const response = await fetch(`${HERE}${name}`);
  const isOurs = response.headers.get("Content-Type")?.startsWith("text/plain"); // by caching.js, not a page of the host
  if (!response.ok) throw new Error(isOurs ? await response.text() : "changed");
  return response;
};

const fetchBytes = async (name) => (await fetchFile(name)).arrayBuffer();

const detailsOf = (error) => String(error?.message ?? error).slice(-2000);

/** Return one sentence about an error; the console gets the rest. */
function sentenceOf(error) {
  console.error(error);
  const text = detailsOf(error).trim().split("\n").at(-1);
  return error?.type ? text.replace(/^[\w.]+: /, "") : text; // Python's errors begin with their class
}

const whyNoStart = (error) => (error?.type === "StoreProblem" ? sentenceOf(error) : detailsOf(error));

/** Let Pyodide use a program that is compiled already, or keep the one that it compiles. */
function shareProgram(compiled) {
  const api = /** @type {any} */ (WebAssembly);
  delete api.Suspending; // no Python code may run in the middle of other Python code
  const compile = api.instantiateStreaming.bind(api);
  api.instantiateStreaming = async (response, imports) => {
    if (compiled) return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
    const result = await compile(response, imports);
    program ??= result.module;
    return result;
  };
  program = compiled;
}

/** Start Python with the studio's code and an engine: a program, true to load it, or none.
    `report` gets the number of steps done. */
async function startPython(compiled, wanted, report) {
  shareProgram(compiled);
  const files = ["libraries.tar", "studio.tar", ...(wanted ? ["engine.tar"] : [])].map(fetchBytes);
  const compiling = wanted === true ? WebAssembly.compileStreaming(fetchFile("engine.wasm")) : wanted;
  const code = ["libraries.zip", "studio.zip"];
  const bytecode = code.map(fetchBytes);
  for (const loading of [...files, ...bytecode, Promise.resolve(compiling)]) loading.catch(() => {}); // the first failure is reported below
  const { loadPyodide } = await import(`${HERE}pyodide/pyodide.mjs`);
  python = await loadPyodide({ indexURL: `${HERE}pyodide/`, env: { HOME: "/home/studio", PYTHONNODEBUGRANGES: "1" } });
  report(1);
  for (const archive of await Promise.all(files)) unpack(python, archive, APP);
  const archives = code.map((name) => `${APP}/${name}`);
  for (const [index, archive] of (await Promise.all(bytecode)).entries())
    python.FS.writeFile(archives[index], new Uint8Array(archive), { canOwn: true });
  python.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  python.pyimport("code_archives").install(python.toPy(archives), APP);
  if (wanted) await loadEngine(compiling);
  report(2);
}

/** Let Python import a compiled program as a module. Its file is empty: Python would keep three copies of it. */
async function addModule(compiled, path) {
  const { FS, loadWebAssemblyModule, preloadedWasm } = python._module;
  preloadedWasm[path] = await loadWebAssemblyModule(compiled, { loadAsync: true, nodelete: true }, path, {});
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, "");
  python.pyimport("importlib").invalidate_caches();
}

/** Load the compiled engine from a promise of its program. If the browser can't, games run in plain Python. */
async function loadEngine(compiling) {
  try {
    engine = await compiling;
    const name = python.FS.readdir(APP).find((file) => file.endsWith(".so"));
    await addModule(engine, `${APP}/${name}`);
  } catch (error) {
    console.error(error);
  }
  if (!python.pyimport("rftg_tools.site.engine").load_engine(APP)) engine = undefined;
}

/** Load the typesetter, once, or again if that has failed. */
function loadTypst() {
  const load = async () => {
    typesetter ??= await WebAssembly.compileStreaming(fetchFile("typst.wasm"));
    await addModule(typesetter, `${APP}/${TYPST}/_typst.abi3.so`);
    python.pyimport(TYPST);
  };
  typst ??= load().catch((error) => {
    typst = undefined;
    throw error;
  });
  return typst;
}

/** Start a worker for a module, with the typesetter if it `draws`, with the engine if it `plays`; `hear` gets its messages. */
function spawn(name, draws, plays, hear) {
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.onmessage = ({ data }) => (data.plain ? scope.postMessage(data) : hear(data.head, data.files ?? []));
  worker.onerror = (event) => hear(JSON.stringify({ failed: event.message ?? "the worker has ended" }), []);
  worker.postMessage({ beside: name, draws, program, typesetter, engine: plays && engine });
  return {
    post: (head, files) => worker.postMessage({ head, files }),
    end() {
      worker.terminate();
      hear.destroy();
    },
  };
}

/** Say that games run in plain Python although an engine was wanted. */
function tellIfPlain(wanted) {
  if (wanted && !engine) scope.postMessage({ plain: true });
}

async function startStudio(options) {
  await startPython(undefined, options.engine, (step) => scope.postMessage({ step }));
  tellIfPlain(options.engine);
  const tell = (text) => scope.postMessage(JSON.parse(text));
  site = await python.pyimport("rftg_tools.site.start").start(JSON.stringify(options), tell, spawn, loadTypst, disk);
  scope.postMessage({ ready: true });
  loadTypst().catch((error) => scope.postMessage({ missing: sentenceOf(error) }));
}

async function startBeside({ beside: name, draws, program: compiled, typesetter: drawing, engine: wanted }) {
  typesetter = drawing;
  const send = (head, files) => scope.postMessage({ head, files });
  try {
    await startPython(compiled, wanted, () => {});
    tellIfPlain(wanted);
    if (draws) await loadTypst();
    const beside = python.pyimport("rftg_tools.site.start").start_beside(send);
    const early = site;
    site = beside;
    for (const { head, files } of early) beside.hear(head, files);
    await beside.run(name);
  } catch (error) {
    send(JSON.stringify({ failed: detailsOf(error) }), []);
  }
}

/** Pass a request or a socket on to Python, and its answers back. */
function open({ kind, head, body }, port) {
  let exchange;
  const answer = (text, bytes) => {
    port.postMessage({ head: text, body: bytes }, bytes ? [bytes.buffer] : []);
    if (text.startsWith('{"end"') || text.startsWith('{"close"')) setTimeout(close);
  };
  const close = () => {
    port.onmessage = null;
    exchange?.destroy();
    exchange = undefined;
  };
  try {
    exchange = site.open(kind, head, body ?? undefined, answer);
  } catch (error) {
    console.error(error);
    port.postMessage({ head: JSON.stringify({ lost: true }) });
    return;
  }
  port.onmessage = ({ data }) => exchange?.hear(JSON.stringify(data));
}

const requests = {
  ping: () => true,
  flush: () => site.flush(),
  async backup() {
    const [archive, problem] = await site.backup();
    if (problem) throw problem;
    return archive;
  },
  /** Return {added, leftOut}: names of files. */
  async add([name, bytes, known = ""]) {
    const { problem, ...answer } = JSON.parse(await site.add(name, bytes, known));
    if (problem) throw problem;
    return answer;
  },
  hashes: () => JSON.parse(site.hashes()),
  read: (name) => site.read(name),
  typst: () => loadTypst().then(() => true),
};

scope.onmessage = async ({ data, ports: [port] }) => {
  if (data.start) await startStudio(data.start).catch((error) => scope.postMessage({ failed: whyNoStart(error) }));
  else if (data.beside) {
    site = [];
    await startBeside(data);
  } else if (data.head && !data.kind) Array.isArray(site) ? site.push(data) : site.hear(data.head, data.files);
  else if (data.kind) open(data, port);
  else if (data.ask)
    await new Promise((resolve) => resolve(requests[data.ask](data.value))).then(
      (answer) => port.postMessage({ answer }),
      (error) => port.postMessage({ problem: typeof error === "string" ? error : sentenceOf(error) }),
    );
};
