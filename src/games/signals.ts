/**
 * Plays a sound, or lets the phone vibrate, when a round starts, takes a step, ends or wins. Both are off until a player asks for one of
 * them, on this device. Every result but a win has the same sound, and a phone never vibrates at the end of a lost round.
 */
import { localEntries } from '../state/local-entries';

const ENTRY = 'sound';

const STORED = { off: null, sound: '1', vibration: 'v' } as const;
export type SignalMode = keyof typeof STORED;

export function readSignalMode(): SignalMode {
  try {
    const stored = localEntries()?.getItem(ENTRY);
    return stored === STORED.sound ? 'sound' : stored === STORED.vibration ? 'vibration' : 'off';
  } catch {
    return 'off';
  }
}

/** The next mode in the order of a phone's own switch: silent, sound, vibration. The last one is for devices that have it. */
export function nextSignalMode(mode: SignalMode): SignalMode {
  if (mode === 'off') return 'sound';
  return mode === 'sound' && 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches ? 'vibration' : 'off';
}

export function storeSignalMode(mode: SignalMode): void {
  const stored = STORED[mode];
  try {
    if (stored === null) localEntries()?.removeItem(ENTRY);
    else localEntries()?.setItem(ENTRY, stored);
  } catch {
    // The choice could not be stored, so it is off at the next visit.
  }
}

/** A voice falls from one frequency to another, in Hz, and fades away. The shaker is noise around its frequency. */
const VOICES = {
  drum: { type: 'sine', from: 170, to: 55, seconds: 0.26, volume: 0.5 },
  seed: { type: 'triangle', from: 1_500, to: 700, seconds: 0.06, volume: 0.16 },
  shaker: { type: 'noise', from: 6_500, to: 6_500, seconds: 0.13, volume: 0.1 },
} as const;

/** The voices of each signal, with the seconds after which each begins; and how long the phone shakes, in milliseconds. */
const SIGNALS = {
  start: { voices: [['drum', 0]], shakeMs: 8 },
  step: { voices: [['seed', 0]], shakeMs: 8 },
  end: { voices: [['shaker', 0]], shakeMs: 0 },
  won: { voices: [['shaker', 0], ['seed', 0.1], ['seed', 0.18], ['drum', 0.26]], shakeMs: 10 },
} as const satisfies Record<string, { readonly voices: readonly (readonly [keyof typeof VOICES, number])[]; readonly shakeMs: number }>;

/** A module's variable, because browsers give a page only a few audio contexts, and one is enough for all games. */
let context: AudioContext | undefined;

/** Noise that is the same each time; in this place nobody hears that it repeats. */
function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = (Math.sin(at * 12.9898) * 43_758.5453) % 1;
  });
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

function tone(audio: AudioContext, type: OscillatorType): OscillatorNode {
  const source = audio.createOscillator();
  source.type = type;
  return source;
}

function play(audio: AudioContext, name: keyof typeof VOICES, afterS: number): void {
  const { type, from, to, seconds, volume } = VOICES[name];
  const start = audio.currentTime + afterS;
  const end = start + seconds;
  const fade = audio.createGain();
  fade.gain.setValueAtTime(volume, start);
  fade.gain.exponentialRampToValueAtTime(0.001, end);
  fade.connect(audio.destination);
  const source = type === 'noise' ? noise(audio, seconds) : tone(audio, type);
  if (source instanceof AudioBufferSourceNode) {
    const band = audio.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = from;
    source.connect(band).connect(fade);
  } else {
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(fade);
  }
  source.start(start);
  source.stop(end);
}

/** Does nothing until a player has asked for it, and where the device can't. */
export function signal(name: keyof typeof SIGNALS): void {
  const { voices, shakeMs } = SIGNALS[name];
  const mode = readSignalMode();
  if (mode === 'vibration' && shakeMs > 0) navigator.vibrate(shakeMs);
  if (mode !== 'sound') return;
  context ??= new AudioContext();
  for (const [voice, afterS] of voices) play(context, voice, afterS);
}
