/** Mines and blackjack: what is shown of an open round, and practice rounds of several steps. */
import { webcrypto } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { checkReceipts } from '../../../src/core/fairness/receipts';
import { blackjackEngine, blackjackPoints } from '../../../src/core/games/blackjack';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { minesEngine } from '../../../src/core/games/mines';
import { allEngines } from '../../../src/core/games/registry';
import { closeStepped } from '../../../src/core/games/stepped';
import { kobo } from '../../../src/core/money';
import { BlackjackActions } from '../../../src/games/blackjack/BlackjackActions';
import { BlackjackStage } from '../../../src/games/blackjack/BlackjackStage';
import { endings, firstStake, moveOf, tableSummary, tableWords } from '../../../src/games/blackjack/table-view';
import { MinesStage } from '../../../src/games/mines/MinesStage';
import { cellStatesOf, isLost, paysAfter, readView, safeCount } from '../../../src/games/mines/mines-view';
import { loadFace } from '../../../src/games/faces';
import { newPractice, openPracticeRound, playPractice, revealPractice, stepPractice } from '../../../src/games/practice';
import type { FillRandom, PracticeResult, PracticeState } from '../../../src/games/practice';

const STAKE = kobo(100_000);
const mines = closeStepped(minesEngine);
const blackjack = closeStepped(blackjackEngine);
const nothing = () => {};

function countingFill(first = 1): FillRandom {
  let next = first;
  return (bytes) => {
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = next++ % 256;
  };
}

const must = (played: PracticeResult | null): PracticeResult => {
  if (played === null) throw new Error('refused');
  return played;
};

/** Plays on with `choose` until the round is over. */
function playOut(state: PracticeState, choose: (view: BlackjackView) => string): PracticeResult {
  let played = must(playPractice(state, blackjack, STAKE, {}));
  while (played.round.isOpen) played = must(stepPractice(played.state, blackjack, { kind: choose(played.round.outcome as BlackjackView) }));
  return played;
}

describe('a practice round of several steps', () => {
  it('takes the stake once, stays open over other rounds, and pays at its end', () => {
    const start = newPractice(countingFill(3));
    const opened = must(playPractice(start, mines, STAKE, { mines: 1 }));
    expect(opened.round).toMatchObject({ isOpen: true, win: 0, stake: STAKE });
    expect(opened.state.balance).toBe(start.balance - STAKE);
    const otherRound = must(playPractice(opened.state, blackjack, STAKE, {}));
    expect(otherRound.round.nonce).toBe(opened.round.nonce + 1);
    let now = otherRound.state;
    for (let cell = 0; openPracticeRound(now, mines)?.isOpen && cell < 3; cell += 1) now = must(stepPractice(now, mines, { kind: 'open', cell })).state;
    const open = openPracticeRound(now, mines);
    if (open === null) return;
    const ended = must(stepPractice(now, mines, { kind: 'cash-out' }));
    expect(ended.round.win).toBe(paysAfter(1, 3, STAKE));
    expect(ended.state.open['mines']).toBeUndefined();
    expect(ended.state.balance).toBe(now.balance + ended.round.win);
  });

  it('does not start a second one in the same game, nor tells its secret meanwhile', () => {
    const { state } = must(playPractice(newPractice(countingFill()), mines, STAKE, { mines: 3 }));
    expect(playPractice(state, mines, STAKE, { mines: 3 })).toBeNull();
    expect(revealPractice(state, countingFill())).toBeNull();
  });

  it('refuses what the rules don’t allow, and a double that the money does not reach for', () => {
    const { state } = must(playPractice(newPractice(countingFill()), mines, STAKE, { mines: 3 }));
    expect(stepPractice(state, mines, { kind: 'cash-out' })).toBeNull();
    expect(stepPractice(newPractice(countingFill()), mines, { kind: 'open', cell: 1 })).toBeNull();
    for (let first = 1; first < 60; first += 1) {
      const fresh = newPractice(countingFill(first));
      const dealt = must(playPractice({ ...fresh, balance: STAKE }, blackjack, STAKE, {}));
      if (dealt.round.isOpen) expect(stepPractice(dealt.state, blackjack, { kind: 'double' })).toBeNull();
    }
  });

  it('counts what doubling and splitting add, and leaves receipts that the second implementation confirms', async () => {
    const fill = countingFill(5);
    let state: PracticeState = { ...newPractice(fill), balance: kobo(1_000_000_000) };
    const before = state.balance;
    let added = 0;
    for (let round = 0; round < 60; round += 1) {
      const played = playOut(state, (view) => (view.can.includes('split') ? 'split' : view.can.includes('double') ? 'double' : 'stand'));
      if (played.round.stake > STAKE) added += 1;
      state = played.state;
    }
    expect(added).toBeGreaterThan(20);
    expect(state.balance).toBe(before - state.staked + state.won);
    const revealed = revealPractice(state, fill)?.revealed;
    const report = await checkReceipts(webcrypto.subtle, allEngines, revealed!, revealed!.receipts);
    expect(report.verdicts.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 60 }, () => 'ok'));
    expect(report.missing).toEqual([]);
  });
});

