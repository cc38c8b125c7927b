import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { checkRefusedBets, mergeRefusedBets, refusedReport } from '../../../../src/core/fairness/refused-bets';
import { allEngines, engines } from '../../../../src/core/games/registry';
import { kobo } from '../../../../src/core/money';
import type { RefusedBetRecord } from '../../../../src/core/seen-seeds';

const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const pair = { commit, serverSeed, clientSeed: 'mine' };
const RED = { bets: [{ spot: 'red', stake: 10_000 }] };

const bet = (nonce: number, more: Partial<RefusedBetRecord> = {}): RefusedBetRecord => ({
  key: `k${nonce}`, gameId: 'roulette', stake: 10_000, bet: RED, commit, clientSeed: 'mine', nonce, code: 'stake-out-of-range', at: nonce, ...more,
});

const check = (bets: readonly RefusedBetRecord[], pairs = [pair]) => checkRefusedBets(webcrypto.subtle, allEngines, pairs, bets);

function winOf(nonce: number): number {
  const round = engines.get('roulette')?.playUnchecked({ stake: kobo(10_000), bet: RED, draws: drawsFrom({ ...pair, nonce }) });
  return round?.ok === true ? round.win : -1;
}

describe('a bet that was refused', () => {
  it('is worked out as the round that it would have been', async () => {
    const nonces = Array.from({ length: 40 }, (_, nonce) => nonce);
    const verdicts = await check(nonces.map((nonce) => bet(nonce)));
    expect(verdicts).toEqual(nonces.map((nonce) => ({ is: 'drawn', win: winOf(nonce) })));
  });

  it.each([
    ['waits', { commit: '0'.repeat(64) }],
    ['unreadable', { gameId: 'withdrawn' }],
    ['unreadable', { bet: { spot: 'purple' } }],
    ['unreadable', { stake: 0.5 }],
    ['unreadable', { stake: Number.MAX_SAFE_INTEGER }],
    ['unreadable', { nonce: -1 }],
    ['open', { gameId: 'mines', bet: { mines: 3 } }],
  ] as const)('is said to be %s with %o', async (is, change) => {
    expect(await check([bet(1, change)])).toEqual([{ is }]);
  });

  it('is not worked out with a secret that does not fit its commit', async () => {
    expect(await check([bet(1, { commit: 'd'.repeat(64) })], [{ ...pair, commit: 'd'.repeat(64) }])).toEqual([{ is: 'unreadable' }]);
  });

  it('shows in sum what it would have paid beside what it staked', async () => {
    const winners = Array.from({ length: 200 }, (_, nonce) => nonce).filter((nonce) => winOf(nonce) > 0);
    const bets = [...winners.map((nonce) => bet(nonce)), bet(0, { key: 'x', commit: '0'.repeat(64) })];
    const verdicts = await check(bets);
    const report = refusedReport(bets.map((each, nth) => ({ bet: each, verdict: verdicts[nth] ?? { is: 'unreadable' } })));
    expect(report).toEqual({
      count: winners.length + 1, drawnCount: winners.length, winCount: winners.length,
      staked: winners.length * 10_000, wouldHavePaid: winners.length * 20_000, waitingCount: 1, openCount: 0, unreadableCount: 0,
    });
  });

  it('stands once in the list, as this device wrote it down, the newest first', () => {
    expect(mergeRefusedBets([bet(1)], [bet(1, { stake: 1 }), bet(2)]).map(({ key, stake }) => [key, stake])).toEqual([['k2', 10_000], ['k1', 10_000]]);
  });
});
