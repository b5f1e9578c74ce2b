// The sounds of the page, made by the browser itself out of tones and noise.

/** @import { TableInfo } from "./types" */
/** @typedef {keyof typeof SOUNDS} Sound */

/** Tones as their pitch in hertz, 0 for noise, their beginning and their length in seconds. */
const SOUNDS = {
  move: [[0, 0, 0.04], [190, 0, 0.06]],
  take: [[0, 0, 0.06], [150, 0.03, 0.09]],
  hit: [[0, 0, 0.12], [95, 0, 0.12]],
  push: [[320, 0, 0.05], [240, 0.06, 0.06]],
  turn: [[660, 0, 0.05], [880, 0.06, 0.06]],
  end: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.4]],
};
const LOUD = 0.4; // Of 1, at full volume.
const SOFT = 1_200; // Hertz: of noise only what is below, a knock on wood.

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound. A browser may keep silent until somebody has tapped the page.
 *
 * @param {Sound} name
 * @param {number} volume From 0 to 100.
 */
export async function play(name, volume) {
  if (!volume) return;
  context ??= new AudioContext();
  await context.resume();
  for (const [pitch, from, long] of SOUNDS[name]) {
    const start = context.currentTime + from;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime((LOUD * volume) / 100, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + long);
    gain.connect(context.destination);
    const source = pitch ? new OscillatorNode(context, { frequency: pitch, type: "triangle" }) : noise(context, long);
    source.connect(pitch ? gain : soft(context, gain));
    source.start(start);
    source.stop(start + long);
  }
}

/** @param {AudioContext} context @param {number} long */
function noise(context, long) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}

/** @param {AudioContext} context @param {AudioNode} to */
function soft(context, to) {
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: SOFT });
  filter.connect(to);
  return filter;
}

/** @param {TableInfo} info */
const taken = (info) => info.sides.flatMap((side) => side.captured).reduce((sum, man) => sum + man.n, 0);

/**
 * The sound of what has come between two states of a game; `null` if nothing has been played.
 *
 * @param {TableInfo} before
 * @param {TableInfo} after
 * @returns {Sound | null}
 */
export function soundOf(before, after) {
  if (before.running && !after.running) return "end";
  if (after.board.lines <= before.board.lines) return null;
  const fight = after.told.findLast((told) => told.fight)?.fight;
  if (fight) return fight.verdict === "Hit" ? "hit" : "push";
  return taken(after) > taken(before) ? "take" : "move";
}
