// Short sounds of our own, made of tones and noise when they are needed.

/** @typedef {{from: number, to?: number, at?: number, long: number, loud: number, shape?: OscillatorType}} Tone */
/** @typedef {{at?: number, long: number, loud: number, from: number, to: number}} Hiss */

/** @type {Record<string, {tones?: Tone[], hiss?: Hiss[]}>} */
const SOUNDS = {
  lift: { hiss: [{ long: 0.05, loud: 0.12, from: 2400, to: 3600 }] },
  place: {
    tones: [{ from: 170, to: 70, long: 0.13, loud: 0.5 }],
    hiss: [{ long: 0.06, loud: 0.25, from: 900, to: 300 }],
  },
  crown: {
    tones: [
      { from: 988, long: 0.16, loud: 0.14, shape: "triangle" },
      { from: 1319, at: 0.07, long: 0.24, loud: 0.14, shape: "triangle" },
    ],
  },
  giant: {
    tones: [
      { from: 78, to: 48, long: 0.4, loud: 0.35, shape: "sawtooth" },
      { from: 60, to: 40, at: 0.16, long: 0.3, loud: 0.5 },
    ],
  },
  erupt: {
    tones: [{ from: 95, to: 38, long: 0.55, loud: 0.45 }],
    hiss: [{ long: 0.6, loud: 0.4, from: 1400, to: 120 }],
  },
  turn: {
    tones: [
      { from: 659, long: 0.18, loud: 0.16 },
      { from: 880, at: 0.12, long: 0.3, loud: 0.16 },
    ],
  },
  victory: {
    tones: [523, 659, 784, 1047].map((from, i) => ({
      from,
      at: i * 0.11,
      long: i === 3 ? 0.7 : 0.22,
      loud: 0.2,
      shape: "triangle",
    })),
  },
};

/** @type {AudioContext | null} */
let context = null;

/** The first time it takes a slow phone a third of a second, in which nothing can move. */
export function tune() {
  context ??= new AudioContext();
  return context;
}

/** @param {string} name */
export function play(name) {
  const { tones = [], hiss = [] } = SOUNDS[name];
  const on = tune();
  if (on.state === "suspended") on.resume().catch(() => undefined);
  for (const tone of tones) ring(on, tone);
  for (const breath of hiss) blow(on, breath);
}

/** A voice that swells at once and dies away. @param {AudioContext} on @param {number} at @param {number} long @param {number} loud */
function voice(on, at, long, loud) {
  const gain = on.createGain();
  const start = on.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(on.destination);
  return { gain, start, end: start + long };
}

/** @param {AudioContext} on @param {Tone} tone */
function ring(on, { from, to = from, at = 0, long, loud, shape = "sine" }) {
  const { gain, start, end } = voice(on, at, long, loud);
  const tone = on.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, end);
  tone.connect(gain);
  tone.start(start);
  tone.stop(end);
}

/** @param {AudioContext} on @param {Hiss} hiss */
function blow(on, { at = 0, long, loud, from, to }) {
  const { gain, start, end } = voice(on, at, long, loud);
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const source = on.createBufferSource();
  source.buffer = noise;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(filter).connect(gain);
  source.start(start);
}
