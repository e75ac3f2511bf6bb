// Starts `rftg-dsl lsp` and connects it to the editor; all that is known about cards is in there.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const [command, ...args] = workspace.getConfiguration("rftg-dsl").get("command");
  const files = workspace.createFileSystemWatcher("**/{*.yaml,rftg.toml,pyproject.toml}");
  client = new LanguageClient(
    "rftg-dsl",
    "Cards for Race for the Galaxy",
    { command, args },
    {
      documentSelector: [{ language: "yaml" }, { language: "rftg-cards" }],
      synchronize: { fileEvents: files },
    },
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
