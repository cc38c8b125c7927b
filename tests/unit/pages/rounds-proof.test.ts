import { createHash, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkSlice } from '../../../src/core/fairness/check-slice';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import { allEngines, steppedEngines } from '../../../src/core/games/registry';
import { kobo } from '../../../src/core/money';
import { NO_SEEDS_SEEN } from '../../../src/core/seen-seeds';
import type { RoundHistoryItem } from '../../../src/core/contract/games';
import type { KeptReceipt } from '../../../src/bridge/actions/fairness';
import { face as blackjack } from '../../../src/games/blackjack/Face';
import { face as mines } from '../../../src/games/mines/Face';
import { PROOF_FORMAT, proofWriter } from '../../../src/pages/games-history/fairness/proof';
import { openRoundsOfIntents } from '../../../src/pages/games-history/open-rounds';
import { stepsOf } from '../../../src/pages/shared/replay/round-steps';
import type { RoundAnswer } from '../../../src/core/contract/games';
import type { RoundIntent } from '../../../src/core/intent';

const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const clientSeed = 'mine';
const AT = Date.parse('2026-11-20T20:00:00Z');

/** A finished round of mines: one field, then the money. */
function receipt(nonce: number, change: Partial<KeptReceipt> = {}): KeptReceipt {
  const bet = { mines: 1 };
  const actions = [{ kind: 'open', cell: 12 }];
  const run = (list: readonly unknown[]) =>
    steppedEngines.get('mines')?.runUnchecked({ stake: kobo(10_000), bet, draws: drawsFrom({ serverSeed, clientSeed, nonce }), actions: list });
  const opened = run(actions);
  const all = opened?.ok && opened.isOver ? actions : [...actions, { kind: 'cash-out' }];
  const result = run(all);
  if (!result?.ok) throw new Error('mines must run');
  return {
    roundId: `r${nonce}`, userId: 'a', gameId: 'mines', commit, clientSeed, nonce, stake: 10_000, bet, actions: all, abandoned: false, outcome: result.view,
    win: result.win, at: AT + nonce, ...change,
  };
}

const proof = z.object({
  format: z.string(),
  howToCheck: z.array(z.string()),
  pairs: z.array(z.object({ commit: z.string(), serverSeed: z.nullable(z.string()) })),
  rounds: z.array(z.looseObject({
    roundId: z.string(), commit: z.string(), serverSeed: z.nullable(z.string()), message: z.string(), verdict: z.nullable(z.string()),
  })),
});

const inUse = { commit: '0'.repeat(64), clientSeed, nonce: 1 };
const head = { userId: 'a', madeAt: AT, pairs: { current: inUse, revealed: [{ commit, clientSeed, nonce: 3, serverSeed }] }, refusedBets: [], seen: NO_SEEDS_SEEN };

describe('the proof of kept rounds', () => {
  it('is one JSON file, written in parts, that holds everything a check needs', async () => {
    const writer = proofWriter(head, [{ ...receipt(0), verdict: 'ok', ruleSet: 'none', isSealed: false }]);
    writer.add([receipt(0), receipt(1)]);
    writer.add([]);
    writer.add([receipt(2, { commit: inUse.commit })]);
    const file = proof.parse(JSON.parse(writer.end(new Map()).join('')));
    expect([file.format, file.rounds.length, writer.count()]).toEqual([PROOF_FORMAT, 3, 3]);
    expect(file.pairs).toMatchObject([{ commit: inUse.commit, serverSeed: null }, { commit, serverSeed }]);
    expect(file.rounds.map((round) => [round.verdict, round.serverSeed, round.message])).toEqual([
      ['ok', serverSeed, 'mine:0:0'], [null, serverSeed, 'mine:1:0'], [null, null, 'mine:2:0'],
    ]);
    // By its own recipe: the commit, and each round from what stands in the file alone.
    expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(file.pairs[1]?.commit);
    const again = file.rounds.map((round) => ({ ...receipt(0), ...round, at: AT }));
    const revealed = [{ commit, serverSeed, clientSeed }];
    expect(await checkSlice(webcrypto.subtle, allEngines, revealed, again)).toEqual(['ok', 'ok', 'waits']);
  });

  it('has the draw of a round whole, as it was drawn and as it was sent: with the part that the bet brought', () => {
    const part = '0123456789abcdef'.repeat(2);
    const writer = proofWriter(head, []);
    writer.add([receipt(0, { clientSeed: `mine ${part}`, seeds: { commit, clientSeed, nonce: 0, part } })]);
    const [round] = proof.parse(JSON.parse(writer.end(new Map()).join(''))).rounds;
    expect(round).toMatchObject({ message: `mine ${part}:0:0`, clientSeed: `mine ${part}`, sentSeeds: { commit, clientSeed: `mine ${part}`, nonce: 0 } });
  });

  it('names the rules of each round, and has their par sheets as this device keeps them', () => {
    const writer = proofWriter(head, []);
    writer.add([receipt(0, { rules: 'v1' }), receipt(1), receipt(2, { rules: 'v2' }), receipt(3, { rules: 'v1' })]);
    expect(writer.versions()).toEqual(['v1', 'v2']);
    const file = z.looseObject({ rounds: z.array(z.looseObject({})), parSheets: z.looseObject({}) })
      .parse(JSON.parse(writer.end(new Map([['v1', { method: 'mines/1', gameId: 'mines' }]])).join('')));
    expect(file.rounds.map((round) => round['rules'])).toEqual(['v1', null, 'v2', 'v1']);
    expect(file.parSheets).toEqual({ v1: { gameId: 'mines', method: 'mines/1' } });
  });

  it('is whole JSON without a single round, too', () => {
    expect(proof.parse(JSON.parse(proofWriter(head, []).end(new Map()).join(''))).rounds).toEqual([]);
  });
});

