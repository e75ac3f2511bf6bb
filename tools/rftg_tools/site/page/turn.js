// One tab at a time: two would be two programs that write the same files.

const PATIENCE = 10_000; // ms in which another tab stores its files

export class Turn {
  #name;
  #leave;
  #onLeft;
  #channel;
  #release = undefined; // ends this tab's turn
  #refused = (_why) => {};

  /**
   * @param {string} name of the lock that the tab in turn holds
   * leave(): stores and stops everything, returns why it can't or "". onLeft(): called when another tab has the turn.
   */
  constructor(name, { leave, onLeft }) {
    this.#name = name;
    this.#leave = leave;
    this.#onLeft = onLeft;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  /** Take the turn if no other tab has it; return whether this tab has it. */
  take() {
    return this.#request({ ifAvailable: true });
  }

  /** Ask the other tab to stop, and take its turn; return why it can't stop, or "". */
  async takeOver() {
    const refused = new Promise((resolve) => (this.#refused = resolve));
    const waiting = new AbortController();
    const taken = this.#request({ signal: waiting.signal }).then(() => "");
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    this.#channel.postMessage({ leave: true });
    const answer = await Promise.race([taken, refused, late]);
    if (answer === "") return "";
    waiting.abort();
    if (answer) return answer;
    await this.#request({ steal: true }); // the other tab hangs, or is frozen
    return "";
  }

  async #hear({ leave, refused }) {
    if (refused) this.#refused(refused);
    if (!leave || !this.#release) return;
    const problem = await this.#leave();
    if (problem) this.#channel.postMessage({ refused: problem });
    else this.#end();
  }

  #end() {
    this.#release?.();
    this.#release = undefined;
    this.#onLeft();
  }

  #request(options) {
    return new Promise((resolve) => {
      navigator.locks
        .request(this.#name, options, (lock) => {
          resolve(Boolean(lock));
          return lock && new Promise((release) => (this.#release = release));
        })
        .catch(async () => {
          if (!this.#release) return; // this tab gave up waiting
          await this.#leave(); // another tab has stolen the turn
          this.#end();
        });
    });
  }
}
