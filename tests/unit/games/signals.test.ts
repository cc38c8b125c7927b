import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextSignalMode, readSignalMode, signal, storeSignalMode } from '../../../src/games/signals';

const NAMES = ['start', 'step', 'end', 'won'] as const;
const stored = new Map<string, string>();
const vibrate = vi.fn();
const started = vi.fn();

/** Stands for all nodes of an audio graph; it only counts what is started. */
class Node {
  readonly gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  readonly frequency = { ...this.gain, value: 0 };
  connect<Next>(next: Next): Next {
    return next;
  }
  start = started;
  stop = () => {};
}

class Noise extends Node {}

class Audio {
  readonly currentTime = 0;
  readonly sampleRate = 100;
  readonly destination = new Node();
  createGain = () => new Node();
  createOscillator = () => new Node();
  createBiquadFilter = () => new Node();
  createBufferSource = () => new Noise();
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

function useDevice({ isPhone }: { isPhone: boolean }): void {
  vi.stubGlobal('navigator', isPhone ? { vibrate } : {});
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
}

beforeEach(() => {
  stored.clear();
  vibrate.mockClear();
  started.mockClear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('AudioContext', Audio);
  vi.stubGlobal('AudioBufferSourceNode', Noise);
  useDevice({ isPhone: true });
});

afterEach(() => vi.unstubAllGlobals());

describe('the sound and vibration of games', () => {
  it('are off until they are asked for', () => {
    expect(readSignalMode()).toBe('off');
    for (const name of NAMES) signal(name);
    expect(vibrate).not.toHaveBeenCalled();
    expect(started).not.toHaveBeenCalled();
  });

  it('are switched on one after the other on a phone, and the choice is stored', () => {
    const nextModes = (['off', 'sound', 'vibration'] as const).map((mode) => {
      storeSignalMode(mode);
      expect(readSignalMode()).toBe(mode);
      return nextSignalMode(mode);
    });
    expect(nextModes).toEqual(['sound', 'vibration', 'off']);
  });

  it('offer no vibration where the device has none', () => {
    useDevice({ isPhone: false });
    expect(nextSignalMode('sound')).toBe('off');
  });

  it('shake the phone for some milliseconds, and never at the end of a round without a win', () => {
    storeSignalMode('vibration');
    signal('end');
    expect(vibrate).not.toHaveBeenCalled();
    for (const name of ['start', 'step', 'won'] as const) signal(name);
    for (const [ms] of vibrate.mock.calls) {
      expect(ms).toBeGreaterThanOrEqual(8);
      expect(ms).toBeLessThanOrEqual(10);
    }
    expect(vibrate).toHaveBeenCalledTimes(3);
    expect(started).not.toHaveBeenCalled();
  });

  it('play sound and no vibration once sound is chosen', () => {
    storeSignalMode('sound');
    for (const name of NAMES) {
      started.mockClear();
      signal(name);
      expect(started, name).toHaveBeenCalled();
    }
    expect(vibrate).not.toHaveBeenCalled();
  });
});
