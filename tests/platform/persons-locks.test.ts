/** A lock by the team and the accounts of one person: what it reaches, what it does not, and that no other account leads around it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { listAudit } from '../../src/core/contract/admin';
import { createDeposit } from '../../src/core/contract/cashier';
import { lockPlayer, unlockPlayer } from '../../src/core/contract/desk-player-acts';
import { openPlayer } from '../../src/core/contract/desk-players';
import { confirmForPair, proposeForPair } from '../../src/core/contract/lookalikes';
import { getProfile } from '../../src/core/contract/player';
import { closeAccount } from '../../src/core/contract/sessions';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { checkIdentityOn, newNin } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const REASON = 'The card that paid was reported stolen.';

let ayo: TestPlatform;
let owner: TestClient;
let risk: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  [owner, risk] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(() => ayo.close());

const params = (player: TestClient) => ({ playerId: userIdOf(player) });
const lock = (by: TestClient, player: TestClient, what: 'play' | 'sign-in') => by.call(lockPlayer, { params: params(player), body: { what, reason: REASON } });
const locksShown = async (player: TestClient) => (await owner.call(openPlayer, { params: params(player) })).data.locks;
/** Ends the first lock of play that the desk shows; with `own`, the one that was put on this account. */
async function unlock(player: TestClient, which: 'own' | 'any' = 'any') {
  const seen = (await locksShown(player)).find(({ what, isCarried }) => what === 'play' && (which === 'any' || !isCarried));
  return risk.call(unlockPlayer, { params: params(player), body: { lockId: seen?.lockId ?? '0', reason: 'The bank has cleared it up.' } });
}
const payIn = (player: TestClient) =>
  player.call(createDeposit, { params: paramsOf(player), key: newKey(), body: { method: 'mobile-money', amount: 500, currency: 'NGN' } });
const newestLine = async (player: TestClient) => (await owner.call(listAudit, { query: { subject: userIdOf(player) } })).data.items[0];
async function mailsOf(player: TestClient): Promise<string> {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(player)]);
  return (await readMailbox(ayo.pool, rows[0]?.email ?? '')).map(({ subject }) => subject).join('\n');
}

const locksOf = async (players: readonly TestClient[]) => {
  const { rows } = await ayo.pool.query<{ held: boolean }>(
    'SELECT play_locked AS held FROM unnest($1::text[]) WITH ORDINALITY o (user_id, nr) JOIN player USING (user_id) ORDER BY nr', [players.map(userIdOf)],
  );
  return rows.map(({ held }) => held);
};

/** A new account that shows this NIN. */
async function join(number: string): Promise<TestClient> {
  const client = await ayo.signUp();
  await checkIdentityOn(ayo, { userId: userIdOf(client) }, number);
  return client;
}
const close = async (client: TestClient) =>
  expect((await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } })).status).toBe(204);

it('is on their second accounts, too, which learn nothing of it; one of a second account, which may be a stranger’s, is on that account alone', async () => {
  const number = newNin();
  const [first, second] = [await join(number), await join(number)];
  const before = await mailsOf(second);
  expect((await lock(risk, first, 'play')).status).toBe(204);
  const third = await join(number);
  expect(await locksOf([first, second, third])).toEqual([true, true, true]);
  expect((await newestLine(first))?.after).toMatchObject({ lock: 'play', accounts: [userIdOf(second)] });
  expect(await mailsOf(second)).toBe(before);
  expect((await payIn(second)).problem?.code).toBe('nin-in-use');
  expect(await locksShown(second)).toEqual([expect.objectContaining({ what: 'play', isCarried: true })]);
  // What is on the second account ends there alone, and what was carried stays.
  expect((await lock(risk, second, 'play')).status).toBe(204);
  expect((await unlock(second, 'own')).status).toBe(204);
  expect(await locksOf([first, second])).toEqual([true, true]);
  expect(await mailsOf(second)).not.toContain('Play is open again');
  expect((await unlock(second)).status).toBe(204);
  expect(await locksOf([first, second, third])).toEqual([true, false, true]);
  expect((await unlock(first)).status).toBe(204);
  expect(await locksOf([first, second, third])).toEqual([false, false, false]);
  expect(await mailsOf(third)).not.toContain('Play is');
  expect((await lock(risk, second, 'play')).status).toBe(204);
  expect(await locksOf([first, second, third])).toEqual([false, true, false]);
  // Nor does it come from an account that was locked before it showed the NIN.
  const other = await ayo.signUp();
  expect((await lock(risk, other, 'play')).status).toBe(204);
  await checkIdentityOn(ayo, { userId: userIdOf(other) }, number);
  expect(await locksOf([other, first])).toEqual([true, false]);
});

it('stays where they close the account and open another one, until it ends there', async () => {
  const number = newNin();
  const first = await join(number);
  expect((await lock(risk, first, 'play')).status).toBe(204);
  await close(first);
  const next = await ayo.signUp();
  expect((await lock(risk, next, 'play')).status).toBe(204);
  await checkIdentityOn(ayo, { userId: userIdOf(next) }, number);
  expect((await unlock(next, 'own')).status).toBe(204);
  expect(await locksOf([next])).toEqual([true]);
  expect((await payIn(next)).problem?.reason).toBe('play-locked');
  await close(next);
  const last = await join(number);
  expect(await locksOf([last])).toEqual([true]);
  expect((await unlock(last)).status).toBe(204);
  expect(await locksOf([last])).toEqual([false]);
  expect(await mailsOf(last)).toContain('Play is open again');
});

it('of signing in ends the sessions of an account that it is carried to', async () => {
  const number = newNin();
  const [first, second] = [await join(number), await join(number)];
  expect((await lock(risk, first, 'sign-in')).status).toBe(204);
  expect((await second.call(getProfile, { params: paramsOf(second) })).problem?.code).toBe('session-ended');
  const third = await join(number);
  expect((await third.call(getProfile, { params: paramsOf(third) })).problem?.code).toBe('session-ended');
});

it('and one of another account of theirs at the same moment: both are put', async () => {
  const number = newNin();
  const accounts = [await join(number), await join(number), await join(number)];
  const answers = await Promise.all(accounts.flatMap((account) => [lock(risk, account, 'play'), lock(owner, account, 'sign-in')]));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
});

it('opens nothing where two admins give the identity to another account: it holds there, too, until it ends there', async () => {
  const number = newNin();
  const [first, second] = [await join(number), await ayo.signUp()];
  expect((await lock(risk, first, 'play')).status).toBe(204);
  await checkIdentityOn(ayo, { userId: userIdOf(second) }, number);
  // It ended on the second account, which did not play anyway.
  expect((await unlock(second)).status).toBe(204);
  const pair = { playerId: userIdOf(second), otherId: userIdOf(first) };
  const { data } = await owner.call(proposeForPair, { params: pair, body: { what: 'identity', reason: 'Showed the slip and a picture.' } });
  expect((await risk.call(confirmForPair, { params: { ...pair, proposalId: data.proposalId } })).status).toBe(204);
  expect(await locksOf([first, second])).toEqual([true, true]);
  expect((await payIn(second)).problem?.reason).toBe('play-locked');
  expect((await unlock(second)).status).toBe(204);
  expect(await locksOf([first, second])).toEqual([true, false]);
});
