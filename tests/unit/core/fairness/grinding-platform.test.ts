/** A platform picks its seeds after it has seen each bet. What it tells later fits in itself; beside what was sent it does not. */
import { describe, expect, it } from 'vitest';
import { receiptOfIntent } from '../../../../src/bridge/money/money-answers';
import { getFairness, playRound } from '../../../../src/core/contract/games';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import type { KeptRound } from '../../../../src/core/fairness/check-slice';
import { breakOf } from '../../../../src/core/fairness/intent-binding';
import { roundsReport } from '../../../../src/core/fairness/rounds-report';
import { allEngines } from '../../../../src/core/games/registry';
import type { IntentOf } from '../../../../src/core/intent';
import { SeedDouble } from '../../../support/seed-double';
import type { Conduct } from '../../../support/seed-double';

const ROUNDS = 500;
const RED = { bets: [{ spot: 'red', stake: 10_000 }] };
const PLAYER = '/api/v1/player/ada';

/** One bet on red, with the pair that the platform said just before; `isBound` false: as a client that names no draw. */
function playRed(double: SeedDouble, nth: number, isBound: boolean): IntentOf<'round'> {
  const { commit, clientSeed, nonce } = getFairness.answer.parse(double.answer('GET', `${PLAYER}/fairness`, undefined, null)?.body);
  const body = { stake: 100, currency: 'NGN' as const, bet: RED, ...(isBound && { seeds: { commit, clientSeed, nonce } }) };
  const key = `k${nth}`;
  const answer = playRound.answer.parse(double.answer('POST', `${PLAYER}/games/roulette/rounds`, body, key)?.body);
  return { key, kind: 'round', userId: 'ada', gameId: 'roulette', body, state: 'confirmed', at: nth, sentAt: nth, answer, refusal: null };
}

async function played(conduct: Conduct, isBound = true) {
  const double = new SeedDouble(conduct);
  const intents = Array.from({ length: ROUNDS }, (_, nth) => playRed(double, nth, isBound));
  double.rotate();
  const receipts: KeptRound[] = intents.flatMap((intent) => receiptOfIntent(intent) ?? []);
  const verdicts = await checkSlice(crypto.subtle, allEngines, double.revealed, receipts);
  const rounds = receipts.map((each, nth) => ({ ...each, verdict: verdicts[nth] ?? ('malformed' as const), isSealed: each.seeds !== undefined }));
  const report = roundsReport({ rounds, pairs: [{ ...double.active, serverSeed: null }, ...double.revealed], open: [] });
  return { double, intents, report };
}

describe(`${ROUNDS} bets on red`, () => {
  it('that all lose to seeds made afterwards are caught in each round, as its answer comes and in the check', async () => {
    const { double, intents, report } = await played('grinds');
    expect(double.rounds.filter(({ win }) => win === 0)).toHaveLength(ROUNDS);
    expect(intents.filter((intent) => intent.answer !== null && breakOf(intent, intent.answer, []) === 'seeds')).toHaveLength(ROUNDS);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: 0, wrongCount: ROUNDS, unsealedCount: 0 });
  });

  it('would all fit if no bet had named its draw: then the check can only say that none was sealed', async () => {
    expect((await played('grinds', false)).report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: ROUNDS });
  });

  it('are all as they were drawn on an honest platform', async () => {
    const { intents, report } = await played('honest');
    expect(intents.filter((intent) => intent.answer !== null && breakOf(intent, intent.answer, []) !== null)).toEqual([]);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: 0, missingCount: 0 });
  });
});
