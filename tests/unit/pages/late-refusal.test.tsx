// @vitest-environment happy-dom
/** A call about money whose answer got lost, and which turned out not to have happened. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forfeitBonus } from '../../../src/bridge/actions/bonuses';
import type { Bonus } from '../../../src/core/contract/bonuses';
import type { Intent } from '../../../src/core/intent';
import { Forfeit } from '../../../src/pages/shared/bonuses/Forfeit';
import { resetIntents, showIntent } from '../../../src/state/intents';

vi.mock('../../../src/bridge/actions/bonuses', () => ({ forfeitBonus: vi.fn() }));
vi.mock('../../../src/bridge/actions/reach', () => ({ isReached: () => Promise.resolve(true) }));
vi.mock('../../../src/bridge/actions/sync', () => ({ recheckSession: () => Promise.resolve() }));

const bonus: Bonus = {
  walletId: 'w1', promotionId: 'welcome-bonus', name: 'Welcome bonus', status: 'active', granted: 1_000, current: 800, currency: 'NGN',
  requirement: 30_000, progress: 10_000, maxStake: 1_000, games: null, freeSpins: null, match: null, claimedAt: '2026-11-22T00:00:00Z',
  expiresAt: null, endedAt: null, endReason: null, converted: 0, lost: 0, version: 2, costs: [],
};
const intent = (state: Intent['state'], more: Partial<Intent> = {}): Intent =>
  ({ key: 'k', userId: 'a', kind: 'forfeit', gameId: 'w1', body: { version: 2 }, at: 1, sentAt: 1, state, answer: null, refusal: null, ...more }) as Intent;

let root: Root;
const text = () => document.body.textContent;
const dialog = () => document.querySelector('dialog');
const press = (name: string) => act(async () => {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === name);
  if (button === undefined) throw new Error(`There is no button “${name}”: ${text()}`);
  button.click();
  await Promise.resolve();
});
const show = (next: Intent) => act(async () => showIntent(next));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Forfeit bonus={bonus} onEnded={() => undefined} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  resetIntents();
  vi.unstubAllGlobals();
});

describe('giving a bonus up, when it is known late that nothing happened', () => {
  const lose = async () => {
    await show(intent('unknown'));
    expect(text()).toContain('We are checking whether you gave it up.');
    await show(intent('refused', { refusal: { because: 'not-sent' } }));
    expect(text()).toContain('We could not connect. The bonus has not changed.');
  };

  it('can be tried again, and the button asks for confirmation again', async () => {
    await lose();
    await press('Give up this bonus');
    expect(dialog()?.textContent).toContain('Give up “Welcome bonus”?');
    expect(text()).not.toContain('We could not connect.');
  });

  it('does not say that it failed once the next try has worked', async () => {
    await lose();
    vi.mocked(forfeitBonus).mockResolvedValue({ state: 'confirmed', answer: bonus } as Awaited<ReturnType<typeof forfeitBonus>>);
    await press('Give up this bonus');
    await press('Yes, give it up');
    expect(forfeitBonus).toHaveBeenCalledOnce();
    expect(text()).not.toContain('We could not connect.');
  });
});
