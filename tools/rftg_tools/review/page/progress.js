// How far a review is, in decisions, and how long the rest may take.

import { PROGRESS } from "./review-words.js";

const PATIENCE = 90; // seconds; more are told in minutes

export class Progress {
  constructor() {
    this.begun = null; // when the first decisions were seen, and how many
  }

  /** What is to be said of it; nothing once all is found. */
  of(found) {
    if (found.complete) return "";
    if (found.stopped) return PROGRESS.stopped(found.stopped);
    const [done, all] = found.decisions_done;
    const left = this.left(done, all, performance.now() / 1000);
    return `${[PROGRESS.reviewed(done, all), left].filter(Boolean).join(", ")}. ${PROGRESS.appear}`;
  }

  /**
   * "about 20 seconds left"; "" while nothing has been found since the page was opened. Each decision
   * takes as long as the rest of the game, which is played out from it. now: in seconds.
   */
  left(done, all, now) {
    this.begun ??= { done, now };
    const work = ((all - done) / (all - this.begun.done)) ** 2; // that is left
    if (!(work < 1)) return "";
    const seconds = ((now - this.begun.now) * work) / (1 - work);
    if (seconds > PATIENCE) return PROGRESS.minutes(Math.round(seconds / 60));
    return PROGRESS.seconds(5 * Math.max(1, Math.ceil(seconds / 5)));
  }
}
