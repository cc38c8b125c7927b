/** A round of a provider's game in the history: what is said before anything of it is loaded. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { RoundHistoryItem } from '../../../src/core/contract/games';
import { errorWords } from '../../../src/core/error-words';
import { failure } from '../../../src/core/errors';
import { RoundFacts } from '../../../src/pages/games-history/RoundFacts';
import { ReplayOffer } from '../../../src/pages/shared/framed/FramedReplay';

const round: RoundHistoryItem = {
  roundId: 'r1', gameId: 'lucky-drum', provider: 'Drumhouse', state: 'ended', stake: 100, win: 30, currency: 'NGN', outcome: null,
  balanceBefore: 1_000, balanceAfter: 930, balance: 930, version: 2, at: '2026-11-20T20:00:00Z',
};
const replay = (more: Partial<Parameters<typeof ReplayOffer>[0]>) =>
  renderToStaticMarkup(<ReplayOffer stage={{ is: 'rest' }} provider="Drumhouse" bytes={640_000} isOffline={false} onWatch={() => undefined} {...more} />);
const facts = (of: RoundHistoryItem) => renderToStaticMarkup(<MemoryRouter><RoundFacts round={of} name="Lucky Drum" /></MemoryRouter>);

it('before loading, the page says who shows the round and how much that loads', () => {
  const html = replay({});
  expect(html).toMatch(/Drumhouse shows this round again, from its own site; loading it takes about 640.KB\. Nothing can be staked there\..*Watch at Drumhouse/);
  expect(html).not.toContain('disabled');
});

it('no size is shown for a game that is not in the list', () => {
  expect(replay({ bytes: undefined })).toContain('from its own site. Nothing');
});

it('without a connection the button is disabled, with the reason', () => {
  const html = replay({ isOffline: true });
  expect(html).toMatch(/<button [^>]*disabled=""[^>]*>Watch at Drumhouse/);
  expect(html).toContain('You need to be online for this.');
});

it('a failure is shown with its reason, and the round can be requested again', () => {
  const { error } = failure('timeout');
  for (const [stage, says] of [
    [{ is: 'failed' }, 'We could not show the round'], [{ is: 'blocked' }, 'This browser blocked the game'], [{ is: 'refused', error }, errorWords(error)],
  ] as const) {
    const html = replay({ stage });
    expect(html).toContain(says);
    expect(html).toContain('Watch at Drumhouse');
  }
});

it('the button says that it is working while the link is requested', () => {
  expect(replay({ stage: { is: 'launching' } })).toMatch(/aria-busy="true".*Opening the round/);
});

it('a provider’s round can be shown once it is over, and is checked by nobody here', () => {
  expect(facts(round)).toMatch(/Show the round.*Drumhouse decided this round and shows how it went\./);
  expect(facts(round)).not.toContain('/help#check-result');
  expect(facts({ ...round, state: 'open', win: 0 })).not.toContain('Show the round');
});
