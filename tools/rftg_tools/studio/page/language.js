// The language server: what is found in the text, what can be written, and what mends it.

import {
  Decoration, DOMPurify, EditorView, keymap, hoverTooltips, isolateHistory, jumpToDefinitionKeymap, LSPClient, LSPPlugin,
  serverCompletion, setDiagnostics, StateEffect, StateField,
} from "./codemirror.js";
import { say } from "./common.js";

const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const PATIENCE = 60_000; // ms that an answer may take: on a busy machine the server starts slowly
const FORMATTING = 2000; // ms that saving waits for the canonical form, and does without it then
const AGAIN = 1000; // ms until a lost connection is tried again

/** Markup of the server's, which quotes texts of card files, with nothing in it that could act. */
function harmless(html) {
  return DOMPurify.sanitize(html, { RETURN_TRUSTED_TYPE: true, USE_PROFILES: { html: true } });
}

const client = new LSPClient({
  rootUri: null,
  timeout: PATIENCE,
  sanitizeHTML: harmless,
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
      notificationHandlers: { "textDocument/publishDiagnostics": showFound },
    },
  ],
});

let isThere = false; // the connection; the client itself keeps the end of a lost one

/** What the language server answers; null where it is not there, or has no answer. */
export async function askServer(method, params) {
  return (await requestAnswer(method, params)).answer;
}

/** The same, with the problem if it refuses; null without one. */
export async function requestAnswer(method, params) {
  if (!isThere) return { answer: null, problem: null };
  client.sync();
  return client.request(method, params).then(
    (answer) => ({ answer, problem: null }),
    (error) => ({ answer: null, problem: String(error.message) }),
  );
}

/** Speak to the language server from now on, again after each loss. */
export function connect() {
  const address = new URL("language", import.meta.url);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  const handlers = new Set();
  socket.addEventListener("message", ({ data }) => handlers.forEach((handler) => handler(data)));
  socket.addEventListener("open", () => {
    isThere = true;
    client.connect({
      send: (message) => socket.readyState === WebSocket.OPEN && socket.send(message),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler),
    });
  });
  socket.addEventListener("close", ({ code, reason }) => {
    isThere = false;
    client.disconnect();
    // It keeps its transport, and would say first, when it has another, what it could not say now.
    client.transport = null;
    if (reason) say(reason);
    if (code !== 4429) setTimeout(connect, AGAIN);
  });
}

/** What has an editor speak of a file to the server, at each change of its text. */
export function spoken(uri) {
  return [
    client.plugin(uri, "rftg-cards"),
    coloured,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) queueMicrotask(() => client.sync());
    }),
  ];
}

function showFound(_client, { uri, version, diagnostics }) {
  const file = client.workspace.getFile(uri);
  const view = file?.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!plugin || (version != null && version !== file.version)) return false;
  view.dispatch(shown(view, plugin, diagnostics, []));
  if (!diagnostics.length) offerAll(view, []);
  showMore(view, plugin, file, diagnostics);
  return true;
}

/** Show in one step, so that it is drawn once, what is asked for when findings are there. */
async function showMore(view, plugin, file, diagnostics) {
  const { version } = file;
  const [marks, actions] = await Promise.all([coloursOf(view, plugin), mendable(view, plugin, file, diagnostics)]);
  if (file.version !== version || !plugin.unsyncedChanges.empty) return;
  const steps = [];
  if (marks) steps.push({ effects: setColours.of(marks) });
  if (actions?.length) steps.push(shown(view, plugin, diagnostics, actions));
  if (steps.length) view.dispatch(...steps);
  if (actions) offerAll(view, actions);
}

/** The change of the editor that shows findings, each with what mends it. */
function shown(view, plugin, diagnostics, actions) {
  const at = (place) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, plugin.syncedDoc));
  return setDiagnostics(view.state, diagnostics.map((one) => ({
    from: at(one.range.start),
    to: at(one.range.end),
    severity: SEVERITIES[one.severity ?? 1],
    source: one.code,
    message: one.message,
    actions: actions.filter((action) => mends(action, one)).map(buttonOf),
  })));
}

function mends(action, one) {
  return action.diagnostics?.some((other) => other.code === one.code && same(other.range, one.range));
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function buttonOf(action) {
  return { name: action.title, apply: (view) => make(view, action) };
}

/** What would mend some findings; null where the server has no answer. */
async function mendable(view, plugin, file, diagnostics) {
  if (!diagnostics.length) return [];
  const whole = { start: { line: 0, character: 0 }, end: plugin.toPosition(view.state.doc.length) };
  const asked = { textDocument: { uri: file.uri }, range: whole, context: { diagnostics } };
  return client.request("textDocument/codeAction", asked).catch(() => null);
}

/** Offer above the text what mends several findings at once; what is unsafe has its edit when it is chosen. */
function offerAll(view, actions) {
  const all = actions.filter((action) => !action.edit || action.kind.startsWith("source.fixAll"));
  fixesOf(view).replaceChildren(...all.map((action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = action.title;
    made.addEventListener("click", () => make(view, action));
    return made;
  }));
}

function fixesOf(view) {
  return view.dom.getRootNode().host?.previousElementSibling ?? document.getElementById("fixes");
}

/** Make what the server proposes in the text that it proposes it for. */
async function make(view, action) {
  const { edit } = action.edit ? action : await askServer("codeAction/resolve", action) ?? action;
  apply(view, Object.values(edit?.changes ?? {}).flat());
  view.focus();
}

/** Whether the server knows the text of an editor as it is now. */
export function isInStep(view) {
  return LSPPlugin.get(view).unsyncedChanges.empty;
}

/** Make edits of the server's in an editor's text, as one step to be undone. */
export function apply(view, edits, event = "input.fix") {
  const plugin = LSPPlugin.get(view);
  if (!edits?.length || !isInStep(view)) return;
  const changes = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: event, annotations: isolateHistory.of("full") });
}

/** Bring a text into canonical form, as far as it can be read, and soon. */
export async function format(view) {
  const plugin = LSPPlugin.get(view);
  const { doc } = view.state;
  const options = { tabSize: 2, insertSpaces: true };
  const asked = { textDocument: { uri: plugin.uri }, options };
  const late = new Promise((resolve) => setTimeout(resolve, FORMATTING, null));
  const edits = await Promise.race([askServer("textDocument/formatting", asked), late]);
  if (view.state.doc.eq(doc)) apply(view, edits);
}

// --- colours of power lines, by what each word is

const setColours = StateEffect.define();
const coloured = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setColours)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The colours of a text as the server knows it; null where it does not. */
async function coloursOf(view, plugin) {
  const legend = client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
  const asked = { textDocument: { uri: plugin.uri } };
  const found = legend && await client.request("textDocument/semanticTokens/full", asked).catch(() => null);
  if (!found || !plugin.unsyncedChanges.empty) return null;
  const marks = [];
  const { doc } = view.state;
  for (let at = 0, line = 1, column = 0; at < found.data.length; at += 5) {
    const [down, right, length, type] = found.data.slice(at, at + 4);
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
