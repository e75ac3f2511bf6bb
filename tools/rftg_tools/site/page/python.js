// Python in its worker, seen from the page: started, asked, watched, and started again.

import { BOOT } from "./boot-words.js";
import { scriptUrl } from "./install.js";

const HERE = new URL(".", import.meta.url).href;
const PING_TIME = 5_000; // ms between two pings
const MAX_MISSED = 12; // pings without an answer until Python is started again
const MAX_RESTARTS = 3; // in a row, without ENOUGH_ANSWERS in between
const ENOUGH_ANSWERS = 12; // to pings: those of a minute
const ANSWER_TIME = 120_000; // ms for an answer, unless the question names another time

/** An answer that will not come: Python was stopped, or takes too long. */
export class NoAnswer extends Error {}

export class Python {
  isReady = false;
  #options;
  #on;
  #worker = undefined;
  #missed = 0;
  #answers = 0; // to pings since the last start
  #restarts = 0;
  #timer = 0;
  #resolve;
  #waiting = new Set(); // functions that reject open questions

  /** options: of the studio. on: {onStep, onReady, onFailed, onRestart, onMissing, onPlain, onStorage, onStored, onDamaged}. */
  constructor(options, on) {
    this.#options = options;
    this.#on = on;
    this.ready = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Call functions for more kinds of news. */
  listen(on) {
    this.#on = { ...this.#on, ...on };
  }

  /** Start Python. */
  start() {
    this.#restarts = 0;
    this.#start();
  }

  #start() {
    this.stop();
    this.#answers = 0;
    this.#on.onStorage?.(""); // it begins with what is stored
    this.#worker = new Worker(/** @type {any} */ (scriptUrl(`${HERE}python-worker.js`)), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(event.message ?? "");
    this.#worker.postMessage({ start: { ...this.#options, script: `${HERE}sockets.js` } });
  }

  /** End Python at once; open questions get no answer. */
  stop() {
    clearInterval(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.isReady = false;
    for (const reject of [...this.#waiting]) reject();
  }

  /** Pass a request of a page on. */
  pass(message, port) {
    if (this.isReady) this.#worker.postMessage(message, message.body ? [message.body, port] : [port]);
    else port.postMessage({ head: JSON.stringify({ lost: true }) });
  }

  /**
   * Return the answer of the worker to a question. Rejects with its problem, or with NoAnswer.
   * @param {string} question
   * @param {any} [value]
   * @param {number} [time] in ms
   * @returns {Promise<any>}
   */
  ask(question, value, time = ANSWER_TIME) {
    if (!this.#worker) return Promise.reject(new NoAnswer(BOOT.notRunning));
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      const end = (settle, result) => {
        clearTimeout(timer);
        this.#waiting.delete(stop);
        port1.close();
        settle(result);
      };
      const stop = () => end(reject, new NoAnswer(BOOT.stopped));
      const timer = setTimeout(() => end(reject, new NoAnswer(BOOT.noAnswer)), time);
      this.#waiting.add(stop);
      port1.onmessage = ({ data }) => ("problem" in data ? end(reject, new Error(data.problem)) : end(resolve, data.answer));
      worker.postMessage({ ask: question, value }, [port2]);
    });
  }

  #hear(data) {
    const { onStep, onMissing, onPlain, onStorage, onStored, onDamaged } = this.#on;
    if (data.step) onStep(data.step);
    if (data.ready) this.#begin();
    if (data.failed) this.#fail(data.failed);
    if (data.missing) onMissing(data.missing);
    if (data.plain) onPlain();
    if ("storage" in data) onStorage?.(data.storage);
    if (data.stored) onStored?.();
    if (data.damaged) onDamaged?.(data.damaged);
  }

  #begin() {
    this.isReady = true;
    this.#missed = 0;
    this.#on.onReady();
    this.#resolve();
    if (this.#restarts) this.#on.onRestart(true);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#watch(), PING_TIME);
  }

  #fail(problem) {
    if (this.isReady) this.#restart();
    else {
      this.stop();
      this.#on.onFailed(problem);
    }
  }

  /** Ask whether Python still answers; start it again if it has not for a while. */
  #watch() {
    this.#missed += 1;
    this.ask("ping").then(
      () => this.#countAnswer(),
      () => {}, // it counts as missed
    );
    if (this.#missed > MAX_MISSED) this.#restart();
  }

  #countAnswer() {
    this.#missed = 0;
    this.#answers += 1;
    if (this.#answers >= ENOUGH_ANSWERS) this.#restarts = 0;
  }

  #restart() {
    this.stop();
    this.#restarts += 1;
    if (this.#restarts > MAX_RESTARTS) return this.#on.onFailed("hangs");
    this.#on.onRestart(false);
    this.#start();
  }
}
