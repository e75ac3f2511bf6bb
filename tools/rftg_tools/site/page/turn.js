// One tab at a time: two would be two programs that write the same files.

const HEAR_TIME = 10_000; // ms in which another tab says that it hears; otherwise it hangs or is frozen
const LEAVE_TIME = 60_000; // ms in which a tab that hears has stored its files and stopped

/** Resolve after a number of ms. */
const after = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Turn {
  #name;
  #leave;
  #onLeft;
  #onStolen;
  #channel;
  #release = undefined; // ends this tab's turn
  #isLeaving = false;
  #answer = (_message) => {};

  /**
   * @param {string} name of the lock that the tab in turn holds
   * leave(): stores and stops everything within LEAVE_TIME, returns why it can't or "". onLeft(): called when another
   * tab has the turn. onStolen(): called when another tab has taken it without an answer; it must not store anything.
   */
  constructor(name, { leave, onLeft, onStolen }) {
    this.#name = name;
    this.#leave = leave;
    this.#onLeft = onLeft;
    this.#onStolen = onStolen;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  /** Take the turn if no other tab has it; return whether this tab has it. */
  take() {
    return this.#request({ ifAvailable: true });
  }

  /** Ask the other tab to stop, and take its turn; return why it can't stop, or "". */
  async takeOver() {
    const waiting = new AbortController();
    const taken = this.#request({ signal: waiting.signal }).then(() => ({ taken: true }));
    const heard = new Promise((resolve) => (this.#answer = resolve));
    this.#channel.postMessage({ leave: Date.now() });
    let answer = await Promise.race([taken, heard, after(HEAR_TIME)]);
    if (answer?.hears) {
      const refused = new Promise((resolve) => (this.#answer = resolve));
      answer = await Promise.race([taken, refused, after(LEAVE_TIME)]);
    }
    if (this.#release) return "";
    waiting.abort();
    if (answer?.refused) return answer.refused;
    await this.#request({ steal: true });
    return "";
  }

  async #hear({ leave, hears, refused }) {
    if (hears || refused) this.#answer({ hears, refused });
    const isLate = Date.now() - leave > HEAR_TIME / 2; // this tab was frozen, and its turn is or will be stolen
    if (!leave || isLate || !this.#release) return;
    this.#channel.postMessage({ hears: true });
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const problem = await this.#leave().catch((error) => error.message);
    this.#isLeaving = false;
    if (!this.#release) return; // it was stolen meanwhile
    if (problem) this.#channel.postMessage({ refused: problem });
    else {
      this.#release();
      this.#release = undefined;
      this.#onLeft();
    }
  }

  #request(options) {
    return new Promise((resolve) => {
      let release;
      const hold = (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((done) => (this.#release = release = done));
      };
      navigator.locks.request(this.#name, options, hold).catch(() => {
        if (!release || this.#release !== release) return; // this tab gave up waiting
        this.#release = undefined;
        this.#onStolen();
      });
    });
  }
}
