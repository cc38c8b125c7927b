/** A password that the busy hasher did not check is no guess: it uses up no try of the owner’s, and gives a guesser none. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { confirmPassword, signIn, signUp } from '../../src/core/contract/auth';
import { createPasswordHasher, getHasher } from '../../server/accounts/password-hasher';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer } from '../support/http-client';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const SECOND_MS = 1_000;
/** The pause that the busy hasher names when it refuses. */
const RETRY_AFTER_MS = 2 * SECOND_MS;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

/** The real hasher without a free place, as if others had taken all of them. */
const full = createPasswordHasher({ running: 0, waiting: 0 });

/** Replaces the hasher by one that checks a password, or refuses it as busy, as `isBusy` says for each in turn. */
function whileBusy(isBusy: () => boolean): void {
  const hasher = getHasher(site.platform);
  const looksAt = hasher.matches.bind(hasher);
  vi.spyOn(hasher, 'matches').mockImplementation((...args) => (isBusy() ? full : { matches: looksAt }).matches(...args));
}

let networks = 0;
const newAddress = (): string => `61.${(networks += 1)}.1.7`;
const enter = (username: string, password: string, address: string) =>
  site.client().call(signIn, { body: { username, password }, headers: { 'x-forwarded-for': address } });
const runs = (): number => getHasher(site.platform).runs();

/** All that is counted against somebody who gives a password, but for the load of an address (busy-gate.ts) and the mails to it. */
async function counters(): Promise<unknown> {
  const { rows } = await site.pool.query(
    `SELECT 'failures' AS what, subject, failures::text AS n FROM sign_in_failure WHERE failures > 0 OR blocked_until > $1
     UNION ALL SELECT kind, subject, cardinality(recent)::text FROM attempt WHERE cardinality(recent) > 0
     UNION ALL SELECT kind, subject, empty_at::text FROM rate WHERE empty_at > $1 AND kind NOT LIKE 'sign-%' AND kind <> 'unconfirmed-mail' ORDER BY 1, 2`,
    [site.platform.now()],
  );
  return rows;
}

it('nobody who floods the hasher keeps an owner out: a password that it had no time to check is no attempt, neither in a new place nor in an open session', async () => {
  const owner = newPlayer();
  const client = await site.signUp(owner);
  const address = newAddress();
  expect(await counters()).toEqual([]);
  let isFlooded = true;
  whileBusy(() => isFlooded);
  for (let n = 0; n < 60; n += 1) {
    const refused = await enter(owner.username, PASSWORD, address);
    expect([refused.status, refused.problem?.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    site.pass(RETRY_AFTER_MS);
  }
  const confirm = (password: string) => client.call(confirmPassword, { params: paramsOf(client), body: { password } });
  for (let n = 0; n < 25; n += 1) expect((await confirm(PASSWORD)).status).toBe(503);
  expect(await counters()).toEqual([]);
  isFlooded = false;
  // All tries that a stranger and a session have before they wait are there still.
  for (let n = 0; n < 4; n += 1) {
    expect((await enter(owner.username, 'not the right one', address)).status).toBe(401);
    expect((await confirm('not the right one')).status).toBe(401);
  }
  expect((await enter(owner.username, PASSWORD, address)).status).toBe(200);
  expect((await confirm(PASSWORD)).status).toBe(204);
});

it('nobody gets more guesses by having attempts refused: five are checked before the first delay and one after each, however many found the hasher busy', async () => {
  const owner = newPlayer();
  await site.signUp(owner);
  const address = newAddress();
  let n = 0;
  whileBusy(() => (n += 1) % 3 !== 0);
  const guess = (): Promise<TestAnswer> => enter(owner.username, 'a guess like any', address);
  const before = runs();
  const answers: number[] = [];
  while (answers.filter((status) => status === 429).length < 3) answers.push((await guess()).status);
  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 503)).toHaveLength(10);
  expect(runs() - before).toBe(5);
  // Each delay lets one in again. A try that is refused while it is busy does not lift the next delay, nor lengthen it.
  for (const delay of [5, 10, 20, 40]) {
    site.pass(delay * SECOND_MS);
    const statuses: number[] = [];
    while (!statuses.includes(429)) statuses.push((await guess()).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
  }
  expect(runs() - before).toBe(9);
});

it('nobody gets more guesses by trying many at the same moment, of which some are refused', async () => {
  const owner = newPlayer();
  await site.signUp(owner);
  const address = newAddress();
  let n = 0;
  whileBusy(() => (n += 1) % 2 === 0);
  const before = runs();
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 6 }, () => enter(owner.username, 'a guess like any', address)));
  expect(runs() - before).toBeLessThanOrEqual(5);
  expect((await enter(owner.username, PASSWORD, address)).status).not.toBe(200);
});

it('the same sign-up sent again while the hasher is busy is no guess at its password, either', async () => {
  const body = newPlayer();
  const open = () => site.client().call(signUp, { body });
  const opened = await open();
  let isFlooded = true;
  whileBusy(() => isFlooded);
  for (let n = 0; n < 15; n += 1) expect((await open()).status).toBe(503);
  isFlooded = false;
  const again = await open();
  expect([again.status, again.data.userId]).toEqual([opened.status, opened.data.userId]);
  expect(userIdOf(await site.signIn(body.username))).toBe(opened.data.userId);
});
