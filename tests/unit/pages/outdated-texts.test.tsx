// @vitest-environment happy-dom
/** A page's texts about money, a limit or an e-mail at a moment when the platform's answer is missing or out of date. */
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lowerLimitLater, setLimit } from '../../../src/bridge/actions/protection';
import { recheckSession } from '../../../src/bridge/actions/sync';
import { kobo } from '../../../src/core/money';
import { factsOf } from '../../../src/pages/self-exclusion/limit-facts';
import { LimitRow } from '../../../src/pages/self-exclusion/LimitRow';
import { EmailNeeded } from '../../../src/pages/shared/gates/EmailNeeded';
import { NewBalance } from '../../../src/pages/shared/money/NewBalance';
import { FirstLimits } from '../../../src/pages/shared/protection/FirstLimits';
import { hasTypedDepositLimit } from '../../../src/pages/shared/protection/typed-limits';
import { figuresStore } from '../../../src/state/figures';
import { notificationsStore } from '../../../src/state/notifications-store';
import { sessionStore } from '../../../src/state/session';

vi.mock('../../../src/bridge/actions/protection', () => ({
  setLimit: vi.fn(), lowerLimitLater: vi.fn(), answerLimitsOffer: vi.fn(), changeProtection: vi.fn(),
  confirmLimit: vi.fn(), dropPendingLimit: vi.fn(),
}));
vi.mock('../../../src/bridge/actions/sync', () => ({ recheckSession: vi.fn(() => Promise.resolve()) }));
vi.mock('../../../src/bridge/actions/session', () => ({ resendActivation: vi.fn() }));

let root: Root;
const text = () => document.body.textContent;
const show = (node: ReactNode) => act(async () => root.render(node));
const press = (name: string) => act(async () => {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === name);
  if (button === undefined) throw new Error(`There is no button “${name}”: ${text()}`);
  button.click();
  await Promise.resolve();
});
const type = (value: string) => act(async () => {
  const input = document.querySelector('input');
  if (input === null) throw new Error('There is no field.');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  notificationsStore.setState({ items: [] });
  figuresStore.setState(figuresStore.getInitialState(), true);
  sessionStore.setState(sessionStore.getInitialState(), true);
  vi.unstubAllGlobals();
});

describe('the balance after a credit', () => {
  const since = '2026-11-26T12:00:00.000Z';
  const read = (savedAt: number, naira: number) => act(async () => {
    sessionStore.setState({ balance: kobo(naira * 100), balanceCurrency: 'NGN' });
    figuresStore.setState({ balance: { source: 'live', savedAt } });
  });

  it('is not shown while the last one that was read is older than the credit', async () => {
    await read(Date.parse(since) - 1, 0);
    await show(<NewBalance label="Your balance" since={since} />);
    expect(text()).toBe('');
  });

  it('is shown once it was read after the credit', async () => {
    await read(Date.parse(since) - 1, 0);
    await show(<NewBalance label="Your balance" since={since} />);
    await read(Date.parse(since) + 1, 5_000);
    expect(text()).toContain('Your balance: ₦5,000');
  });
});

describe('the button for a confirmed e-mail', () => {
  it('says that it is not confirmed, where the platform says so', async () => {
    vi.mocked(recheckSession).mockImplementationOnce(async () => figuresStore.setState({ account: { source: 'live', savedAt: 1 } }));
    await show(<EmailNeeded />);
    await press('I have confirmed it');
    expect(document.querySelector('[role=status]')?.textContent).toMatch(/^Not confirmed yet\./);
  });

  it('claims nothing where the platform was not reached', async () => {
    await show(<EmailNeeded />);
    await press('I have confirmed it');
    expect(text()).not.toContain('Not confirmed yet');
    expect(text()).toContain('we don’t know yet');
  });
});

describe('the first limits', () => {
  const texts = () => notificationsStore.getState().items.map((item) => item.text);

  it('are not called set while they wait to be sent', async () => {
    vi.mocked(setLimit).mockResolvedValueOnce({ ok: false, error: { code: 'network' } } as never);
    vi.mocked(lowerLimitLater).mockResolvedValueOnce({ outcome: 'queued' } as never);
    await show(<FirstLimits kinds={['deposit']} onDone={() => undefined} />);
    await type('1000');
    await press('Set limits');
    expect(texts()).toEqual(['Your limits apply on this device, and everywhere as soon as they reach us.']);
  });

  it('stop a deposit while one is typed and not saved: the field says so and has the focus, until it is dropped', async () => {
    await show(<FirstLimits kinds={['deposit']} onDone={() => undefined} />);
    expect(hasTypedDepositLimit(null)).toBe(false);
    await type('1000');
    expect(hasTypedDepositLimit(null)).toBe(true);
    await show(<FirstLimits kinds={['deposit']} stops={1} onDone={() => undefined} />);
    expect(text()).toContain('Your deposit was not sent. Set this limit first, or choose “Not now”.');
    expect(document.activeElement).toBe(document.querySelector('input'));
    await press('Not now');
    expect(hasTypedDepositLimit(null)).toBe(false);
  });
});

describe('a loss limit', () => {
  const NOW_MS = Date.parse('2026-11-26T12:00:00Z');
  const showUsed = (used: number) => {
    const limit = {
      kind: 'loss', period: 'day', amount: 2_000, ceiling: null, used, left: 2_000 - used, pending: null, resetsAt: '2026-11-26T23:00:00.000Z',
    } as const;
    return show(<ul><LimitRow facts={factsOf(limit, [], NOW_MS)} nowMs={NOW_MS} isOpen={false} onOpen={() => undefined} /></ul>);
  };

  it('says what is left of it', async () => {
    await showUsed(500);
    expect(text()).toContain('₦1,500 left of ₦2,000');
  });

  it('leaves more than itself to a player who is ahead, and says so without calling that a part of it', async () => {
    await showUsed(-8.5);
    expect(text()).toContain('₦2,008.50 left, limit ₦2,000');
    expect(text()).toContain('You are up ₦8.50');
  });
});
