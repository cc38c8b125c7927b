import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dateFiguresWhenCut } from '../../../src/bridge/figures/date-figures';
import { hearOffline, hearPlatform } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { confirmFigure, hearBalance } from '../../../src/state/hear-figures';
import { resetAll } from '../../../src/state/reset-all';

let end: () => void;
beforeEach(() => {
  resetAll();
  end = dateFiguresWhenCut();
});
afterEach(() => end());

const source = () => figuresStore.getState().balance.source;

describe('a figure on the screen', () => {
  it('is not called live once it is known that nothing comes through, and is again with the next answer', () => {
    hearPlatform();
    hearBalance({ items: [{ type: 'Real', amount: 10, currency: 'NGN' }] }, 1, { live: true, savedAt: 1000 });
    expect(source()).toBe('live');
    hearOffline();
    expect(source()).toBe('dated');
    hearPlatform();
    confirmFigure('balance', 2000);
    expect(source()).toBe('live');
  });
});
