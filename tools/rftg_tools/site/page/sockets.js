// WebSocket, EventSource and downloads of the studio's pages: over messages to Python, where there is no server.

(() => {
  const APP = /^(.*?\/app)\//.exec(location.pathname)?.[1] ?? "";
  const KEEP_TIME = 60_000; // ms in which a browser stores a download
  const open = new Set();

  /** Open a channel to Python; `hear` gets its messages. */
  function channel(kind, address, headers, hear) {
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }) => hear(JSON.parse(data.head), data.body);
    const head = JSON.stringify({ path: address.pathname.slice(APP.length) + address.search, own: true, headers });
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind, head }, [port2]));
    return port;
  }

  class Connection extends EventTarget {
    CONNECTING = 0;
    OPEN = 1;
    readyState = 0;
    onopen = null;
    onmessage = null;
    onerror = null;

    constructor(address) {
      super();
      this.url = new URL(address, document.baseURI).href;
      open.add(this);
    }

    tell(event) {
      this.dispatchEvent(event);
      this[`on${event.type}`]?.(event);
    }
  }

  class Socket extends Connection {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    CLOSING = 2;
    CLOSED = 3;
    onclose = null;
    binaryType = "blob";
    bufferedAmount = 0;
    protocol = "";
    extensions = "";

    constructor(address) {
      super(address);
      this.port = channel("socket", new URL(this.url), [], (message) => this.hear(message));
    }

    hear({ open: isOpen, text, close, lost }) {
      if (this.readyState === Socket.CLOSED) return;
      if (lost) this.lose();
      if (isOpen) {
        this.readyState = Socket.OPEN;
        this.tell(new Event("open"));
      }
      if (text !== undefined && this.readyState === Socket.OPEN) this.tell(new MessageEvent("message", { data: text, origin: location.origin }));
      if (close) this.end(...close);
    }

    end(code, reason) {
      if (this.readyState === Socket.CLOSED) return;
      this.readyState = Socket.CLOSED;
      open.delete(this);
      this.port.close();
      this.tell(new CloseEvent("close", { code, reason, wasClean: code !== 1006 }));
    }

    send(text) {
      if (this.readyState === Socket.CONNECTING) throw new DOMException("The connection isn't open yet.", "InvalidStateError");
      if (this.readyState === Socket.OPEN) this.port.postMessage({ text });
    }

    close(code = 1000, reason = "") {
      if (this.readyState >= Socket.CLOSING) return;
      this.readyState = Socket.CLOSING;
      this.port.postMessage({ close: [code, reason] });
      setTimeout(() => this.end(code, reason));
    }

    lose() {
      this.end(1006, "");
    }
  }

  class Events extends Connection {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSED = 2;
    CLOSED = 2;
    withCredentials = false;
    retry = 1000;
    rest = "";

    constructor(address) {
      super(address);
      this.decoder = new TextDecoder();
      this.connect();
    }

    connect() {
      if (this.readyState === Events.CLOSED) return;
      this.rest = "";
      this.port = channel("http", new URL(this.url), [["accept", "text/event-stream"]], (head, body) => this.hear(head, body));
    }

    hear(head, body) {
      if (this.readyState === Events.CLOSED) return;
      if (head.status === 200) {
        this.readyState = Events.OPEN;
        this.tell(new Event("open"));
      } else if (head.status) this.fail();
      else if (body) this.read(this.decoder.decode(body, { stream: true }));
      else if (head.end || head.lost) this.lose();
    }

    read(text) {
      const blocks = (this.rest + text).split("\n\n");
      this.rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        const values = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
        const [retry] = values("retry");
        if (retry) this.retry = Number(retry);
        const data = values("data");
        if (data.length) this.tell(new MessageEvent(values("event")[0] ?? "message", { data: data.join("\n"), origin: location.origin }));
      }
    }

    lose() {
      if (this.readyState === Events.CLOSED) return;
      this.port.close();
      this.readyState = Events.CONNECTING;
      this.tell(new Event("error"));
      setTimeout(() => this.connect(), this.retry);
    }

    fail() {
      this.close();
      this.tell(new Event("error"));
    }

    close() {
      if (this.readyState === Events.CLOSED) return;
      this.readyState = Events.CLOSED;
      open.delete(this);
      this.port.postMessage({ abort: true });
      this.port.close();
    }
  }

  const isOurs = (link) => link.hasAttribute("download") && link.href.startsWith(new URL(`${APP}/`, location.href).href);

  /** Download what a link names by way of the page: not every browser asks the service worker for downloads. */
  async function download(link) {
    const answer = await fetch(link.href);
    if (!answer.ok) return;
    const copy = document.createElement("a");
    copy.href = URL.createObjectURL(await answer.blob());
    copy.download = link.download;
    copy.click();
    setTimeout(() => URL.revokeObjectURL(copy.href), KEEP_TIME);
  }

  if (!APP) return;
  Object.assign(window, { WebSocket: Socket, EventSource: Events });
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    if (isOurs(this)) download(this);
    else click.call(this);
  };
  addEventListener(
    "click",
    (event) => {
      const link = /** @type {any} */ (event.target)?.closest?.("a[download]");
      if (!link || !isOurs(link)) return;
      event.preventDefault();
      download(link);
    },
    true,
  );
  addEventListener("pagehide", () => open.forEach((one) => one.close()));
  new BroadcastChannel(`rftg-dsl ${APP}`).onmessage = ({ data }) => data === "restarted" && [...open].forEach((one) => one.lose());
})();
