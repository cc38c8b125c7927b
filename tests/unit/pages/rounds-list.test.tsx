/** The list of rounds: what it makes of what came back. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { RoundHistoryItem } from '../../../src/core/contract/games';
import { RoundCards } from '../../../src/pages/games-history/RoundCards';

const round = (roundId: string, win: number): RoundHistoryItem => ({
  roundId, gameId: 'plinko', stake: 50, win, currency: 'NGN', balanceBefore: 500, balanceAfter: 450 + win, balance: 450 + win, version: 1, outcome: {}, bet: {},
  fairness: { commit: 'c', clientSeed: 's', nonce: 1 }, at: '2026-11-20T20:00:00Z',
});

it('a round that returns at most the stake is not shown as a gain', () => {
  const drawn = (win: number) => renderToStaticMarkup(<MemoryRouter><RoundCards rounds={[round('r', win)]} nameOf={() => 'Plinko'} /></MemoryRouter>);
  for (const win of [30, 50]) {
    expect(drawn(win)).toContain(`>₦${win}.00<`);
    expect(drawn(win)).not.toMatch(/money-in|>\+/);
  }
  expect(drawn(51)).toMatch(/money-in[^>]*>\+₦51\.00</);
});
