import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { figureAge } from '../../../src/bridge/figures/use-figure-age';
import { asOfWords, clock } from '../../../src/core/time';
import { failure } from '../../../src/core/errors';
import { noteFailure, noteOffline, notePlatformAnswer, resetConnection } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { resetFigures } from '../../../src/state/apply-figures';

describe('the age of a figure', () => {
  beforeEach(() => {
    resetConnection();
    resetFigures();
  });
  afterEach(() => {
    resetConnection();
    resetFigures();
  });

  it('is not known before the figure is', () => {
    expect(figureAge('balance')).toBeNull();
  });

  it('reads “just now” while the platform answers, and names the time from the moment at which the connection is lost', () => {
    const savedAt = clock.now() - 1_000;
    figuresStore.setState({ balance: { source: 'live', savedAt } });
    notePlatformAnswer();
    expect(figureAge('balance')).toBe('just now');
    noteOffline();
    expect(figureAge('balance')).toBe(asOfWords(savedAt, clock.now()));
    expect(figureAge('balance')).toMatch(/^as of /);
    notePlatformAnswer();
    expect(figureAge('balance')).toBe('just now');
  });

  it('names the time of a figure that is not live, even while the platform answers', () => {
    notePlatformAnswer();
    for (const source of ['dated', 'unread'] as const) {
      figuresStore.setState({ balance: { source, savedAt: clock.now() } });
      expect(figureAge('balance')).toMatch(/^as of /);
    }
  });

  it('names the time by the phone’s own clock, where the platform’s is another', () => {
    const { now } = clock;
    const savedAt = now() + 3 * 60 * 60_000;
    figuresStore.setState({ balance: { source: 'live', savedAt } });
    noteOffline();
    try {
      clock.now = () => now() + 3 * 60 * 60_000;
      expect(figureAge('balance')).toBe(asOfWords(savedAt - 3 * 60 * 60_000, now()));
    } finally {
      clock.now = now;
    }
  });

  it('names the time also in front of a network that wants a sign-in of its own', () => {
    figuresStore.setState({ balance: { source: 'dated', savedAt: clock.now() } });
    noteFailure({ ...failure('network').error, captivePortal: true });
    expect(figureAge('balance')).toMatch(/^as of /);
  });
});
