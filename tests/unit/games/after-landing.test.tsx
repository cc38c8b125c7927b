// @vitest-environment happy-dom
/** No word is ahead of a card or a tile: totals and amounts change when they have landed. */
import { act } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { kobo } from '../../../src/core/money';
import { BlackjackStage } from '../../../src/games/blackjack/BlackjackStage';
import type { Showing, StageProps } from '../../../src/games/face';
import { MinesStage } from '../../../src/games/mines/MinesStage';

/** Longer than any card or tile takes. */
const LANDED_MS = 5_000;
const nothing = () => {};
let root: Root;
let steps = 0;

const showingOf = (outcome: unknown, isOpen: boolean, moving = true): Showing => ({
  key: `step-${(steps += 1)}`, outcome, stake: kobo(10_000), win: kobo(0), moving, isOpen,
});

async function draw<Choice>(Stage: ComponentType<StageProps<Choice>>, showing: Showing): Promise<void> {
  await act(async () => root.render(<Stage showing={showing} waiting={false} onShown={nothing} onAnnounce={nothing} act={nothing} />));
}

const land = () => act(async () => void vi.advanceTimersByTime(LANDED_MS));
const textOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the totals of blackjack', () => {
  const hand = (cards: number[], isDone = false) => ({ cards, isDone, isDoubled: false });
  const dealt: BlackjackView = { hands: [hand([6, 7])], dealer: [12], can: ['hit', 'stand'] };
  const hit: BlackjackView = { hands: [hand([6, 7, 2])], dealer: [12], can: ['hit', 'stand'] };
  const over: BlackjackView = { hands: [hand([6, 7, 2], true)], dealer: [12, 6], can: [] };

  it('are written when the dealt cards have landed', async () => {
    await draw(BlackjackStage, showingOf(dealt, true));
    expect(textOf('.bj-points')).toEqual(['Dealer', 'You']);
    await land();
    expect(textOf('.bj-points')).toEqual(['Dealer 10', 'You 15']);
  });

  it('stay as they were until a further card has landed', async () => {
    await draw(BlackjackStage, showingOf(dealt, true, false));
    await draw(BlackjackStage, showingOf(hit, true));
    expect(textOf('.bj-points')).toEqual(['Dealer 10', 'You 15']);
    await land();
    expect(textOf('.bj-points')).toEqual(['Dealer 10', 'You 18']);
  });

  it('are written for the dealer when the dealer has drawn', async () => {
    await draw(BlackjackStage, showingOf(hit, true, false));
    await draw(BlackjackStage, showingOf(over, false));
    expect(textOf('.bj-points')).toEqual(['Dealer', 'You 18']);
    await land();
    expect(textOf('.bj-points')).toEqual(['Dealer 17', 'You 18']);
  });

  it('of the round before are gone while the next one is dealt, and all its cards are new', async () => {
    await draw(BlackjackStage, showingOf(over, false, false));
    const before = [...document.querySelectorAll('.bj-card')];
    await draw(BlackjackStage, showingOf(dealt, true));
    expect(textOf('.bj-points')).toEqual(['Dealer', 'You']);
    for (const card of document.querySelectorAll('.bj-hands .bj-card')) expect(before).not.toContain(card);
  });
});

describe('the words of mines', () => {
  const view = { mines: 3, opened: [6], pays: 11_200, next: 12_800, laid: null };
  const more = { ...view, opened: [6, 12], pays: 12_800, next: 14_700 };
  const lost = { ...more, opened: [6, 12, 3], pays: 0, next: null, laid: [3, 9, 20] };

  it('name the mines while a tile turns and after it: what the next one pays is said below the board alone', async () => {
    await draw(MinesStage, showingOf(view, true, false));
    await draw(MinesStage, showingOf(more, true));
    expect(textOf('.table-head')).toEqual(['3 mines under 25 tiles']);
    expect(document.querySelectorAll('[data-cell="safe"]')).toHaveLength(2);
    await land();
    expect(textOf('.table-head')).toEqual(['3 mines under 25 tiles']);
  });

  it('do not tell a mine before its tile has turned', async () => {
    await draw(MinesStage, showingOf(more, true, false));
    const [before] = textOf('.table-head');
    await draw(MinesStage, showingOf(lost, false));
    expect(textOf('.table-head')).toEqual([before]);
  });
});
