// How far a review is, in decisions, and how long the rest may take.

const PATIENCE = 90; // seconds; more are told in minutes

export class Progress {
  constructor() {
    this.begun = null; // when the first decisions were seen, and how many
  }

  /** What is to be said of it; nothing once all is found. */
  of(found) {
    if (found.complete) return "";
    if (found.stopped) return `No more games will be played out:  ${found.stopped}`;
    const [done, all] = found.decisions_done;
    const left = this.left(done, all, performance.now() / 1000);
    const share = `${done} of ${all} decisions reviewed (${Math.floor((100 * done) / all)} %)`;
    return `${share}${left ? `, ${left}` : ""}. Figures appear as they are found.`;
  }

  /** "about 20 seconds left", by the pace so far; "" while it has none. now: in seconds. */
  left(done, all, now) {
    this.begun ??= { done, now };
    const found = done - this.begun.done;
    if (found <= 0) return "";
    const seconds = ((all - done) * (now - this.begun.now)) / found;
    if (seconds > PATIENCE) return `about ${Math.round(seconds / 60)} minutes left`;
    return `about ${5 * Math.max(1, Math.ceil(seconds / 5))} seconds left`;
  }
}
