import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markFiguresDatedWhenOffline } from '../../../src/bridge/figures/mark-figures-dated';
import { noteOffline, notePlatformAnswer } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { confirmFigure, applyBalance } from '../../../src/state/apply-figures';
import { resetAll } from '../../../src/state/reset-all';

let end: () => void;
beforeEach(() => {
  resetAll();
  end = markFiguresDatedWhenOffline();
});
afterEach(() => end());

const source = () => figuresStore.getState().balance.source;

describe('a figure on the screen', () => {
  it('is not live once the platform is known to be out of reach, and is live again with the next answer', () => {
    notePlatformAnswer();
    applyBalance({ items: [{ type: 'Real', amount: 10, currency: 'NGN' }] }, 1, { live: true, savedAt: 1000 });
    expect(source()).toBe('live');
    noteOffline();
    expect(source()).toBe('dated');
    notePlatformAnswer();
    confirmFigure('balance', 2000);
    expect(source()).toBe('live');
  });
});
