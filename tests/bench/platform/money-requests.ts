/** Makes requests that move money; each comes from another player than the one before. */
import { randomUUID } from 'node:crypto';
import type { LoadRequest } from './load';
import type { Served } from './served';
import { CLIENTS, playerOf } from './served-child';

export type MoneyCall = 'round' | 'deposit';

/** Makes the next request of each client, and continues through the players from one measurement to the next. */
export function createMoneyRequests(served: Served): (way: MoneyCall) => (client: number) => LoadRequest {
  const turns = new Array<number>(CLIENTS).fill(0);
  return (way) => (client) => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    const { userId, sessionId, cookie, token } = playerOf(served, client, turn);
    return {
      method: 'POST', path: `/api/v1/player/${userId}/${way === 'round' ? 'games/adire-gold/rounds' : 'deposits'}`,
      headers: {
        'x-sessionid': sessionId, cookie, 'x-xsrf-token': token, 'idempotency-key': randomUUID(), 'content-type': 'application/json',
      },
      body: JSON.stringify(way === 'round' ? { stake: 10, currency: 'NGN', bet: {} } : { method: 'card', amount: 500, currency: 'NGN', again: true }),
    };
  };
}