describe('a round of several steps, looked at again', () => {
  const historyItem = (keptReceipt: KeptReceipt): RoundHistoryItem => ({
    roundId: keptReceipt.roundId, gameId: keptReceipt.gameId, stake: 100, firstStake: 100, currency: 'NGN', outcome: keptReceipt.outcome, win: keptReceipt.win / 100,
    balance: 0, version: 1,
    fairness: { commit, clientSeed, nonce: keptReceipt.nonce }, bet: { mines: 1 }, actions: [...(keptReceipt.actions ?? [])], abandoned: false,
    at: new Date(AT).toISOString(), balanceBefore: 0, balanceAfter: 0,
  });

  it('is gone through step by step once its seeds are public, to the end that was told', () => {
    const cashed = [0, 1, 2, 3].map((nonce) => receipt(nonce)).find(({ actions }) => actions?.length === 2);
    if (cashed === undefined) throw new Error('of four rounds with one mine one must be cashed out');
    const steps = stepsOf(mines, historyItem(cashed), serverSeed);
    expect(steps?.map(({ isOpen }) => isOpen)).toEqual([true, true, false]);
    expect(steps?.at(-1)).toMatchObject({ outcome: cashed.outcome, win: cashed.win });
    expect(mines.choiceSummary?.(cashed.bet, cashed.actions ?? [])).toEqual({ choice: { mines: 1 }, texts: ['1 mine under 25 tiles', 'Row 3, column 3', 'Cashed out'] });
  });

  it('ends with the rule for abandoned rounds where that ended it', () => {
    const dealt = (nonce: number, abandoned: boolean) =>
      steppedEngines.get('blackjack')?.runUnchecked({
        stake: kobo(10_000), bet: {}, draws: drawsFrom({ serverSeed, clientSeed, nonce }), actions: [], abandoned,
      });
    const open = [0, 1, 2, 3, 4].find((nonce) => {
      const answer = dealt(nonce, false);
      return answer?.ok === true && !answer.isOver;
    });
    const ended = dealt(open ?? -1, true);
    if (!ended?.ok) throw new Error('of five hands one must wait for the player');
    const round = { ...historyItem(receipt(open ?? -1)), gameId: 'blackjack', bet: {}, actions: [], abandoned: true, win: ended.win / 100 };
    expect(stepsOf(blackjack, round, serverSeed)?.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });

  it('is shown by its end alone where the seeds give another one', () => {
    const round = historyItem(receipt(0));
    expect(stepsOf(mines, { ...round, win: round.win + 1 }, serverSeed)).toBeNull();
    expect(stepsOf(mines, { ...round, actions: [{ kind: 'nothing' }] }, serverSeed)).toBeNull();
  });
});

describe('rounds that this device knows to be open', () => {
  const answer = (roundId: string, state: 'open' | 'ended', step: number): RoundAnswer => ({
    roundId, gameId: 'mines', state, step, stake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 0, version: 1,
    fairness: { commit, clientSeed, nonce: 0 }, at: '2026-11-20T20:00:00.000Z',
  });
  const intent = (key: string, kind: RoundIntent['kind'], roundAnswer: RoundAnswer): RoundIntent =>
    ({ key, kind, userId: 'a', gameId: 'mines', state: 'confirmed', at: AT, sentAt: AT, body: null, answer: roundAnswer, refusal: null });

  it('are those whose newest answer says so, whatever order the answers stand in', () => {
    const steps = [intent('2', 'action', answer('r1', 'open', 1)), intent('1', 'round', answer('r1', 'open', 0))];
    expect(openRoundsOfIntents(steps).map(({ roundId, step }) => [roundId, step])).toEqual([['r1', 1]]);
    expect(openRoundsOfIntents([intent('3', 'action', answer('r1', 'ended', 2)), ...steps])).toEqual([]);
    expect(openRoundsOfIntents([...steps, intent('3', 'action', answer('r1', 'ended', 2))])).toEqual([]);
  });
});
