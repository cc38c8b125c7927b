/** How the platform answers each call of the outbox, as the contract says. */
import { ENDPOINTS } from '../../../src/core/contract';
import type { Endpoint } from '../../../src/core/contract/endpoint';

const AT = '2026-11-21T10:00:00Z';
const THREAD = { threadId: 't1', kind: 'support', category: null, state: 'waiting', unread: 0, createdAt: AT, updatedAt: AT, messages: [] };
const PROTECTION = {
  state: 'cool-off', since: AT, until: AT, currency: 'NGN', limits: [], realityCheck: { minutes: 60, pending: null }, play: null, netDeposits: 0,
  played: { day: 0, week: 0, month: 0, ever: 0 }, offered: true, at: AT,
};
const GAME = {
  gameId: 'dice', name: 'Dice', provider: 'Ayo', kind: 'dice', categories: ['table'], rtp: 97, contribution: 0.2, minStake: 10, maxStake: 100_000,
  bytes: 1, art: '/cdn/games/dice.svg', enabled: true, newFrom: null, version: 4, updatedAt: AT, updatedBy: null, mostStake: 100_000,
  observed: { rounds: 0, staked: 0, won: 0, interval: null, isOff: false },
};

/** By method and path; a call that is missing here has an empty answer. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'PATCH /v1/player/:userId/details': { firstname: 'Ada', lastname: 'Obi', phone: null, address: null, version: 4 },
  'POST /v1/player/:userId/consent': { items: [{ tagCode: 'sms', status: 'Accepted' }] },
  'PUT /v1/player/:userId/limits/:kind/:period': { ...PROTECTION, state: 'none' },
  'POST /v1/player/:userId/exclusions': PROTECTION,
  'POST /v1/player/:userId/messages': THREAD,
  'POST /v1/player/:userId/feedback': { ...THREAD, kind: 'feedback' },
  'POST /v1/feedback': { id: 'guest-feedback-one', at: AT },
  'PATCH /v1/admin/games/:gameId': GAME,
  'PUT /v1/admin/game-order': { order: ['dice'], version: 4 },
};

const patternOf = (path: string) => new RegExp(`${path.replace(/:\w+/g, '[^/]+')}$`);

/** The answer to a call of the contract; undefined: an empty one. */
export const answerTo = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): unknown => ANSWERS[`${method} ${path}`];

/** The platform's answer to a request, at any address. */
export function respondTo(method: string, url: string): Response {
  const path = url.split('?')[0] ?? '';
  const endpoint = Object.values(ENDPOINTS).find((each) => each.method === method && patternOf(`/api${each.path}`).test(path));
  const answer = endpoint === undefined ? undefined : ANSWERS[`${method} ${endpoint.path}`];
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer, { status: endpoint?.status ?? 200 });
}
