// @vitest-environment happy-dom
/** No word is ahead of a card or a tile: totals and amounts change when they have landed. */
import { act, useState } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { kobo } from '../../../src/core/money';
import { BlackjackStage } from '../../../src/games/blackjack/BlackjackStage';
import type { GameFace, Showing, StageProps } from '../../../src/games/face';
import { loadFace } from '../../../src/games/faces';
import { MinesStage } from '../../../src/games/mines/MinesStage';
import { practiceGame } from '../../../src/pages/game/game-at';
import { ResultLine } from '../../../src/pages/game/result/ResultLine';

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

/** The stage with the line below it, whose phase changes when the stage says that the step was seen. */
function MinesScreen({ showing, face }: { showing: Showing; face: GameFace }) {
  const [shown, setShown] = useState<string | null>(null);
  const game = practiceGame('mines');
  if (game === undefined) throw new Error('There is no game mines.');
  const phase = shown !== showing.key ? 'showing' : showing.isOpen ? 'open' : 'idle';
  return (
    <>
      <MinesStage showing={showing} waiting={false} onShown={setShown} onAnnounce={nothing} act={nothing} />
      <ResultLine game={game} odds={null} face={face} showing={showing} phase={phase} isPast={false} bonusPart={null} />
    </>
  );
}

describe('the words of mines', () => {
  // Not the first choice of the page, so that a head that names the choice differs from one that names the round.
  const view = { mines: 5, opened: [6], pays: 11_200, next: 12_800, laid: null };
  const more = { ...view, opened: [6, 12], pays: 12_800, next: 14_700 };
  const lost = { ...more, opened: [6, 12, 3], pays: 0, next: null, laid: [3, 9, 20, 21, 22] };
  const drawScreen = async (showing: Showing) => {
    const face = await loadFace('mines');
    if (face === null) throw new Error('There is no face of mines.');
    await act(async () => root.render(<MinesScreen showing={showing} face={face} />));
  };

  it('change when the tile has turned', async () => {
    await drawScreen(showingOf(view, true, false));
    expect(textOf('.result')).toEqual(['1 safe. The next one makes it ₦128.00']);
    await drawScreen(showingOf(more, true));
    expect(textOf('.result')).toEqual(['']);
    expect(document.querySelectorAll('[data-cell="safe"]')).toHaveLength(2);
    await land();
    expect(textOf('.result')).toEqual(['2 safe. The next one makes it ₦147.00']);
  });

  it('say once what the next tile pays, below the board', async () => {
    await drawScreen(showingOf(view, true, false));
    await drawScreen(showingOf(more, true));
    expect(textOf('.table-head')).toEqual(['5 mines under 25 tiles']);
    await land();
    expect(textOf('.table-head')).toEqual(['5 mines under 25 tiles']);
    expect(document.body.textContent.split('₦147')).toHaveLength(2);
  });

  it('do not tell a mine before its tile has turned', async () => {
    await drawScreen(showingOf(more, true, false));
    await drawScreen(showingOf(lost, false));
    expect(textOf('.table-head')).toEqual(['5 mines under 25 tiles']);
    expect(textOf('.result')).toEqual(['']);
    await land();
    expect(textOf('.table-head')).toEqual(['3 mines under 25 tiles']);
    expect(textOf('.result-detail')).toEqual(['Hit a mine after 2 safe tiles']);
  });
});