describe('the board of mines', () => {
  const view = { mines: 3, opened: [6, 12], pays: 100, next: 200, laid: null };

  it('shows what was opened and nothing of what is hidden', () => {
    const states = cellStatesOf(view);
    expect(states[6]).toBe('safe');
    expect(states.filter((state) => state === 'closed')).toHaveLength(23);
    expect(readView({ ...view, laid: [1] })).not.toBeNull();
    expect(readView({ nonsense: true })).toBeNull();
  });

  it('shows where the mines lay when it is over, and counts the safe cells alone', () => {
    const lost = { ...view, opened: [6, 12, 3], pays: 0, next: null, laid: [3, 9, 20] };
    expect([cellStatesOf(lost)[3], cellStatesOf(lost)[9]]).toEqual(['hit', 'mine']);
    expect([isLost(lost), safeCount(lost)]).toEqual([true, 2]);
  });

  it('names every field by row and column, and says which can be opened', () => {
    const showing = { key: 'a', outcome: view, stake: STAKE, win: kobo(0), moving: false, isOpen: true };
    const stage = <MinesStage showing={showing} waiting={false} onShown={nothing} onAnnounce={nothing} choice={{ mines: 3 }} act={nothing} />;
    const html = renderToStaticMarkup(stage);
    expect(html).toContain('Row 2, column 2, safe');
    expect(html.match(/, closed"/g)).toHaveLength(23);
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  });

  it('cashes out by a key once something is opened', async () => {
    const face = await loadFace('mines');
    expect(face?.steps?.actionOf(view, 'c')).toEqual({ kind: 'cash-out' });
    expect(face?.steps?.actionOf({ ...view, opened: [] }, 'c')).toBeNull();
    expect(face?.steps?.describe(view, STAKE)).toBe('2 safe. The next one makes it ₦2.00');
    expect(face?.steps?.addsStake).toBeUndefined();
  });
});

describe('the table of blackjack', () => {
  const hand = (cards: number[], isDone = false, isDoubled = false) => ({ cards, isDone, isDoubled });
  const open: BlackjackView = { hands: [hand([0, 5])], dealer: [12], can: ['hit', 'stand', 'double'] };
  const split: BlackjackView = { hands: [hand([7, 20, 3], true), hand([7, 9])], dealer: [4], can: ['hit', 'stand', 'double'] };

  it('keeps the hidden card hidden: in words, in the drawing, in the points', () => {
    const showing = { key: 'a', outcome: open, stake: STAKE, win: kobo(0), moving: false, isOpen: true };
    const html = renderToStaticMarkup(<BlackjackStage showing={showing} waiting={false} onShown={nothing} onAnnounce={nothing} act={nothing} />);
    expect(html.match(/bj-back/g)).toHaveLength(1);
    expect(tableWords(open)).toBe('Dealer: king of spades and a hidden card, 10. You: ace of spades and 6 of spades, soft 17');
    expect(tableSummary(open)).toBe('You have soft 17, the dealer shows 10');
  });

  it('tells hands after a split by number, and how each ended', () => {
    expect(tableSummary(split)).toBe('Hand 2 has 18, the dealer shows 5');
    const over: BlackjackView = { hands: [hand([7, 20, 9], true), hand([0, 12], true)], dealer: [4, 12, 6], can: [] };
    expect(endings(over)).toEqual(['bust on 26, dealer bust on 22', '21, dealer bust on 22']);
    expect(blackjackPoints([4, 12, 6]).points).toBe(22);
    expect(endings({ hands: [hand([0, 12], true)], dealer: [4, 5], can: [] })).toEqual(['blackjack, dealer 11']);
  });

  it('offers what the rules allow now, by button and by key, and says what it adds', async () => {
    expect(moveOf(open, 'D')).toEqual({ kind: 'double' });
    expect(moveOf(open, 'p')).toBeNull();
    expect(moveOf(null, 'h')).toBeNull();
    expect(firstStake(split, kobo(200_000))).toBe(100_000);
    const html = renderToStaticMarkup(<BlackjackActions view={open} stake={STAKE} funds={null} act={nothing} />);
    expect(html).toContain('+₦1,000');
    expect(html).not.toContain('Split');
    const short = renderToStaticMarkup(<BlackjackActions view={open} stake={STAKE} funds={kobo(50)} act={nothing} />);
    expect(short.match(/aria-disabled/g)).toHaveLength(1);
    const face = await loadFace('blackjack');
    expect([face?.steps?.addsStake?.({ kind: 'double' }), face?.steps?.addsStake?.({ kind: 'hit' }), face?.steps?.addsStake?.('x')]).toEqual([true, false, false]);
  });
});
