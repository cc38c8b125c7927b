import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { checkRefusedBets, mergeRefusedBets, refusedReport } from '../../../../src/core/fairness/refused-bets';
import { allEngines, engines } from '../../../../src/core/games/registry';
import { enginesWith } from '../../../../src/core/games/rules/rules-engines';
import { RULES_VERSIONS } from '../../../../src/core/games/rules/versions';
import { kobo } from '../../../../src/core/money';
import type { RefusedBetRecord } from '../../../../src/core/seen-seeds';
import { otherSheet } from '../../../support/par-sheets';

const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const pair = { commit, serverSeed, clientSeed: 'mine' };
const RED = { bets: [{ spot: 'red', stake: 10_000 }] };

const bet = (nonce: number, more: Partial<RefusedBetRecord> = {}): RefusedBetRecord => ({
  key: `k${nonce}`, gameId: 'roulette', stake: 10_000, bet: RED, commit, clientSeed: 'mine', nonce, code: 'stake-out-of-range', at: nonce, ...more,
});

/** As the check of all rounds comes to it, of bets that this device sent and of others that the platform lists. */
async function reportOf(own: readonly RefusedBetRecord[], listed: readonly RefusedBetRecord[] = []) {
  const merged = mergeRefusedBets(own, listed);
  const verdicts = await check(merged.map((each) => each.bet));
  return refusedReport(merged.map((each, nth) => ({ ...each, verdict: verdicts[nth] ?? { is: 'unreadable' } })));
}

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

  it('is worked out by the rules that it named, whatever this version of the app plays now', async () => {
    const older = otherSheet('dice', ({ parameters }) => (parameters['paysOver'] = 49_500_000));
    const engineMap = await enginesWith(webcrypto.subtle, [older.sheet]);
    const named = (rules: string): RefusedBetRecord => bet(3, { gameId: 'dice', bet: { under: 9_800 }, rules });
    const bets = [older.version, RULES_VERSIONS['dice'] ?? '', RULES_VERSIONS['roulette'] ?? '', 'f'.repeat(64)].map(named);
    const verdicts = await checkRefusedBets(webcrypto.subtle, engineMap, [pair], bets);
    expect(verdicts).toEqual([{ is: 'drawn', win: 5_051 }, { is: 'drawn', win: 10_102 }, { is: 'unreadable' }, { is: 'unreadable' }]);
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
    const count = winners.length;
    expect(await reportOf([...winners.map((nonce) => bet(nonce)), bet(0, { key: 'x', commit: '0'.repeat(64) })])).toEqual({
      count: count + 1, own: { count, winCount: count, staked: count * 10_000, wouldHavePaid: count * 20_000 },
      listed: { count: 0, winCount: 0, staked: 0, wouldHavePaid: 0 }, isSuspicious: true, waitingCount: 1, openCount: 0, unreadableCount: 0,
    });
  });

  it('stands once in the list, as this device wrote it down, the newest first', () => {
    const merged = mergeRefusedBets([bet(1), bet(1)], [bet(1, { stake: 1 }), bet(2)]);
    expect(merged.map(({ bet: { key, stake }, isOwn }) => [key, stake, isOwn])).toEqual([['k2', 10_000, false], ['k1', 10_000, true]]);
  });
});

describe('bets that the platform alone lists', () => {
  const nonces = Array.from({ length: 300 }, (_, nonce) => nonce);
  const winners = nonces.filter((nonce) => winOf(nonce) > 0).map((nonce) => bet(nonce));
  const losers = nonces.filter((nonce) => winOf(nonce) === 0).map((nonce) => bet(nonce));
  const none = { count: 0, winCount: 0, staked: 0, wouldHavePaid: 0 };

  it('do not hide in the sum that this device’s would all have won, however many of them lose', async () => {
    const alone = await reportOf(winners.slice(0, 30));
    const { own, listed, isSuspicious } = await reportOf(winners.slice(0, 30), losers.slice(0, 100));
    expect(own).toEqual(alone.own);
    expect(own).toEqual({ count: 30, winCount: 30, staked: 300_000, wouldHavePaid: 600_000 });
    expect(listed).toEqual({ count: 100, winCount: 0, staked: 1_000_000, wouldHavePaid: 0 });
    expect(isSuspicious).toBe(true);
  });

  it('add to the suspicion where they would have won, however many of this device’s lose', async () => {
    expect((await reportOf(losers, winners.slice(0, 3))).isSuspicious).toBe(true);
    expect((await reportOf(losers.slice(1), losers.slice(0, 1))).isSuspicious).toBe(false);
    expect(await reportOf([], winners.slice(0, 1))).toMatchObject({ own: none, isSuspicious: true });
  });

  it('are not counted where this device sent them, and two bets of this device on one draw are two', async () => {
    const [first = bet(0)] = winners;
    const again = { ...first, key: 'again' };
    const { own, listed } = await reportOf([first, again], [first, again]);
    expect([own, listed]).toEqual([{ count: 2, winCount: 2, staked: 20_000, wouldHavePaid: 40_000 }, none]);
  });
});
