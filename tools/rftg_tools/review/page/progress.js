// Progress of a review, and an estimate of the remaining time.

import { PROGRESS } from "./review-words.js";

const MAX_SECONDS = 90; // seconds; longer times are given in minutes

export class Progress {
  constructor() {
    this.start = null; // time and progress when first seen
  }

  /** The progress message; "" once the review is complete. */
  describe(review) {
    if (review.complete) return "";
    if (review.stopped) return PROGRESS.stopped(review.stopped);
    const [done, all] = review.decisions_done;
    const remaining = this.remaining(done, all, performance.now() / 1000);
    return `${[PROGRESS.reviewed(done, all), remaining].filter(Boolean).join(", ")}. ${PROGRESS.appear}`;
  }

  /**
   * "about 20 seconds left"; "" without progress since the page was opened. Later decisions take
   * less time, because only the rest of the game is played out. now: in seconds.
   */
  remaining(done, all, now) {
    this.start ??= { done, now };
    const work = ((all - done) / (all - this.start.done)) ** 2; // remaining share of the work
    if (!(work < 1)) return "";
    const seconds = ((now - this.start.now) * work) / (1 - work);
    if (seconds > MAX_SECONDS) return PROGRESS.minutes(Math.round(seconds / 60));
    return PROGRESS.seconds(5 * Math.max(1, Math.ceil(seconds / 5)));
  }
}
