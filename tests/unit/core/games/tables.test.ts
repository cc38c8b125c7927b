import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { checkReceipts } from '../../../../src/core/fairness/receipts';
import type { Receipt, ReceiptEngines } from '../../../../src/core/fairness/receipts';
import { compareFractions, fraction } from '../../../../src/core/fraction';
import { blackjackAction, blackjackBet, blackjackView } from '../../../../src/core/games/blackjack';
import { diceBet, diceOutcome } from '../../../../src/core/games/dice';
import { minesAction, minesBet, minesView } from '../../../../src/core/games/mines';
import { plinkoBet, plinkoOutcome } from '../../../../src/core/games/plinko';
import { allEngines, engines } from '../../../../src/core/games/registry';
import { rouletteBet, rouletteOutcome } from '../../../../src/core/games/roulette';
import { steppedEngines, tableEngines } from '../../../../src/core/games/tables';
import { MAX_KOBO, kobo } from '../../../../src/core/money';
import { isLong, randomFrom, seedOf } from '../../../support/seeds';
import { TABLE_GAMES, randomRound } from './table-rounds';
import { byEngine, byReference, run } from './table-support';

const round = z.object({
  gameId: z.string(),
  serverSeed: z.string(),
  clientSeed: z.string(),
  nonce: z.number(),
  stake: z.number(),
  bet: z.record(z.string(), z.unknown()),
  actions: z.array(z.record(z.string(), z.unknown())),
});
const resultShape = z.object({ win: z.number(), staked: z.number(), shown: z.array(z.array(z.number())) });
/** Written down from the reference. */
const goldenVectors = z
  .array(z.object({ round, result: resultShape }))
  .parse(JSON.parse(readFileSync(new URL('./table-vectors.json', import.meta.url), 'utf8')));

const all = [...tableEngines.values(), ...steppedEngines.values()];
const everyEngine: ReceiptEngines = new Map<string, (typeof all)[number]>(all.map((engine) => [engine.gameId, engine]));
const draws = () => drawsFrom({ serverSeed: 'e'.repeat(64), clientSeed: 'tables', nonce: 0 });
const anything = fc.anything({ maxDepth: 2 });
const answerTo = (gameId: string, stake: number, bet: unknown, actions: readonly unknown[] = []) => {
  const roundInput = { stake: kobo(stake), bet, draws: draws() };
  return tableEngines.get(gameId)?.playUnchecked(roundInput) ?? steppedEngines.get(gameId)?.runUnchecked({ ...roundInput, actions });
};
const FAIR_BETS: Readonly<Record<string, unknown>> = {
  roulette: { bets: [{ spot: 'red', stake: 10_000 }] },
  dice: { under: 5_000 },
  plinko: { risk: 'low' },
  mines: { mines: 3 },
  blackjack: {},
};

describe('the table games', () => {
  it('are found by their game in the registry, each in one of its two halves', () => {
    expect(all.map(({ gameId }) => gameId)).toEqual([...TABLE_GAMES]);
    for (const [gameId, engine] of [...tableEngines, ...steppedEngines]) expect([engine.gameId, allEngines.get(gameId)]).toEqual([gameId, engine]);
    expect(allEngines.size).toBe(engines.size + steppedEngines.size);
  });

  it('return between 92 and 99.5 %', () => {
    for (const { rtp } of all) {
      expect(compareFractions(rtp, fraction(92n, 100n)) >= 0 && compareFractions(rtp, fraction(995n, 1_000n)) <= 0).toBe(true);
    }
  });
});

describe.each(TABLE_GAMES)('%s', (gameId) => {
  it('agrees with the golden vectors, and so does the reference', () => {
    const own = goldenVectors.filter((vector) => vector.round.gameId === gameId);
    expect(own.length).toBeGreaterThanOrEqual(12);
    for (const vector of own) {
      expect(byEngine(vector.round)).toEqual(vector.result);
      expect(byReference(vector.round)).toEqual(vector.result);
    }
  });

  it('agrees with the reference in rounds of any seeds, bets and actions', () => {
    const random = randomFrom(seedOf(`${gameId}, second opinion`));
    for (let nonce = 0; nonce < (isLong ? 50_000 : 400); nonce += 1) {
      const played = randomRound(gameId, random, nonce);
      expect(byEngine(played), JSON.stringify(played)).toEqual(byReference(played));
    }
  });

  it('returns a value, and never throws, whatever is sent as a bet', () => {
    const seed = seedOf(`${gameId}, any bet`);
    fc.assert(fc.property(anything, (bet) => answerTo(gameId, 10_000, bet)?.ok !== undefined), { seed });
  });

  it.each([0, -10_000, 50, 10_001, MAX_KOBO])('refuses a stake of %d kobo as a value', (stake) => {
    expect(answerTo(gameId, stake, FAIR_BETS[gameId])).toEqual({ ok: false, code: 'stake-invalid' });
  });
});

