// A short tone, made by the browser itself.

const PITCH = 660; // Hertz.
const LOUD = 0.15; // Of 1.
const LENGTH = 0.35; // Seconds.

/** @type {AudioContext | null} */
let context = null;

/** Plays the tone. A browser may keep silent until somebody has tapped the page. */
export async function tone() {
  context ??= new AudioContext();
  await context.resume();
  const end = context.currentTime + LENGTH;
  const volume = new GainNode(context, { gain: LOUD });
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(context.destination);
  const source = new OscillatorNode(context, { frequency: PITCH });
  source.connect(volume);
  source.start();
  source.stop(end);
}
