// Client of the language server: diagnostics, completion, fixes, formatting and colours.

import {
  Decoration, DOMPurify, EditorView, keymap, hoverTooltips, isolateHistory, jumpToDefinitionKeymap, LSPClient, LSPPlugin,
  serverCompletion, setDiagnostics, StateEffect, StateField,
} from "./codemirror.js";
import { say } from "./common.js";

const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const TIMEOUT = 60_000; // ms; the server starts slowly on a busy machine
const FORMAT_TIMEOUT = 2000; // ms that saving waits for the canonical form
const RETRY_PAUSE = 1000; // ms until a lost connection is tried again
const FINAL_CODES = [4429, 4500]; // close codes of the websocket: too many tabs, and a failed server
const IGNORES = /^Ignore \w+ on /; // titles of actions that hide a problem instead of fixing it

/** Sanitize the server's HTML, which quotes card files. */
function sanitize(html) {
  return DOMPurify.sanitize(html, { RETURN_TRUSTED_TYPE: true, USE_PROFILES: { html: true } });
}

const client = new LSPClient({
  rootUri: null,
  timeout: TIMEOUT,
  sanitizeHTML: sanitize,
  extensions: [
    serverCompletion(),
    hoverTooltips(),
    keymap.of(jumpToDefinitionKeymap),
    {
      clientCapabilities: {
        textDocument: {
          publishDiagnostics: { versionSupport: true },
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } },
            dataSupport: true,
            resolveSupport: { properties: ["edit"] },
          },
          semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
        },
      },
      notificationHandlers: { "textDocument/publishDiagnostics": showDiagnostics },
    },
  ],
});

const checked = new WeakSet(); // editors whose text was checked at least once
const fixAlls = new WeakMap(); // by editor: the actions that fix several problems at once
let isConnected = false; // the client itself keeps using a lost transport

/** Return the language server's answer, or null without a connection or an answer. */
export async function askServer(method, params) {
  return (await requestWithProblem(method, params)).answer;
}

/** Return the answer, and the problem if the server refuses; either can be null. */
export async function requestWithProblem(method, params) {
  if (!isConnected) return { answer: null, problem: null };
  client.sync();
  return client.request(method, params).then(
    (answer) => ({ answer, problem: null }),
    (error) => ({ answer: null, problem: String(error.message) }),
  );
}

/** Connect to the language server, again after each lost connection. */
export function connect() {
  const address = new URL("language", import.meta.url);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  const handlers = new Set();
  socket.addEventListener("message", ({ data }) => handlers.forEach((handler) => handler(data)));
  socket.addEventListener("open", () => {
    isConnected = true;
    client.connect({
      send: (message) => socket.readyState === WebSocket.OPEN && socket.send(message),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler),
    });
  });
  socket.addEventListener("close", ({ code, reason }) => {
    isConnected = false;
    client.disconnect();
    // Otherwise it would first send the messages it could not send before.
    client.transport = null;
    if (reason) say(reason);
    if (!FINAL_CODES.includes(code)) setTimeout(connect, RETRY_PAUSE);
  });
}

/** Extension that keeps the server informed of the text of a file. */
export function languageSupport(uri) {
  return [
    client.plugin(uri, "rftg-cards"),
    colours,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) queueMicrotask(() => client.sync());
    }),
  ];
}

function showDiagnostics(_client, { uri, version, diagnostics }) {
  const file = client.workspace.getFile(uri);
  const view = file?.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!plugin || version !== file.version) return false; // without a version, they are of the file on the disk
  keepFixAll(view, []);
  checked.add(view);
  view.dispatch(diagnosticsEffect(view, plugin, diagnostics, []));
  showFixesAndColours(view, plugin, file, diagnostics);
  return true;
}

/** Show extra decorations together with the diagnostics, so that the page is drawn once. */
async function showFixesAndColours(view, plugin, file, diagnostics) {
  const { version } = file;
  const requests = [requestColours(view, plugin), requestFixes(view, plugin, file, diagnostics)];
  const [marks, actions] = await Promise.all(requests);
  const isOpen = client.workspace.getFile(plugin.uri) === file; // it may have been closed meanwhile
  if (!isOpen || file.version !== version || !plugin.unsyncedChanges.empty) return;
  const steps = [];
  if (marks) steps.push({ effects: setColours.of(marks) });
  if (actions?.length) steps.push(diagnosticsEffect(view, plugin, diagnostics, actions));
  if (actions) keepFixAll(view, actions);
  if (steps.length) view.dispatch(...steps);
}

