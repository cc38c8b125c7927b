/** Pages of one browser on a platform's double: what they bet, and what the check of their rounds comes to. */
import { seedsOf } from '../../../src/bridge/fairness/seeds';
import { moneyOf } from '../../../src/bridge/money/intents';
import { listReceipts } from '../../../src/bridge/money/receipts';
import { checkSlice } from '../../../src/core/fairness/check-slice';
import type { KeptRound } from '../../../src/core/fairness/check-slice';
import { roundsReport } from '../../../src/core/fairness/rounds-report';
import { allEngines } from '../../../src/core/games/registry';
import { seedsStore } from '../../../src/state/seeds';
import { SeedDouble } from '../../support/seed-double';
import type { Conduct } from '../../support/seed-double';
import { json } from '../api/support';
import { becomePage, freshLocks, openBridge, whenIdle } from './support';
import type { PageAnswer } from './support';

const ADA = { sessionId: 'session-of-ada', userId: 'ada' };
/** ₦100 on red. */
const RED = { gameId: 'roulette', stake: 100, bet: { bets: [{ spot: 'red', stake: 10_000 }] } };

export function answerOf(double: SeedDouble): PageAnswer {
  return (address, init) => {
    const url = new URL(address, 'http://site');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const answer = double.answer(init.method ?? 'GET', url.pathname, body, new Headers(init.headers).get('idempotency-key'), url.searchParams);
    return answer === null ? Promise.reject(new TypeError('offline')) : json(answer.body, { status: answer.status });
  };
}

/** A page of one browser; what the browser keeps is there after a reload. */
export async function load(double: SeedDouble, page = becomePage()) {
  freshLocks();
  page.network(answerOf(double));
  const { bridge } = openBridge();
  await bridge.session.enter(ADA);
  const seeds = seedsOf(bridge);
  const bet = async () => {
    const { pair } = seedsStore.getState();
    const draw = pair === null ? null : await seeds.nameDraw(pair);
    if (draw === null) throw new Error('there is no pair to bind a bet to');
    const { gameId, stake, bet: placed } = RED;
    const outcome = await moneyOf(bridge).submit({ kind: 'round', gameId, body: { stake, bet: placed, currency: 'NGN', seeds: draw } });
    await whenIdle();
    return outcome;
  };
  return { page, bridge, seeds, bet, receipts: () => listReceipts(bridge.database, 'real') };
}

export async function playing(conduct: Conduct) {
  const double = new SeedDouble(conduct);
  const playerPage = await load(double);
  await playerPage.seeds.open();
  return { double, ...playerPage };
}

/** Returns the report of the check of all kept rounds. */
export async function reportOf(double: SeedDouble, receipts: readonly KeptRound[]) {
  const revealed = double.revealed;
  const verdicts = await checkSlice(crypto.subtle, allEngines, revealed, receipts);
  const rounds = receipts.map((each, nth) => ({ ...each, verdict: verdicts[nth] ?? ('malformed' as const), ruleSet: 'none' as const, isSealed: each.seeds !== undefined }));
  const pairs = [{ ...double.active, serverSeed: null }, ...revealed];
  return roundsReport({ rounds, pairs, open: [], wholeAt: Number.MAX_SAFE_INTEGER });
}
