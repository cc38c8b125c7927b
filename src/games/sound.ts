/** Plays a few short tones. Sound is off until a player switches it on, on this device. All results sound alike, except a win. */
import { localEntries } from '../state/local-entries';

const ENTRY = 'sound';
/** The frequencies in Hz, one after the other. */
const TONES = { start: [392], step: [523], end: [330], won: [523, 659] } as const;
const TONE_S = 0.09;

export function isSoundOn(): boolean {
  try {
    return localEntries()?.getItem(ENTRY) === '1';
  } catch {
    return false;
  }
}

export function switchSound(on: boolean): void {
  try {
    if (on) localEntries()?.setItem(ENTRY, '1');
    else localEntries()?.removeItem(ENTRY);
  } catch {
    // The choice could not be stored, so sound is off at the next visit.
  }
}

/** A module's variable, because browsers give a page only a few audio contexts, and one is enough for all games. */
let context: AudioContext | undefined;

/** Plays a sound. It is silent while sound is off, and where the browser has no sound. */
export function sound(name: keyof typeof TONES): void {
  if (!isSoundOn()) return;
  context ??= new AudioContext();
  const { destination, currentTime } = context;
  for (const [at, hertz] of TONES[name].entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const from = currentTime + at * TONE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_S);
    tone.connect(volume).connect(destination);
    tone.start(from);
    tone.stop(from + TONE_S);
  }
}
