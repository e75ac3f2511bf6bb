// Starts `rftg-dsl lsp` and connects it to the editor; all that is known about cards is in there.
"use strict";

const { spawn } = require("node:child_process");
const { commands, env, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALL = "pip install 'rftg-dsl[lsp]'";

let client;

async function activate() {
  const [command, ...args] = workspace.getConfiguration("rftg-dsl").get("command");
  const fault = await whyNot(command, args);
  if (fault) {
    sayHowToInstall(fault);
    return;
  }
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
  await client.start();
}

/** Return why the server cannot start, or "" if it can: it exits with the reason, or waits for input. */
function whyNot(command, args) {
  return new Promise((resolve) => {
    const server = spawn(command, args, { stdio: ["pipe", "ignore", "pipe"] });
    let errors = "";
    server.stderr.on("data", (text) => (errors += text));
    server.on("error", () => resolve(`The command \`${command}\` was not found.`));
    // At the end of its input, a running server exits with 1. A server that cannot run exits with 2.
    server.on("close", (code) => resolve(code === 0 || code === 1 ? "" : firstLine(errors, code)));
    server.stdin.on("error", () => {});
    server.stdin.end();
  });
}

function firstLine(errors, code) {
  return errors.trim().split("\n")[0] || `The server ended with exit code ${code}.`;
}

async function sayHowToInstall(fault) {
  const copy = "Copy the command";
  const settings = "Open the setting";
  const chosen = await window.showErrorMessage(
    `Card files have no findings and no completion: ${fault} Install the server with ` +
      `\`${INSTALL}\`, or put its whole path into the setting rftg-dsl.command; ` +
      "then reload the window.",
    copy,
    settings,
  );
  if (chosen === copy) await env.clipboard.writeText(INSTALL);
  if (chosen === settings) {
    await commands.executeCommand("workbench.action.openSettings", "rftg-dsl.command");
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