/** Return the transaction that shows diagnostics, each with its fixes. */
function diagnosticsEffect(view, plugin, diagnostics, actions) {
  const { version } = client.workspace.getFile(plugin.uri);
  const positionOf = (place) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
  return setDiagnostics(view.state, diagnostics.map((diagnostic) => ({
    from: positionOf(diagnostic.range.start),
    to: positionOf(diagnostic.range.end),
    severity: SEVERITIES[diagnostic.severity ?? 1],
    source: diagnostic.code,
    message: diagnostic.message,
    actions: actions
      .filter((action) => fixes(action, diagnostic))
      .map((action) => ({
        name: action.title,
        isFix: !IGNORES.test(action.title),
        apply: (editor) => applyAction(editor, action, version).then(() => editor.focus()),
        applyHere: () => applyAction(view, action, version),
      })),
  })));
}

function fixes(action, { code, range }) {
  return action.diagnostics?.some((fixed) => fixed.code === code && JSON.stringify(fixed.range) === JSON.stringify(range));
}

/** Return the code actions for the given diagnostics, or null if the server does not answer. */
async function requestFixes(view, plugin, file, diagnostics) {
  if (!diagnostics.length) return [];
  const range = { start: { line: 0, character: 0 }, end: plugin.toPosition(view.state.doc.length) };
  const params = { textDocument: { uri: file.uri }, range, context: { diagnostics } };
  return client.request("textDocument/codeAction", params).catch(() => null);
}

/** Remember the actions that fix several problems at once. */
function keepFixAll(view, actions) {
  const { version } = client.workspace.getFile(LSPPlugin.get(view).uri);
  const fixAll = actions.filter((action) => !action.edit || action.kind.startsWith("source.fixAll"));
  // Edits of unsafe fixes are fetched on demand.
  fixAlls.set(view, fixAll.map((action) => ({ title: action.title, apply: () => applyAction(view, action, version) })));
}

/** Return the actions that fix several problems of a text at once. */
export function fixAllOf(view) {
  return fixAlls.get(view) ?? [];
}

/** Make the edits of a code action; return whether it was for the current text. */
async function applyAction(view, action, version) {
  const { edit } = action.edit ? action : await askServer("codeAction/resolve", action) ?? action;
  const isCurrent = isInSync(view) && client.workspace.getFile(LSPPlugin.get(view).uri).version === version;
  if (isCurrent) applyEdits(view, Object.values(edit?.changes ?? {}).flat());
  return isCurrent;
}

/** Return whether the server has checked the text of an editor. */
export function isChecked(view) {
  return checked.has(view);
}

/** Return whether the server has the current text of an editor. */
export function isInSync(view) {
  return LSPPlugin.get(view).unsyncedChanges.empty;
}

/** Make edits from the server in an editor, as a single step to undo. */
export function applyEdits(view, edits, event = "input.fix") {
  const plugin = LSPPlugin.get(view);
  if (!edits?.length || !isInSync(view)) return;
  const changes = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: event, annotations: isolateHistory.of("full") });
}

/** Format a text, unless the server takes too long. */
export async function format(view) {
  const plugin = LSPPlugin.get(view);
  const { doc } = view.state;
  const options = { tabSize: 2, insertSpaces: true };
  const params = { textDocument: { uri: plugin.uri }, options };
  const timeout = new Promise((resolve) => setTimeout(resolve, FORMAT_TIMEOUT, null));
  const edits = await Promise.race([askServer("textDocument/formatting", params), timeout]);
  if (view.state.doc.eq(doc)) applyEdits(view, edits, "input.format");
}

// --- syntax colours of power lines

const setColours = StateEffect.define();
const colours = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setColours)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Return the colored words of a part of a text, with positions from its start. */
export function wordsIn(state, from, to) {
  const words = [];
  state.field(colours).between(from, to, (start, end, { spec }) => {
    if (start >= from && end <= to) words.push({ from: start - from, to: end - from, class: spec.class });
  });
  return words;
}

/** Return the syntax colours of a text, or null if the server has none for it. */
async function requestColours(view, plugin) {
  const legend = client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
  const params = { textDocument: { uri: plugin.uri } };
  const tokens = legend && await client.request("textDocument/semanticTokens/full", params).catch(() => null);
  if (!tokens || !plugin.unsyncedChanges.empty) return null;
  const marks = [];
  const { doc } = view.state;
  for (let index = 0, line = 1, column = 0; index < tokens.data.length; index += 5) {
    const [down, right, length, type] = tokens.data.slice(index, index + 4);
    line += down;
    column = down ? right : column + right;
    if (line > doc.lines) break;
    const from = doc.line(line).from + column;
    if (length > 0 && from + length <= doc.length) {
      marks.push(Decoration.mark({ class: `tok-${legend[type]}` }).range(from, from + length));
    }
  }
  return Decoration.set(marks, true);
}
