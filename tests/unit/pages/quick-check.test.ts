/** The check of one pair of seeds on a game's own page. */
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import type { Receipt } from '../../../src/core/fairness/receipts';
import { engines } from '../../../src/core/games/registry';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { kobo } from '../../../src/core/money';
import { checkRounds } from '../../../src/pages/game/facts/check-rounds';

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

  it('finds a round that does not fit beside one by other rules', async () => {
    expect(await check({ ...receipt(0, RULES_VERSIONS['dice']), win: kobo(1) }, receipt(1, 'f'.repeat(64)))).toMatchObject({ ok: false });
  });
});
