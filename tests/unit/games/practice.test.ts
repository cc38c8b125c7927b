import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import { checkReceipts } from '../../../src/core/fairness/receipts';
import { engines } from '../../../src/core/games/registry';
import { adireGoldEngine } from '../../../src/core/games/slots/adire-gold';
import { closeEngine } from '../../../src/core/games/engine';
import { kobo } from '../../../src/core/money';
import { PRACTICE_BALANCE, newPractice, playPractice, revealPractice } from '../../../src/games/practice';
import type { FillRandom, PracticeState } from '../../../src/games/practice';

const engine = closeEngine(adireGoldEngine);
const STAKE = kobo(10_000);

/** Bytes that count up from `first`: every fill differs, and the same test gives the same rounds. */
function countingFill(first = 1): FillRandom {
  let next = first;
  return (bytes) => {
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = next++ % 256;
  };
}

function play(state: PracticeState, rounds: number): PracticeState {
  let now = state;
  for (let i = 0; i < rounds; i += 1) now = playPractice(now, engine, STAKE, {})!.state;
  return now;
}

describe('practice play', () => {
  it('starts with ₦10,000 that are no money, and shows a commit before the first round', () => {
    const state = newPractice(countingFill());
    expect(state.balance).toBe(kobo(1_000_000));
    expect(state.pair.commit).toBe(commitOf(state.pair.serverSeed));
    expect(state.pair.nonce).toBe(0);
  });

  it('plays what the engine plays for the same seeds', () => {
    const state = newPractice(countingFill());
    const { round } = playPractice(state, engine, STAKE, {})!;
    const expected = adireGoldEngine.play({ stake: STAKE, bet: {}, draws: drawsFrom(state.pair) });
    expect(round).toEqual({ outcome: expected.outcome, win: expected.win, nonce: 0, bet: {}, stake: STAKE, isOpen: false });
  });

  it('takes the stake, adds the win, counts both, and never uses a nonce twice', () => {
    const before = newPractice(countingFill());
    const after = play(before, 30);
    expect(after.pair.nonce).toBe(30);
    expect(after.staked).toBe(30 * STAKE);
    expect(after.balance).toBe(before.balance - after.staked + after.won);
    expect(after.receipts.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  });

  it('refuses a stake that the practice money does not reach for, and one the engine does not know', () => {
    const state = newPractice(countingFill());
    expect(playPractice(state, engine, kobo(PRACTICE_BALANCE + 10), {})).toBeNull();
    expect(playPractice(state, engine, kobo(1_005), {})).toBeNull();
  });

  it('reveals the seed that was committed to, starts another pair, and keeps the balance', () => {
    const fill = countingFill();
    const played = play(newPractice(fill), 3);
    const { state, revealed } = revealPractice(played, fill)!;
    expect(commitOf(revealed.serverSeed)).toBe(played.pair.commit);
    expect(state.pair.commit).not.toBe(played.pair.commit);
    expect(state.balance).toBe(played.balance);
    expect(state.receipts).toEqual([]);
  });

  it('leaves receipts that the second implementation of the draw confirms', async () => {
    const fill = countingFill(7);
    const { revealed } = revealPractice(play(newPractice(fill), 12), fill)!;
    const report = await checkReceipts(webcrypto.subtle, engines, revealed, revealed.receipts);
    expect(report.commitFits).toBe(true);
    expect(report.verdicts.every(({ verdict }) => verdict === 'ok')).toBe(true);
    expect(report.missing).toEqual([]);
  });

  it('forgets the oldest receipts of a long pair and says from which nonce on it has them', () => {
    let state: PracticeState = { ...newPractice(countingFill()), balance: kobo(100_000_000) };
    state = play(state, 510);
    expect(state.receipts).toHaveLength(500);
    expect(state.firstNonce).toBe(10);
  });
});