it.each([
  ['roulette', { bets: [{ spot: 'red', stake: 10_000 }, { spot: 'black', stake: 100 }] }],
  ['dice', { under: 0 }],
  ['dice', { under: 9_801 }],
  ['dice', { under: 50.5 }],
  ['plinko', { risk: 'none' }],
  ['plinko', { risk: 'constructor' }],
  ['mines', { mines: 0 }],
  ['mines', { mines: 25 }],
  ['blackjack', { insurance: true }],
])('%s refuses the bet %j', (gameId, bet) => {
  expect(answerTo(gameId, 10_000, bet)).toEqual({ ok: false, code: 'bet-invalid' });
});

it('outcomes and views fit their schemas and survive the wire', () => {
  const schemas = { roulette: rouletteOutcome, dice: diceOutcome, plinko: plinkoOutcome, mines: minesView, blackjack: blackjackView };
  for (const gameId of TABLE_GAMES) {
    const answer = answerTo(gameId, 10_000, FAIR_BETS[gameId]);
    if (!answer?.ok) throw new Error(gameId);
    const shown = 'view' in answer ? answer.view : answer.outcome;
    expect(schemas[gameId].safeParse(shown).data).toEqual(shown);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  }
  expect([rouletteBet, diceBet, plinkoBet, minesBet, blackjackBet].map((bet, i) => bet.safeParse(FAIR_BETS[TABLE_GAMES[i] ?? '']).success)).not.toContain(false);
  expect(minesAction.safeParse({ kind: 'open', cell: 25 }).success || blackjackAction.safeParse({ kind: 'insure' }).success).toBe(false);
});

describe.each(['mines', 'blackjack'] as const)('a round of %s', (gameId) => {
  const random = () => randomFrom(seedOf(`${gameId}, steps`));

  it('returns a value, and never throws, whatever is sent as actions', () => {
    const seed = seedOf(`${gameId}, any actions`);
    const almostAction = fc.oneof(anything, fc.record({ kind: fc.constantFrom('open', 'cash-out', 'hit', 'stand', 'double', 'split'), cell: anything }));
    const actions = fc.array(almostAction, { maxLength: 3 });
    fc.assert(fc.property(actions, (sent) => answerTo(gameId, 10_000, FAIR_BETS[gameId], sent)?.ok !== undefined), { seed });
  });

  it('takes no action and no settlement once it is over', () => {
    const source = random();
    for (let nonce = 0; nonce < 100; nonce += 1) {
      const played = randomRound(gameId, source, nonce);
      const roundInput = { ...played, stake: kobo(played.stake) };
      for (const more of [{ actions: [...played.actions, { kind: 'stand' }] }, { actions: [...played.actions, { kind: 'open', cell: 0 }] }, { abandoned: true }]) {
        const answer = steppedEngines.get(gameId)?.runUnchecked({ ...roundInput, draws: drawsFrom(played), ...more });
        expect(answer).toEqual({ ok: false, code: 'action-invalid' });
      }
    }
  });

  it('pays nothing before its end, adds stakes step by step, and can be settled at every step', () => {
    const source = random();
    for (let nonce = 0; nonce < 200; nonce += 1) {
      const played = randomRound(gameId, source, nonce);
      let staked = 0;
      for (let step = 0; step <= played.actions.length; step += 1) {
        const now = run(played, played.actions.slice(0, step));
        staked += now.added;
        expect([now.staked, now.isOver]).toEqual([staked, step === played.actions.length]);
        if (now.isOver) break;
        expect(now.win).toBe(0);
        const settled = run(played, played.actions.slice(0, step), true);
        expect([settled.isOver, settled.staked, settled.added]).toEqual([true, staked, 0]);
        if (gameId === 'mines') expect(settled.win).toBe(step === 0 ? played.stake : (now.view as { pays: number }).pays);
      }
    }
  });

  it('is checked from its receipt after a reveal, played to the end or abandoned', async () => {
    const source = random();
    for (let nonce = 0; nonce < 40; nonce += 1) {
      const played = randomRound(gameId, source, nonce);
      const commit = commitOf(played.serverSeed);
      const receiptOf = (actions: readonly unknown[], abandoned: boolean): Receipt => {
        const { view, win } = run(played, actions, abandoned);
        return { ...played, commit, stake: kobo(played.stake), actions, abandoned, outcome: view, win };
      };
      const verdict = async (receipt: Receipt) => {
        const revealed = { commit, serverSeed: played.serverSeed, firstNonce: nonce };
        const report = await checkReceipts(webcrypto.subtle, everyEngine, revealed, [receipt]);
        return report.verdicts[0]?.verdict;
      };
      const whole = receiptOf(played.actions, false);
      expect(await verdict(whole)).toBe('ok');
      expect(await verdict({ ...whole, win: kobo(whole.win + 1) })).toBe('differs');
      expect(await verdict({ ...whole, outcome: {} })).toBe('differs');
      if (played.actions.length === 0) continue;
      expect(await verdict(receiptOf(played.actions.slice(0, -1), true))).toBe('ok');
      expect(await verdict(receiptOf(played.actions.slice(0, -1), false))).toBe('malformed');
    }
  });
});
