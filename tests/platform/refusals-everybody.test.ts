/**
 * Every call of the contract, refused to whoever may not make it: nothing changes. And the table of refusals is whole: a
 * call that writes has a refusal of its own there, or a reason why it has none.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsFreshSession } from '../../src/core/contract/endpoint';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { signOut } from '../../src/core/contract/auth';
import { filterCalls, isChange, hasUserId } from '../support/contract-table';
import type { TableRow } from '../support/contract-table';
import { userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ACCOUNT_REFUSALS } from '../support/refusals/accounts';
import { MONEY_REFUSALS } from '../support/refusals/money';
import { PLAY_REFUSALS } from '../support/refusals/play';
import { send } from '../support/refusals/refusal';
import type { RefusalRequest } from '../support/refusals/refusal';
import { differences, readState } from '../support/refusals/state';
import { TEAM_REFUSALS } from '../support/refusals/team';

const HOUR_MS = 60 * 60_000;

/** Calls that write and that no state of things refuses: whoever may make them at all is obeyed. */
const ALWAYS_OBEYED: Readonly<Record<string, string>> = {
  signOut: 'whoever wants to be signed out is, also where there is no session',
  revokeOtherSessions: 'there may be none, which is what was wanted',
  postConsent: 'an agreement that is there stays',
  deleteConsent: 'one that is not there is withdrawn already',
  dropPendingLimit: 'nothing that waits is nothing to drop',
  closeOperation: 'a key that was used stays as it is',
  setRealityCheck: 'every interval of the contract can be chosen',
  acknowledgeRealityCheck: 'where none is due nothing is noted',
  answerLimitsOffer: 'an answer that was given stays',
  setLeaderboardChoice: 'to be seen or not is the player’s alone',
  removeFavourite: 'one that is not there is removed already',
  endLaunch: 'a game that has ended has ended',
  challengePasskey: 'whoever has no passkey gets an empty list',
  noteDeskUse: 'it says that somebody is there',
  exportAudit: 'where no line fits, the file is empty',
  exportGames: 'the catalogue can always be taken out',
  switchAdminGames: 'in need nobody looks at versions',
};

let site: TestPlatform;
let ada: TestClient;
let bola: TestClient;
let admin: TestClient;
/** Signed in long ago. */
let stale: TestClient;
let staleAdmin: TestClient;
let ended: TestClient;
/** Came in with the sign-in that the start printed, and has no password of their own yet. */
let first: TestClient;
beforeAll(async () => {
  site = await testPlatform({ config: { publicUrl: 'https://play.example' } });
  [stale, staleAdmin, ended] = [await site.signUp(), await site.signUpAdmin(), await site.signUp()];
  const { session } = ended;
  await ended.call(signOut, {});
  ended.session = session;
  site.pass(HOUR_MS);
  [ada, bola, admin, first] = [await site.signUp(), await site.signUp(), await site.signUpAdmin(), await site.signUpAdmin()];
  await site.pool.query('UPDATE admin SET password_due = true WHERE user_id = $1', [userIdOf(first)]);
});
afterAll(() => site.close());

/** Returns the same browser without this cookie. */
function without(client: TestClient, cookie: string): TestClient {
  const other = site.client();
  other.session = client.session;
  for (const [name, value] of client.cookies) if (name !== cookie) other.cookies.set(name, value);
  return other;
}

const isFor = ({ access }: Endpoint): TestClient => (access === 'admin' ? admin : ada);

/** An admin sets a password of their own before every call of an admin, and before every other that changes something of the account. */
const isForOwnPassword = (endpoint: Endpoint): boolean =>
  endpoint.beforeOwnPassword !== true && (endpoint.access === 'admin' || (endpoint.access !== 'public' && isChange(endpoint)));

