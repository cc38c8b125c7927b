/** A platform picks its seeds after it has seen each bet. What it tells later fits in itself; beside what was sent it does not. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicCommits } from '../../../../src/bridge/fairness/revealed-pairs';
import { receiptOfIntent } from '../../../../src/bridge/money/intent-ends';
import { getFairness, playRound } from '../../../../src/core/contract/games';
import type { RoundSeeds } from '../../../../src/core/contract/games';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import type { KeptRound } from '../../../../src/core/fairness/check-slice';
import { mismatchOf } from '../../../../src/core/fairness/intent-mismatch';
import { observePair } from '../../../../src/core/fairness/observe-pair';
import { roundsReport } from '../../../../src/core/fairness/rounds-report';
import { allEngines } from '../../../../src/core/games/registry';
import type { IntentOf } from '../../../../src/core/intent';
import { NO_SEEDS_SEEN } from '../../../../src/core/seen-seeds';
import type { SeenSeeds } from '../../../../src/core/seen-seeds';
import { isLong } from '../../../support/seeds';
import { SeedDouble } from '../../../support/seed-double';
import type { Conduct } from '../../../support/seed-double';

const ROUNDS = isLong ? 500 : 150;
const RED = { bets: [{ spot: 'red', stake: 10_000 }] };
const PLAYER = '/api/v1/player/ada';

const hex = () => randomBytes(16).toString('hex');

function ask(double: SeedDouble, method: string, name: string, body?: unknown) {
  return getFairness.answer.parse(double.answer(method, `${PLAYER}/${name}`, body, null)?.body);
}

/** One bet on red for this draw; null: as a client that names none. */
function playRed(double: SeedDouble, nth: number, seeds: RoundSeeds | null): IntentOf<'round'> {
  const body = { stake: 100, currency: 'NGN' as const, bet: RED, ...(seeds !== null && { seeds }) };
  const key = `k${nth}`;
  const answer = playRound.answer.parse(double.answer('POST', `${PLAYER}/games/roulette/rounds`, body, key)?.body);
  return { key, kind: 'round', userId: 'ada', gameId: 'roulette', body, state: 'confirmed', at: nth, sentAt: nth, answer, refusal: null };
}

async function played(conduct: Conduct, isBound = true) {
  const double = new SeedDouble(conduct);
  const intents = Array.from({ length: ROUNDS }, (_, nth) => {
    // The pair that the platform said just before.
    const { commit, clientSeed, nonce } = ask(double, 'GET', 'fairness');
    return playRed(double, nth, isBound ? { commit, clientSeed, nonce } : null);
  });
  return { double, intents, report: await reportOf(double, intents) };
}

/** As a device plays: it looks at the pair before each bet, makes a client seed for each new one, and notes all that it is told. */
async function playedAsDevice(conduct: Conduct, hasParts: boolean) {
  const double = new SeedDouble(conduct);
  let seeds: SeenSeeds = NO_SEEDS_SEEN;
  const note = ({ previous, ...pair }: ReturnType<typeof ask>) => {
    const revealed = publicCommits(previous === null ? [] : [previous]);
    const observation = observePair(seeds, { pair, revealed, isWholeList: false, isNewest: true, at: 1 });
    if (observation.is !== 'noted') throw new Error(observation.is);
    seeds = observation.seen;
    return pair;
  };
  const intents = Array.from({ length: ROUNDS }, (_, nth) => {
    let pair = note(ask(double, 'GET', 'fairness'));
    while (pair.clientSeedBy !== 'player') pair = note(ask(double, 'PUT', 'fairness/client-seed', { clientSeed: hex(), commit: pair.commit }));
    const { commit, clientSeed, nonce } = pair;
    return playRed(double, nth, { commit, clientSeed, nonce, ...(hasParts && { part: hex() }) });
  });
  return { double, intents, report: await reportOf(double, intents), evidence: seeds.evidence };
}

