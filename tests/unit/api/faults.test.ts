import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Callable } from '../../../src/api/callable';
import { MONEY_DEADLINE_MS, POLL_DEADLINE_MS, READ_DEADLINE_MS } from '../../../src/api/deadlines';
import { MAX_ANSWER_BYTES } from '../../../src/api/read-body';
import { createDeposit, listDeposits, listTransactions } from '../../../src/core/contract/cashier';
import { listGames, listRounds } from '../../../src/core/contract/games';
import { getAccount, getBalance, getBonusWallet, getProfile } from '../../../src/core/contract/player';
import { endlessBody } from '../../support/endless-body';
import { VALID_ANSWERS, UNFIT_ANSWERS } from '../../support/unfit-answers';
import type { UnfitAnswer } from '../../support/unfit-answers';
import { clientWith, drip, silence } from './support';

const CALLS = {
  profile: getProfile, account: getAccount, balance: getBalance, bonusWallet: getBonusWallet, rounds: listRounds,
  transactions: listTransactions, deposits: listDeposits, games: listGames,
} satisfies Record<UnfitAnswer['kind'], Callable>;

/** Makes the call as the sync worker does. */
const LIGHT: Partial<Record<UnfitAnswer['kind'], Callable>> = {
  profile: getProfile, account: getAccount, balance: getBalance, bonusWallet: getBonusWallet, games: listGames,
};

const asJson = (body: BodyInit) => new Response(body, { headers: { 'content-type': 'application/json' } });

/** The kinds are of different types; what is asked here is only whether an answer is taken. */
function ask(endpoint: Callable, answer: () => Response) {
  const options = { params: { userId: 'a' }, body: undefined, sessionId: 's' };
  return clientWith([answer]).client.call(endpoint, options);
}

describe('A-19: an answer that is not what the contract says', () => {
  it.each(UNFIT_ANSWERS)('is a bad response: $kind $name', async ({ kind, text }) => {
    for (const endpoint of [CALLS[kind], LIGHT[kind]]) {
      if (endpoint === undefined) continue;
      const result = await ask(endpoint, () => asJson(text));
      expect(result).toMatchObject({ ok: false, error: { code: 'bad-response', status: 200 } });
      expect(result).not.toHaveProperty('error.captivePortal');
    }
  });

  it.each(Object.keys(VALID_ANSWERS) as UnfitAnswer['kind'][])('has a good one beside it, which is taken: %s', async (kind) => {
    for (const endpoint of [CALLS[kind], LIGHT[kind]]) {
      if (endpoint !== undefined) expect(await ask(endpoint, () => asJson(JSON.stringify(VALID_ANSWERS[kind])))).toMatchObject({ ok: true });
    }
  });
});

describe('A-33: an answer of 10 MB', () => {
  it('is refused at 256 kB, while it arrives: the rest is never asked for', async () => {
    const huge = endlessBody(JSON.stringify(VALID_ANSWERS.balance));
    const result = await ask(getBalance, () => asJson(huge.body));
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-response', status: 200 } });
    expect(huge.isCanceled()).toBe(true);
    expect(huge.sent()).toBeGreaterThan(MAX_ANSWER_BYTES);
    expect(huge.sent()).toBeLessThanOrEqual(MAX_ANSWER_BYTES + 2 * huge.pieceBytes);
  });

  it('is refused whatever its status says', async () => {
    for (const status of [400, 401, 500, 503]) {
      const huge = endlessBody('{');
      const result = await ask(getBalance, () => new Response(huge.body, { status }));
      expect(result).toMatchObject({ ok: false, error: { code: 'bad-response', status } });
      expect(huge.isCanceled()).toBe(true);
    }
  });
});

describe('a call has its deadline to the millisecond', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const READ = { params: { userId: 'a' }, sessionId: 's' };
  const MONEY = { ...READ, key: 'k'.repeat(20), deadlineMs: MONEY_DEADLINE_MS, body: { method: 'mobile-money', amount: 5, currency: 'NGN' } } as const;

  it.each([
    ['A-16: a read that nobody answers', silence, READ_DEADLINE_MS, 'read'],
    ['A-16: a poll that nobody answers', silence, POLL_DEADLINE_MS, 'poll'],
    ['A-16: money that nobody answers', silence, MONEY_DEADLINE_MS, 'money'],
    ['A-18: a read of one byte a second', drip, READ_DEADLINE_MS, 'read'],
    ['A-18: money of one byte a second', drip, MONEY_DEADLINE_MS, 'money'],
  ] as const)('%s', async (_, answer, deadlineMs, call) => {
    const { client } = clientWith([answer]);
    let result: unknown;
    const running = call === 'money' ? client.call(createDeposit, MONEY) : client.call(getBalance, { ...READ, ...(call === 'poll' && { deadlineMs }) });
    void running.then((ended) => (result = ended));
    await vi.advanceTimersByTimeAsync(deadlineMs - 1);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual({ ok: false, error: { code: 'timeout', retryable: true } });
  });
});
