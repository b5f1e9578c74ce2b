// Work that many things may ask for.

const SOON = 60; // Milliseconds: several reasons at the same time are one.

/** Runs something soon after it is asked for, but no sooner than `apart` milliseconds after the last time. */
export class Paced {
  /**
   * @param {() => Promise<void>} run
   * @param {number} apart
   */
  constructor(run, apart) {
    this.run = run;
    this.apart = apart;
    this.timer = 0;
    this.last = 0;
  }

  ask() {
    if (this.timer) return;
    this.timer = setTimeout(() => this.now(), Math.max(SOON, this.last + this.apart - Date.now()));
  }

  now() {
    clearTimeout(this.timer);
    Object.assign(this, { timer: 0, last: Date.now() });
    return this.run();
  }
}
