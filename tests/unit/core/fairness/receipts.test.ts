import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { nonceGaps } from '../../../../src/core/fairness/nonce-gaps';
import { checkReceipts } from '../../../../src/core/fairness/receipts';
import type { Receipt } from '../../../../src/core/fairness/receipts';
import { engines } from '../../../../src/core/games/registry';
import { kobo } from '../../../../src/core/money';

const { subtle } = webcrypto;
const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const clientSeed = 'my-own-seed';

/** A receipt as an honest platform's answer leaves it. */
function receipt(nonce: number, change: Partial<Receipt> = {}): Receipt {
  const stake = kobo(5_000);
  const played = engines.get('adire-gold')?.playUnchecked({ stake, bet: {}, draws: drawsFrom({ serverSeed, clientSeed, nonce }) });
  if (!played?.ok) throw new Error('the round must play');
  return { gameId: 'adire-gold', commit, clientSeed, nonce, stake, bet: {}, outcome: played.outcome, win: played.win, ...change };
}

const check = (receipts: readonly Receipt[], change: Partial<Parameters<typeof checkReceipts>[2]> = {}) =>
  checkReceipts(subtle, engines, { commit, serverSeed, ...change }, receipts);

describe('checking receipts after a reveal', () => {
  it('finds nothing wrong with what an honest platform told, free spins included', async () => {
    const receipts = Array.from({ length: 300 }, (_, nonce) => receipt(nonce));
    const report = await check(receipts);
    expect(report).toMatchObject({ commitFits: true, missing: [], repeated: [] });
    expect(report.verdicts.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(receipts.some(({ outcome }) => JSON.stringify(outcome).includes('"freeSpins":[{'))).toBe(true);
  });

  it('takes an outcome whose keys a database has put in another order', async () => {
    const { outcome } = receipt(0);
    const turned: unknown = Object.fromEntries(Object.entries(outcome ?? {}).toReversed());
    expect((await check([receipt(0, { outcome: turned })])).verdicts).toEqual([{ nonce: 0, verdict: 'ok' }]);
  });

  it.each([
    ['differs', { win: kobo(1) }],
    ['differs', { outcome: {} }],
    ['differs', { outcome: undefined }],
    ['differs', { clientSeed: 'another' }],
    ['other-commit', { commit: '0'.repeat(64) }],
    ['unknown-game', { gameId: 'withdrawn' }],
    ['malformed', { clientSeed: 'two words' }],
    ['malformed', { bet: { lines: 1 } }],
    ['malformed', { stake: kobo(3) }],
  ] as const)('says %s for %o', async (verdict, change) => {
    expect((await check([receipt(0, change)])).verdicts).toEqual([{ nonce: 0, verdict }]);
  });

  it('says when the revealed seed is not the committed one', async () => {
    const report = await check([receipt(0)], { serverSeed: 'cd'.repeat(32) });
    expect(report.commitFits).toBe(false);
    expect(report.verdicts).toEqual([{ nonce: 0, verdict: 'differs' }]);
  });

  it('names missing and repeated bets of this pair of seeds', async () => {
    const report = await check([receipt(7), receipt(3), receipt(3), receipt(0, { commit: '0'.repeat(64) })], { firstNonce: 1 });
    expect(report.missing).toEqual([
      { first: 1, last: 2 },
      { first: 4, last: 6 },
    ]);
    expect(report.repeated).toEqual([3]);
  });
});

describe('nonceGaps', () => {
  it('lists exactly the missing and the repeated numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), (nonces) => {
        const { missing, repeated } = nonceGaps(nonces);
        const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
        const missingNonces = missing.flatMap(({ first, last }) => upTo(last - first + 1).map((i) => first + i));
        const all = upTo(Math.max(-1, ...nonces) + 1);
        expect(missingNonces).toEqual(all.filter((nonce) => !nonces.includes(nonce)));
        expect(repeated).toEqual(all.filter((nonce) => nonces.indexOf(nonce) !== nonces.lastIndexOf(nonce)));
      }),
    );
  });
});
