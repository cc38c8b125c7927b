/** What of the games area may wait in the outbox. Of the answers only that there was one. */
import { array, number, object, record, string, unknown } from './shape';

export const EDIT_GAME = { method: 'PATCH', path: '/v1/admin/games/:gameId', params: object({ gameId: string }), body: unknown, answer: unknown } as const;
export const ORDER_GAMES = { method: 'PUT', path: '/v1/admin/game-order', body: unknown, answer: unknown } as const;

/** Members as in `pages/admin/games/edit`; the platform looks at each. */
export const editGameShape = object({ gameId: string, name: string, version: number, base: record, patch: record });
export const orderGamesShape = object({ version: number, order: array(string) });
