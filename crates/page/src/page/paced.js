// Work that many things may ask for.

const SOON = 60; // Milliseconds: several reasons at the same time are one.

/** Runs something soon after it is asked for, but no more than twice in `apart` milliseconds. */
export class Paced {
  /**
   * @param {() => Promise<void>} run
   * @param {number} apart
   */
  constructor(run, apart) {
    this.run = run;
    this.apart = apart;
    this.timer = 0;
    this.runs = [0, 0]; // The last two.
  }

  ask() {
    if (this.timer) return;
    this.timer = setTimeout(() => this.now(), Math.max(SOON, this.runs[0] + this.apart - Date.now()));
  }

  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.ran();
    return this.run();
  }

  ran() {
    this.runs = [this.runs[1], Date.now()];
  }
}
