/** Games of a shelf as tests make them. */
import { kobo } from '../../../src/core/money';
import type { ShelfGame } from '../../../src/pages/shared/shelf/shelf';

export const gameNamed = (gameId: string, change: Partial<ShelfGame> = {}): ShelfGame => ({
  gameId, name: gameId, kind: 'slots', categories: ['slots'], rtp: 0.94, contribution: 1, minStake: kobo(1_000), maxStake: kobo(100_000),
  bytes: 12_000, art: `/games/${gameId}.svg`, practice: false, real: true, volatility: null, provider: null, maxWin: null, ...change,
});

export const idsOf = (games: readonly ShelfGame[]): readonly string[] => games.map(({ gameId }) => gameId);
