// Activates the extension in an editor of nothing but what it asks for; prints what it does.
//   node vscode_extension.js EXTENSION CHOICE COMMAND [ARGUMENT...]
// CHOICE is the number of the button that is pressed in a message.
"use strict";

const Module = require("node:module");

const [extension, choice, ...command] = process.argv.slice(2);
const say = (what, value) => console.log(JSON.stringify([what, value]));

class LanguageClient {
  constructor(_id, _name, server) {
    this.server = server;
  }
  async start() {
    say("started", this.server);
  }
}

const editor = {
  commands: { executeCommand: async (name, value) => say(name, value) },
  env: { clipboard: { writeText: async (text) => say("copied", text) } },
  window: {
    showErrorMessage: async (text, ...buttons) => {
      say("message", text);
      return buttons[Number(choice)];
    },
  },
  workspace: {
    getConfiguration: () => ({ get: () => command }),
    createFileSystemWatcher: () => ({}),
  },
};
const standIns = { vscode: editor, "vscode-languageclient/node": { LanguageClient } };
const load = Module._load;
Module._load = (name, ...rest) => standIns[name] ?? load(name, ...rest);

require(extension).activate();
