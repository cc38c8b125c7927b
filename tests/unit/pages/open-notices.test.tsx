/** A game has notices about unfinished rounds of other games, and the history has them about all games. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { OpenElsewhere } from '../../../src/pages/game/OpenNotices';
import { OpenRounds as Notice } from '../../../src/pages/shared/open-rounds/OpenRounds';
import type { OpenRounds } from '../../../src/pages/shared/open-rounds/use-open-rounds';

type Open = NonNullable<OpenRounds['items']>[number];

const open = (gameId: string, stake: number): Open => ({
  roundId: `round-${gameId}`, gameId, stake, win: 0, currency: 'NGN', balance: 450, version: 1, outcome: {}, bet: {}, state: 'open', step: 0,
  fairness: { commit: 'c', clientSeed: 's', nonce: 1 }, at: '2026-11-20T20:00:00Z', settlesAt: '2026-11-21T20:00:00Z',
});

const drawn = (...items: readonly Open[]) => renderToStaticMarkup(<MemoryRouter><OpenElsewhere gameId="dice" items={items} /></MemoryRouter>);
const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map((found) => found[1]);

it('one of them has its stake, its end and its way in a notice', () => {
  const html = drawn(open('mines', 100));
  expect(html).toContain('Your round of Mines is not finished');
  expect(html).toContain('You staked ₦100.00.');
  expect(links(html)).toEqual(['/game/mines']);
});

it('several are one notice with a line for each', () => {
  const html = drawn(open('blackjack', 200), open('mines', 100));
  expect(html.match(/role="status"/g)).toHaveLength(1);
  expect(html).toContain('2 rounds are not finished');
  expect(html).toMatch(/Blackjack<.*₦200\.00 until .*Mines<.*₦100\.00 until /);
  expect(links(html)).toEqual(['/game/blackjack', '/game/mines']);
});

it('its own round is not said over a game', () => {
  expect(drawn(open('dice', 100))).toBe('');
});

it('the end of a round that only the platform knows is not made up', () => {
  const here = (...gameIds: readonly string[]) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Notice rounds={gameIds.map((gameId) => ({ roundId: gameId, gameId, stake: 100 }))} nameOf={(id) => id.toUpperCase()} />
      </MemoryRouter>,
    );
  expect(here('mines')).toMatch(/Your round of MINES .*You staked ₦100\.00\. If you don’t finish it, it ends by the rules\.</);
  const many = here('mines', 'blackjack');
  expect(many.match(/role="status"/g)).toHaveLength(1);
  expect(many).toMatch(/MINES<.*₦100\.00<.*BLACKJACK<.*₦100\.00</);
});
