// @vitest-environment happy-dom
/** A heart that the platform refused is told by the name of its game. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bridge } from '../../../src/bridge';
import { loadGames } from '../../../src/bridge/actions/games';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { embeddedGame } from '../../../src/games/catalogue';
import { WaitingList } from '../../../src/pages/shared/outbox/WaitingList';
import { catalogueStore, NO_GAMES } from '../../../src/state/catalogue';
import { outboxStore, resetOutbox } from '../../../src/state/outbox';

vi.mock('../../../src/bridge/actions/games', () => ({ loadGames: vi.fn() }));
vi.mock('../../../src/bridge/actions/outbox', () => ({ dropFromOutbox: vi.fn() }));

const GAME = 'adire-gold';
const refused = (kind: OutboxItem['kind'], body: unknown): OutboxItem => ({
  id: 1, userId: 'a', kind, slot: 'x', key: 'k', body, at: 1, state: 'refused', problem: null,
});

let root: Root;
const text = () => document.body.textContent;
const open = () => act(async () => root.render(<MemoryRouter><WaitingList /></MemoryRouter>));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Another file may have left a player signed in, and the items stored for them would replace those of the test.
  vi.spyOn(bridge.outbox, 'read').mockResolvedValue(undefined);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  catalogueStore.setState(NO_GAMES);
  resetOutbox();
  vi.mocked(loadGames).mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['favourite', 'Favourite: Adire Gold'],
  ['no-favourite', 'Remove favourite: Adire Gold'],
])('the refusal of a %s names its game as soon as the games are loaded', async (kind, words) => {
  outboxStore.setState({ items: [refused(kind, { gameId: GAME })] });
  await open();
  expect(loadGames).toHaveBeenCalledOnce();
  const game = embeddedGame(GAME);
  if (!game) throw new Error('there is no such game');
  const games = [{ ...game, categories: [...game.categories], contribution: 1, bytes: 0, enabled: true }];
  await act(async () => catalogueStore.setState({ games }));
  expect(text()).toContain(words);
  expect(text()).not.toContain(GAME);
  expect(loadGames).toHaveBeenCalledOnce();
});

it('nothing else loads the games', async () => {
  outboxStore.setState({ items: [refused('send-feedback', { id: 'one', category: 'money', text: 'Where is it?' })] });
  await open();
  expect(text()).toContain('Feedback: “Where is it?”');
  expect(loadGames).not.toHaveBeenCalled();
});
