import { becomePage, leavePage, openBridge } from './support';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefusedAnswers } from '../../../src/bridge/platform/refused-answers';
import { listDeposits } from '../../../src/core/contract/cashier';
import { getBalance } from '../../../src/core/contract/player';
import type { CallError } from '../../../src/core/errors';
import { figuresStore } from '../../../src/state/figures';
import { enterSession, sessionStore } from '../../../src/state/session';
import { VALID_ANSWERS, UNFIT_ANSWERS } from '../../support/unfit-answers';
import { json } from '../api/support';

let page: ReturnType<typeof becomePage>;
let lines: string[];

beforeEach(() => {
  page = becomePage();
  lines = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
});
afterEach(leavePage);

const UNFIT_ERROR: CallError = { code: 'bad-response', retryable: true, status: 200 };

function load() {
  const { bridge: { calls, receiveEvent } } = openBridge();
  enterSession({ sessionId: 's', userId: 'a' });
  return { receiveEvent, loadDeposits: () => calls.callAsPlayer(listDeposits, ({ userId }) => ({ params: { userId } })) };
}

describe('A-19: a refused answer', () => {
  it('leaves one line for each call, however often it comes, and the last good figure with its age', async () => {
    const { receiveEvent } = load();
    const balance = VALID_ANSWERS.balance as { items: { type: string; amount: number; currency: string | null }[] };
    receiveEvent({ type: 'heard', kind: 'balance', data: balance, live: true, savedAt: 5, instead: null, balanceVersion: null });
    for (let n = 0; n < 20; n += 1) receiveEvent({ type: 'failed', kind: 'balance', error: UNFIT_ERROR });
    // A stored answer, because the service worker refused the live one.
    for (let n = 0; n < 20; n += 1) {
      const error: CallError = { code: 'bad-response', retryable: true };
      receiveEvent({ type: 'heard', kind: 'balance', data: balance, live: false, savedAt: 5, instead: error, balanceVersion: null });
    }
    expect(lines).toEqual(['The answer to balance was refused: not what the contract says. The last good one stays.']);
    expect(sessionStore.getState().balance).toBe(495_050);
    expect(figuresStore.getState().balance).toEqual({ source: 'unread', savedAt: 5 });
    receiveEvent({ type: 'failed', kind: 'profile', error: UNFIT_ERROR });
    expect(lines).toHaveLength(2);
  });

  it('leaves one line, too, for what was left out of a list that could be read otherwise', async () => {
    const { receiveEvent } = load();
    const data = VALID_ANSWERS.balance as { items: { type: string; amount: number }[] };
    for (let n = 1; n < 20; n += 1) {
      receiveEvent({ type: 'heard', kind: 'balance', data, live: true, savedAt: n, instead: null, balanceVersion: n, leftOut: 1 + (n % 3) });
    }
    expect(lines).toEqual(['Of the answer to balance 2 could not be read and was left out.']);
  });

  it.each([
    ['refused with 404', { code: 'bad-request', retryable: false, status: 404 }, 'unread'],
    ['refused with 403', { code: 'bad-request', retryable: false, status: 403 }, 'unread'],
    ['given no answer in time', { code: 'timeout', retryable: true }, 'unread'],
    ['not reached', { code: 'network', retryable: true }, 'unknown'],
  ] as const)('lets the page wait no longer for a figure that never came: a bonus wallet that is %s', (_what, error, source) => {
    const { receiveEvent } = load();
    receiveEvent({ type: 'failed', kind: 'bonusWallet', error });
    expect(figuresStore.getState().bonusWallet).toEqual({ source, savedAt: null });
    receiveEvent({ type: 'heard', kind: 'bonusWallet', data: { items: [] }, live: true, savedAt: 5, instead: null, balanceVersion: null });
    receiveEvent({ type: 'failed', kind: 'bonusWallet', error });
    expect(figuresStore.getState().bonusWallet).toEqual({ source: 'dated', savedAt: 5 });
    receiveEvent({ type: 'unreached', error: { code: 'network', retryable: true } });
    expect(figuresStore.getState().bonusWallet.source).toBe('dated');
  });

  it('leaves it also when the page asked itself, with the platform’s own code and nothing else of what came', async () => {
    const { loadDeposits } = load();
    page.network(() => json({ success: false, errorCode: 'E17', secret: 'ada@mail.example' }));
    for (let n = 0; n < 3; n += 1) expect(await loadDeposits()).toMatchObject({ ok: false });
    expect(lines).toEqual(['The answer to deposits was refused: not what the contract says (code E17). The last good one stays.']);
  });

  it('leaves no line where there was no answer, where the platform refused, or where a network wants a sign-in', async () => {
    const { receiveEvent } = load();
    const others: CallError[] = [
      { code: 'network', retryable: true }, { code: 'timeout', retryable: true }, { code: 'canceled', retryable: false },
      { code: 'bad-request', status: 422, retryable: false }, { code: 'bad-response', status: 503, retryable: true },
      { code: 'bad-response', retryable: true, captivePortal: true },
    ];
    for (const error of others) receiveEvent({ type: 'failed', kind: 'balance', error });
    expect(lines).toEqual([]);
  });

  it('leaves one line for each of the forty malformed answers', async () => {
    const { bridge: { calls } } = openBridge();
    const refusedAnswers = createRefusedAnswers();
    const ofBalance = UNFIT_ANSWERS.filter(({ kind }) => kind === 'balance');
    for (const [at, { text }] of ofBalance.entries()) {
      page.network(() => new Response(text, { headers: { 'content-type': 'application/json' } }));
      const result = await calls.client.call(getBalance, { params: { userId: 'a' }, sessionId: 's' });
      if (!result.ok) refusedAnswers.note(`balance ${at}`, result.error);
    }
    expect(lines).toHaveLength(ofBalance.length);
  });
});
