// Prints the scopes of each token of a card file as VS Code finds them: a JSON list a line.
//   node textmate_scopes.js MODULES GRAMMARS EXTENSION SCOPE FILE
// MODULES holds vscode-textmate and vscode-oniguruma, GRAMMARS the YAML grammar, EXTENSION ours.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const [modules, grammars, extension, scope, file] = process.argv.slice(2);
const { Registry, INITIAL } = require(path.join(modules, "vscode-textmate"));
const { loadWASM, OnigScanner, OnigString } = require(path.join(modules, "vscode-oniguruma"));

const read = (name) => JSON.parse(fs.readFileSync(name, "utf8"));
const { contributes } = read(path.join(extension, "package.json"));
const known = new Map();
const injected = new Map();
for (const name of fs.readdirSync(grammars).filter((name) => /^yaml.*\.json$/.test(name))) {
  const grammar = read(path.join(grammars, name));
  known.set(grammar.scopeName, grammar);
}
for (const { scopeName, path: name, injectTo = [] } of contributes.grammars) {
  known.set(scopeName, read(path.join(extension, name)));
  for (const place of injectTo) injected.set(place, [...(injected.get(place) ?? []), scopeName]);
}

async function main() {
  const wasm = fs.readFileSync(path.join(modules, "vscode-oniguruma", "release", "onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new OnigScanner(sources),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async (name) => known.get(name) ?? null,
    getInjections: (name) => injected.get(name),
  });
  const grammar = await registry.loadGrammar(scope);
  let stack = INITIAL;
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    const words = tokens.map((one) => [line.slice(one.startIndex, one.endIndex), one.scopes.at(-1)]);
    console.log(JSON.stringify(words.filter(([word]) => word.trim())));
  }
}

main();
