/** The check of one pair of seeds on a game's own page. */
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import type { Receipt } from '../../../src/core/fairness/receipts';
import { engines } from '../../../src/core/games/registry';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { kobo } from '../../../src/core/money';
import { checkRounds } from '../../../src/pages/game/seal/check-rounds';

const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const stake = kobo(10_000);
const bet = { under: 4_950 };

function receipt(nonce: number, rules: string | undefined): Receipt {
  const played = engines.get('dice')?.playUnchecked({ stake, bet, draws: drawsFrom({ serverSeed, clientSeed: 'mine', nonce }) });
  if (!played?.ok) throw new Error('dice must play');
  return { gameId: 'dice', commit, clientSeed: 'mine', nonce, rules, stake, bet, outcome: played.outcome, win: played.win };
}
const check = (...receipts: readonly Receipt[]) => checkRounds({ commit, serverSeed, firstNonce: 0 }, receipts);

describe('the check of one pair on the page of a game', () => {
  it('is of rounds by the rules of this build, whether they name them or not', async () => {
    expect(await check(receipt(0, RULES_VERSIONS['dice']), receipt(1, undefined))).toEqual({ ok: true, text: 'All 2 rounds on this device are as they were drawn.' });
  });

  it('leaves rounds by other rules to the check of all rounds, and says so', async () => {
    const { ok, text } = await check(receipt(0, RULES_VERSIONS['dice']), receipt(1, 'f'.repeat(64)));
    expect([ok, text]).toEqual([true, expect.stringMatching(/^1 of 2 rounds on this device were played by other rules/)]);
  });

  it('leaves rounds of a game that this version does not know, and accuses nobody of them', async () => {
    const { ok, text } = await check(receipt(0, RULES_VERSIONS['dice']), { ...receipt(1, undefined), gameId: 'withdrawn' });
    expect([ok, text]).toEqual([true, expect.stringMatching(/^1 of 2 rounds/)]);
  });

  it.each([
    ['was told otherwise than it was sent', { broke: 'action' }],
    ['was drawn from another number than was sent', { seeds: { commit, clientSeed: 'mine', nonce: 6 } }],
    ['was drawn from another pair than was sent', { commit: 'd'.repeat(64), seeds: { commit, clientSeed: 'mine', nonce: 5 } }],
    ['lacks the part that its bet brought', { seeds: { commit, clientSeed: 'mine', nonce: 5, part: 'a'.repeat(32) } }],
  ] as const)('finds a round that %s, though its own seeds give it', async (_what, change) => {
    const { ok, text } = await check(receipt(0, undefined), { ...receipt(5, undefined), ...change });
    expect([ok, text]).toEqual([false, expect.stringMatching(/^1 of the rounds does not fit/)]);
  });

  it('finds a round with another client seed than the pair had', async () => {
    const withSeed = (clientSeed: string) => checkRounds({ commit, serverSeed, clientSeed, firstNonce: 0 }, [receipt(0, undefined)]);
    expect(await withSeed('mine')).toMatchObject({ ok: true });
    expect(await withSeed('of-the-pair')).toMatchObject({ ok: false });
  });

  it('finds a round that does not fit beside one by other rules', async () => {
    expect(await check({ ...receipt(0, RULES_VERSIONS['dice']), win: kobo(1) }, receipt(1, 'f'.repeat(64)))).toMatchObject({ ok: false });
  });
});