/** Returns the report of the device's check of all these rounds, once every secret is public. */
async function reportOf(double: SeedDouble, intents: readonly IntentOf<'round'>[]) {
  double.rotate();
  const receipts: KeptRound[] = intents.flatMap((intent) => receiptOfIntent(intent) ?? []);
  const verdicts = await checkSlice(crypto.subtle, allEngines, double.revealed, receipts);
  const rounds = receipts.map((each, nth) => ({ ...each, verdict: verdicts[nth] ?? ('malformed' as const), ruleSet: 'none' as const, isSealed: each.seeds !== undefined }));
  return roundsReport({ rounds, pairs: [{ ...double.active, serverSeed: null }, ...double.revealed], open: [] });
}

describe(`${ROUNDS} bets on red`, () => {
  it('that lose because the seeds were made afterwards are caught in each round, both at its answer and in the check', async () => {
    const { double, intents, report } = await played('grinds');
    expect(double.rounds.filter(({ win }) => win === 0)).toHaveLength(ROUNDS);
    expect(intents.filter((intent) => intent.answer !== null && mismatchOf(intent, intent.answer, []) === 'seeds')).toHaveLength(ROUNDS);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: 0, wrongCount: ROUNDS, unsealedCount: 0 });
  });

  it('would all fit if no bet had named its draw: the check could only report that none was sealed', async () => {
    expect((await played('grinds', false)).report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: ROUNDS });
  });

  it('that a platform avoids by ending each pair that would win are lost and fit: the report shows only that they had no part', async () => {
    const { double, report, evidence } = await playedAsDevice('ends-pairs', false);
    expect(double.rounds.filter(({ win }) => win === 0)).toHaveLength(ROUNDS);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: 0, noPartCount: ROUNDS });
    expect([report.goneCount, report.missingCount, report.hiddenCount]).toEqual([0, 0, 0]);
    expect(evidence).toEqual([]);
  });

  it('that each bring their own part win as often on such a platform as on any, because it knows no draw before the bet', async () => {
    const { double, intents, report, evidence } = await playedAsDevice('ends-pairs', true);
    // 18 of 37 win, give or take; who is further off is so once in ten million runs.
    const winCount = double.rounds.filter(({ win }) => win !== 0).length;
    // 5.3 standard deviations of so many bets: a run in ten million is further off by chance.
    expect(Math.abs(winCount - ROUNDS * (18 / 37))).toBeLessThan(5.3 * Math.sqrt(ROUNDS * (18 / 37) * (19 / 37)));
    expect(new Set(double.sent.map(({ seeds }) => seeds?.part)).size).toBe(ROUNDS);
    expect(intents.filter((intent) => intent.answer !== null && mismatchOf(intent, intent.answer, []) !== null)).toEqual([]);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: 0, noPartCount: 0 });
    expect(evidence).toEqual([]);
  });

  it('are caught when they are drawn without their part, or with another one', async () => {
    const { intents } = await playedAsDevice('honest', true);
    const [intent] = intents;
    const answer = intent?.answer ?? null;
    if (intent === undefined || answer === null) throw new Error('a bet was played');
    const [clientSeed = ''] = answer.fairness.clientSeed.split(' ');
    for (const other of [clientSeed, `${clientSeed} ${'0'.repeat(32)}`]) {
      const changed = { ...answer, fairness: { ...answer.fairness, clientSeed: other } };
      expect(mismatchOf(intent, changed, [])).toBe('seeds');
      const receipt = receiptOfIntent({ ...intent, answer: changed });
      expect(await checkSlice(crypto.subtle, allEngines, [], receipt === null ? [] : [receipt])).toEqual(['not-as-sent']);
    }
  });

  it('are all as they were drawn on an honest platform', async () => {
    const { intents, report } = await played('honest');
    expect(intents.filter((intent) => intent.answer !== null && mismatchOf(intent, intent.answer, []) !== null)).toEqual([]);
    expect(report).toMatchObject({ roundCount: ROUNDS, fitCount: ROUNDS, wrongCount: 0, unsealedCount: 0, missingCount: 0 });
  });
});