/** Everything that the guards refuse of this call, with the status. */
function refusalsOf({ endpoint }: TableRow): readonly (readonly [string, number, RefusalRequest])[] {
  const client = isFor(endpoint);
  const { access } = endpoint;
  const isGuarded = access !== 'public';
  const isBound = access === 'bound' || access === 'admin';
  const isStaleRefused = needsFreshSession(endpoint);
  const body = endpoint.body !== undefined;
  return [
    ...(isGuarded ? [['nobody', 401, { client: site.client(), params: { userId: bola.session?.userId ?? '' } }] as const, ['whose session is over', 401, { client: ended }] as const] : []),
    ...(hasUserId(endpoint) ? [['on somebody else’s path', 403, { client, params: { userId: bola.session?.userId ?? '' } }] as const] : []),
    ...(access === 'admin' ? [['a player', 403, { client: ada }] as const] : []),
    ...(isForOwnPassword(endpoint) ? [['an admin without a password of their own', 403, { client: first }] as const] : []),
    ...(isBound ? [['with a session id alone', 401, { client: without(client, 'ayo_bind') }] as const] : []),
    ...(isStaleRefused ? [['after half an hour of nothing', 401, { client: access === 'admin' ? staleAdmin : stale }] as const] : []),
    ...(isChange(endpoint)
      ? [
          ['without a token', 403, { client, headers: { 'x-xsrf-token': undefined } }] as const,
          ['from another site', 403, { client, headers: { 'sec-fetch-site': 'cross-site' } }] as const,
        ]
      : []),
    ...(endpoint.idempotent === true ? [['without a key', 400, { client, headers: { 'idempotency-key': undefined } }] as const] : []),
    ...(body
      ? [
          ['a body that is a list', 400, { client, body: [] }] as const,
          ['a body that is no JSON', 400, { client, body: '{"a":' }] as const,
          ['a body of another type', 415, { client, headers: { 'content-type': 'text/plain' } }] as const,
        ]
      : []),
  ];
}

/** A call was refused, whatever the reason; any other answer means that it may have changed something. */
const isRefusal = ({ status }: TestAnswer): boolean => status >= 400;

describe('nobody changes anything by a call that they may not make', () => {
  it.each(filterCalls(() => true).map((row) => [row.name, row] as const))('%s', async (name, row) => {
    for (const client of [ada, admin, first, ended, stale, staleAdmin]) {
      if (!client.cookies.has('XSRF-TOKEN')) await client.request('GET', '/api/v1/auth/anti-forgery');
    }
    const before = await readState(site.pool);
    const answers: unknown[] = [];
    for (const [who, status, sent] of refusalsOf(row)) {
      const answer = await send(name, sent);
      answers.push([who, answer.status === status ? 'as it should' : `${answer.status} ${answer.text}`]);
    }
    expect(answers).toEqual(refusalsOf(row).map(([who]) => [who, 'as it should']));
    expect(differences(before, await readState(site.pool))).toEqual([]);
  });
});

const REFUSALS = [...ACCOUNT_REFUSALS, ...MONEY_REFUSALS, ...PLAY_REFUSALS, ...TEAM_REFUSALS];

describe('the example of a call', () => {
  it.each(filterCalls(() => true).map((row) => [row.name, row] as const))('%s changes nothing where it is refused', async (name, { endpoint }) => {
    const leaves = REFUSALS.find((refusal) => refusal.call === name && refusal.leaves !== undefined)?.leaves;
    const before = await readState(site.pool, leaves);
    const answer = await send(name, { client: isFor(endpoint) });
    if (isRefusal(answer)) expect(differences(before, await readState(site.pool, leaves))).toEqual([]);
    else expect(answer.status).toBeLessThan(300);
  });
});

describe('the table of refusals', () => {
  const refusedCalls = new Set(REFUSALS.map(({ call }) => call));
  const writing = filterCalls(isChange).map(({ name }) => name);

  it('has every call that the platform has registered', () => {
    const paths = ({ method, path }: Endpoint): string => `${method} ${path}`;
    const contractPaths = filterCalls(() => true).map(({ endpoint }) => paths(endpoint));
    expect(site.router.registered.map(paths).filter((each) => !contractPaths.includes(each))).toEqual([]);
  });

  it('has a refusal of every call that writes, or says why there is none', () => {
    expect(writing.filter((name) => !refusedCalls.has(name) && !(name in ALWAYS_OBEYED))).toEqual([]);
  });

  it('says of no call that is refused that it never is', () => {
    expect(Object.keys(ALWAYS_OBEYED).filter((name) => refusedCalls.has(name) || !writing.includes(name))).toEqual([]);
  });
});
