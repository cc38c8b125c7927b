/** Somebody else was quicker with a player's NIN: what two admins put right, and what nobody gains by asking them to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestWithdrawal } from '../../server/cashier/withdrawals/request-withdrawal';
import { createDecisionContext } from '../../server/four-eyes/one-person';
import { ProblemError } from '../../server/http/problem';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { confirmDecision, proposeDecision, withdrawProposal } from '../../server/persons/decide';
import { listIdentityPairs } from '../../server/persons/identity-pairs';
import type { AccountPair } from '../../server/persons/proposal-rows';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { PairDecision } from '../../src/core/contract/lookalikes';
import { kobo } from '../../src/core/money';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { openBankAccount } from '../support/payable-players';
import { checkIdentity, newNin } from '../support/persons';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';
import { HERE } from '../support/caller-places';

const DAY_MS = 86_400_000;
const MONDAY = '2026-11-22T23:00:00.000Z';
const REASON = 'Showed the slip and a picture of the person.';

let promotions: PromotionStage;
let stage: Stage;
let pool: PromotionStage['database']['pool'];
let admins: readonly [string, string];
const logged: { event: string; alert: boolean }[] = [];
beforeAll(async () => {
  promotions = await promotionStage();
  ({ pool } = promotions.database);
  const staged = makeStage(pool, { cashier: promotions.cashier });
  stage = { ...staged, platform: { ...staged.platform, log: (event, details) => logged.push({ event, alert: details?.['alert'] === true }) } };
  admins = [await makePlayer(pool, { role: 'admin' }), await makePlayer(pool, { role: 'admin' })];
});
afterAll(async () => {
  expect(await findViolations(pool, [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
  await promotions.database.close();
});
beforeEach(() => stage.at(MONDAY));

const verify = ({ userId }: StagePlayer, number: string) => checkIdentity(stage.platform, userId, number);
const close = ({ userId }: StagePlayer) => pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [userId, stage.platform.now()]);
const two = (player: StagePlayer, other: StagePlayer): AccountPair => ({ playerId: player.userId, otherId: other.userId });
const by = (adminId: string) => ({ adminId, browser: { address: '10.0.0.1', cookie: null } });
const proposed = async (pair: AccountPair, adminId = admins[0], what: PairDecision = 'identity') =>
  (await proposeDecision(stage.platform, { ...pair, ...by(adminId) }, { what, reason: REASON })).proposalId;
const give = async (player: StagePlayer, other: StagePlayer): Promise<void> => {
  const pair = two(player, other);
  await confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId: await proposed(pair) });
};
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(() => null, (error: unknown) => {
    if (error instanceof ProblemError) return error.code;
    throw error;
  });
const codeOfBet = (player: StagePlayer, stake = 10) => codeOf(player.bet(stake));
const tryPayIn = async ({ userId }: StagePlayer, naira: number): Promise<string | null> => {
  const { status, text } = await promotions.cashier.tryStart(userId, naira, newKey());
  return status === 201 ? null : (JSON.parse(text) as { code: string }).code;
};
const standingOf = async ({ userId }: StagePlayer) =>
  (await pool.query('SELECT verification, is_second, protection, identity_check FROM player WHERE user_id = $1', [userId])).rows[0];
const VERIFIED = { verification: 'verified', is_second: false, identity_check: null };

/** A stranger who shows the victim's NIN first. */
async function robbed(): Promise<readonly [StagePlayer, StagePlayer, string]> {
  const [stranger, victim, number] = [await stage.player(), await stage.player(), newNin()];
  expect([await verify(stranger, number), await verify(victim, number)]).toEqual([null, 'nin-in-use']);
  return [victim, stranger, number];
}

describe('a stranger who is quicker with somebody’s NIN', () => {
  it('does not keep it: two admins give the identity to the player, and the stranger’s account has to show another one', async () => {
    const [victim, stranger, number] = await robbed();
    expect([await codeOfBet(victim), await codeOfBet(stranger)]).toEqual(['nin-in-use', null]);
    await give(victim, stranger);
    expect(await standingOf(victim)).toMatchObject(VERIFIED);
    expect([await codeOfBet(victim), await tryPayIn(victim, 500)]).toEqual([null, null]);
    expect([await codeOfBet(stranger), await tryPayIn(stranger, 500)]).toEqual(['identity-needed', 'identity-needed']);
    // The same number makes it a second account now.
    expect(await verify(stranger, number)).toBe('nin-in-use');
    expect(await codeOfBet(stranger)).toBe('nin-in-use');
    expect(await standingOf(victim)).toMatchObject(VERIFIED);
  });

  it('is not robbed in turn: the account is paid out once its own NIN is shown, and plays then', async () => {
    const [victim, stranger] = await robbed();
    const bankAccountId = await openBankAccount(pool, stranger.userId);
    await give(victim, stranger);
    const payOut = async () => {
      const { status, text } = await requestWithdrawal(stage.platform, { userId: stranger.userId, key: newKey(), bankAccountId, amount: kobo(200_000), sessionHash: '', place: HERE });
      return status === 201 ? null : (JSON.parse(text) as { code: string }).code;
    };
    expect(await payOut()).toBe('nin-needed');
    expect(await verify(stranger, newNin())).toBe(null);
    expect([await payOut(), await codeOfBet(stranger)]).toEqual([null, null]);
    // Its own second accounts are those of its own person.
    const { rows } = await pool.query<{ person_id: string | null }>('SELECT person_id FROM player WHERE user_id = ANY($1)', [[victim.userId, stranger.userId]]);
    expect(new Set(rows.map(({ person_id: id }) => id)).size).toBe(2);
  });

  it('and excludes that account for good and closes it excludes the player for no longer than the player asked for', async () => {
    const [stranger, victim, number] = [await stage.player(), await stage.player(), newNin()];
    await victim.set('stake', 'day', 5_000);
    await victim.set('loss', 'week', 900);
    expect(await verify(stranger, number)).toBe(null);
    await stranger.set('stake', 'day', 100);
    await stranger.set('deposit', 'month', 700);
    await stranger.bet(60);
    await stranger.exclude('permanent');
    await close(stranger);
    await victim.exclude('7-days');
    expect(await verify(victim, number)).toBe(null);
    expect(await victim.protection()).toMatchObject({ state: 'excluded', until: null, otherAccount: true });
    await victim.set('loss', 'week', 300);
    await give(victim, stranger);
    expect(await victim.protection()).toMatchObject({ state: 'cool-off', until: '2026-11-29T23:00:00.000Z' });
    expect(await victim.protection()).not.toHaveProperty('otherAccount');
    expect(await codeOfBet(victim)).toBe('cool-off');
    stage.pass(7 * DAY_MS);
    expect(await victim.limit('stake', 'day')).toMatchObject({ amount: 5_000, used: 0 });
    expect(await victim.limit('deposit', 'month')).toMatchObject({ amount: null });
    expect(await victim.limit('loss', 'week')).toMatchObject({ amount: 300 });
    expect([await codeOfBet(victim, 200), await tryPayIn(victim, 900)]).toEqual([null, null]);
    expect(await standingOf(stranger)).toMatchObject({ protection: 'excluded', verification: 'none' });
  });

  it('leaves nothing behind that can’t be read: what was carried stays in the history, and what ended it stands after it', async () => {
    const [stranger, victim, number] = [await stage.player(), await stage.player(), newNin()];
    await verify(stranger, number);
    await stranger.set('stake', 'day', 100);
    await stranger.exclude('1-year');
    await close(stranger);
    await verify(victim, number);
    await give(victim, stranger);
    const { rows: exclusions } = await pool.query('SELECT length, state, is_correction, carried_from IS NOT NULL AS carried FROM exclusion WHERE user_id = $1 ORDER BY exclusion_id', [victim.userId]);
    expect(exclusions).toEqual([
      { length: '1-year', state: 'excluded', is_correction: false, carried: true }, { length: null, state: 'none', is_correction: true, carried: false },
    ]);
    const { rows: limits } = await pool.query('SELECT amount, is_correction FROM limit_change WHERE user_id = $1 ORDER BY change_id', [victim.userId]);
    expect(limits).toEqual([{ amount: 10_000, is_correction: false }, { amount: null, is_correction: true }]);
    const { rows: links } = await pool.query('SELECT person_id IS NULL AS alone, is_second FROM person_link WHERE user_id = $1 ORDER BY link_id', [stranger.userId]);
    expect(links.at(-1)).toEqual({ alone: true, is_second: false });
    await expect(pool.query('DELETE FROM person_separation')).rejects.toThrow();
    const { rows: trail } = await pool.query('SELECT action FROM admin_audit WHERE subject = $1 ORDER BY audit_id', [victim.userId]);
    expect(trail).toEqual([{ action: 'identity-proposed' }, { action: 'identity-confirmed' }]);
  });

  it('stops the player with further second accounts only until people have looked', async () => {
    const [victim, stranger, number] = await robbed();
    const third = await stage.player();
    expect(await verify(third, number)).toBe('nin-in-use');
    await third.exclude('permanent');
    await give(victim, stranger);
    expect(await codeOfBet(victim)).toBe('identity-needed');
    const pair = two(victim, third);
    await confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId: await proposed(pair, admins[0], 'two-persons') });
    expect(await codeOfBet(victim)).toBe(null);
  });
});

it('whoever floods a number that they showed first does not shut its owner out: the next account that shows it can be given the identity', async () => {
  const [stranger, number] = [await stage.player(), newNin()];
  expect(await verify(stranger, number)).toBe(null);
  for (let n = 0; n < 3; n += 1) expect(await verify(await stage.player(), number)).toBe('nin-in-use');
  const victim = await stage.player();
  expect(await verify(victim, number)).toBe('nin-in-use');
  expect(await listIdentityPairs(pool, createDecisionContext(stage.platform, admins[1]), victim.userId)).toMatchObject([{ holder: { userId: stranger.userId }, stands: 'second' }]);
  await give(victim, stranger);
  expect(await standingOf(victim)).toMatchObject(VERIFIED);
  expect([await codeOfBet(victim), await codeOfBet(stranger)]).toEqual([null, 'identity-needed']);
});

it('whoever shows a number at 51 accounts before its owner comes keeps the owner excluded only until the team has decided', async () => {
  const [stranger, number] = [await stage.player(), newNin()];
  expect(await verify(stranger, number)).toBe(null);
  const { person_hash: hash } = (await pool.query<{ person_hash: Buffer }>('SELECT person_hash FROM identity WHERE user_id = $1', [stranger.userId])).rows[0] ?? {};
  for (let n = 0; n < 51; n += 1) {
    const { userId } = await stage.player();
    await pool.query(
      `INSERT INTO identity_check (user_id, at, outcome, gateway, kind, wording_version, person_hash)
       SELECT $1, verified_at, 'too-many', gateway, kind, wording_version, $2 FROM identity WHERE person_hash = $2`,
      [userId, hash],
    );
  }
  await stranger.exclude('permanent');
  await close(stranger);
  stage.pass(DAY_MS);
  const victim = await stage.player();
  expect(await verify(victim, number)).toBe(null);
  expect(await codeOfBet(victim)).toBe('self-excluded');
  const context = createDecisionContext(stage.platform, admins[1]);
  expect((await listIdentityPairs(pool, context, victim.userId))[0]).toMatchObject({ holder: { userId: stranger.userId }, stands: 'follows' });
  const proposalId = await proposed(two(victim, stranger));
  expect((await listIdentityPairs(pool, context, stranger.userId))[0]).toMatchObject({ player: { userId: victim.userId }, proposal: { proposalId } });
  await confirmDecision(stage.platform, { ...two(victim, stranger), ...by(admins[1]), proposalId });
  expect(await codeOfBet(victim)).toBe(null);
});

describe('the team’s decision about an identity', () => {
  it('does not end the player’s own exclusion: what was asked for on the account that gets the identity stays', async () => {
    const [stranger, excluded, number] = [await stage.player(), await stage.player(), newNin()];
    await excluded.exclude('1-year');
    expect([await verify(stranger, number), await verify(excluded, number)]).toEqual([null, 'nin-in-use']);
    await give(excluded, stranger);
    expect(await excluded.protection()).toMatchObject({ state: 'excluded', until: '2027-11-22T23:00:00.000Z' });
    expect(await codeOfBet(excluded)).toBe('self-excluded');
  });

  it('does not end an exclusion that came from another account of the player’s, which was there before the stranger’s', async () => {
    const [first, stranger, number] = [await stage.player(), await stage.player(), newNin()];
    await verify(first, number);
    await first.exclude('6-months');
    await first.set('stake', 'day', 100);
    await close(first);
    expect(await verify(stranger, number)).toBe(null);
    const last = await stage.player();
    expect(await verify(last, number)).toBe('nin-in-use');
    await give(last, stranger);
    expect(await last.protection()).toMatchObject({ state: 'excluded', until: (await first.protection()).until, otherAccount: true });
    expect(await last.limit('stake', 'day')).toMatchObject({ amount: 100 });
  });

  it('brings no second bonus: what one of the two had is not given to the other', async () => {
    const [friend, holder, number] = [await stage.player(), await stage.player(), newNin()];
    expect([await verify(holder, number), await verify(friend, number)]).toEqual([null, 'nin-in-use']);
    expect((await promotions.claim(holder.userId, 'free-spins')).status).toBe(201);
    await give(friend, holder);
    expect(await promotions.claimable(friend.userId, 'free-spins')).toMatchObject({ canClaim: false, reason: 'identity-used' });
    expect((await promotions.claim(friend.userId, 'free-spins')).reason).toBe('identity-used');
    expect((await promotions.claim(holder.userId, 'welcome-bonus')).code).toBe('identity-needed');
    expect(await verify(holder, newNin())).toBe(null);
    expect((await promotions.claim(holder.userId, 'free-spins')).reason).toBe('claimed');
  });

  it('is never made by one admin alone, by two accounts of one, or by somebody who has just become an admin', async () => {
    const [victim, stranger] = await robbed();
    const pair = two(victim, stranger);
    const proposalId = await proposed(pair);
    const [friend, newcomer] = [await makePlayer(pool), await makePlayer(pool)];
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = ANY($1)`, [[friend, newcomer]]);
    await insertAdmin(pool, friend, { invitedBy: admins[0], isConfirmed: false });
    await insertAdmin(pool, newcomer, { since: stage.platform.now() });
    logged.length = 0;
    const codeAs = (adminId: string) => codeOf(confirmDecision(stage.platform, { ...pair, ...by(adminId), proposalId }));
    const codes = [await codeAs(admins[0]), await codeAs(friend), await codeAs(newcomer)];
    expect(codes).toEqual(['own-request', 'not-counted', 'not-counted']);
    expect(logged.filter(({ event, alert }) => alert && event === 'identity.not-counted')).toHaveLength(2);
    expect(await codeOfBet(victim)).toBe('nin-in-use');
    await withdrawProposal(stage.platform, { ...pair, adminId: admins[0], proposalId });
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId }))).toBe('conflict');
  });

  it('does not count where its proposer had just become an admin: proposing waits a day as confirming does', async () => {
    const [victim, stranger] = await robbed();
    const pair = two(victim, stranger);
    const newcomer = await makePlayer(pool);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [newcomer]);
    await insertAdmin(pool, newcomer, { since: stage.platform.now() });
    const early = await proposed(pair, newcomer);
    stage.pass(2 * DAY_MS);
    const [waiting] = await listIdentityPairs(pool, createDecisionContext(stage.platform, admins[1]), victim.userId);
    expect(waiting?.proposal?.whyNot).toMatch(/less than 24 hours before/);
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId: early }))).toBe('not-counted');
    expect(await codeOfBet(victim)).toBe('nin-in-use');
    await withdrawProposal(stage.platform, { ...pair, adminId: admins[1], proposalId: early });
    const proposalId = await proposed(pair, newcomer);
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId }))).toBe(null);
  });

  it('does no more than was proposed: an exclusion that came after the proposal is not ended by the confirmation', async () => {
    const [first, last, number] = [await stage.player(), await stage.player(), newNin()];
    expect([await verify(first, number), await verify(last, number)]).toEqual([null, 'nin-in-use']);
    const pair = two(last, first);
    const proposalId = await proposed(pair);
    await first.exclude('permanent');
    await close(first);
    expect(await verify(last, number)).toBe(null);
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId }))).toBe('conflict');
    expect(await codeOfBet(last)).toBe('self-excluded');
    await withdrawProposal(stage.platform, { ...pair, adminId: admins[1], proposalId });
  });

  it('does not wait for ever: after a week it has to be proposed again', async () => {
    const [victim, stranger] = await robbed();
    const pair = two(victim, stranger);
    const old = await proposed(pair);
    stage.pass(7 * DAY_MS);
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId: old }))).toBe('conflict');
    expect(await listIdentityPairs(pool, createDecisionContext(stage.platform, admins[1]), victim.userId)).toMatchObject([{ proposal: null }]);
    const proposalId = await proposed(pair);
    expect(await codeOf(confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId }))).toBe(null);
  });

  it('does not free an excluded player: the browser that both accounts have stops the one that was given the identity until people look at it, too', async () => {
    const [excluded, other, number] = [await stage.player(), await stage.player(), newNin()];
    await excluded.set('loss', 'week', 900);
    await excluded.exclude('permanent');
    expect([await verify(excluded, number), await verify(other, number)]).toEqual([null, 'nin-in-use']);
    await pool.query(`INSERT INTO person_hint (user_id, other_id, kind, at) VALUES ($1, $2, 'device', $3)`, [other.userId, excluded.userId, stage.platform.now()]);
    expect(await listIdentityPairs(pool, createDecisionContext(stage.platform, admins[1]), other.userId)).toMatchObject([
      { holder: { userId: excluded.userId, barred: { until: null }, hasLimits: true }, shared: [{ kind: 'device' }] },
    ]);
    await give(other, excluded);
    expect(await codeOfBet(other)).toBe('identity-needed');
    const pair = two(other, excluded);
    await confirmDecision(stage.platform, { ...pair, ...by(admins[1]), proposalId: await proposed(pair, admins[0], 'two-persons') });
    expect(await codeOfBet(other)).toBe(null);
  });

  it('is told to both players by mail, and to neither anything of the other account', async () => {
    const [victim, stranger] = await robbed();
    await give(victim, stranger);
    const mails = async ({ userId }: StagePlayer) =>
      (await pool.query<{ subject: string }>('SELECT subject FROM mail WHERE user_id = $1 ORDER BY created_at', [userId])).rows.map(({ subject }) => subject);
    expect([(await mails(victim)).at(-1), (await mails(stranger)).at(-1)]).toEqual(['The NIN is yours at Ayo', 'Verify your Ayo account again']);
  });

  it('gives nobody the identity of somebody whose number was never shown', async () => {
    const [, stranger] = await robbed();
    const [other, plain] = [await stage.player(), await stage.player()];
    expect(await verify(other, newNin())).toBe(null);
    for (const each of [other, plain]) expect(await codeOf(proposed(two(each, stranger)))).toBe('not-found');
  });
});

it('is put right by another one where it was wrong', async () => {
  const [victim, stranger, number] = await robbed();
  await give(stranger, victim).then(() => expect.unreachable(), (error: unknown) => expect(error).toMatchObject({ code: 'not-found' }));
  await give(victim, stranger);
  expect(await verify(stranger, number)).toBe('nin-in-use');
  await give(stranger, victim);
  expect(await standingOf(stranger)).toMatchObject(VERIFIED);
  expect([await codeOfBet(stranger), await codeOfBet(victim)]).toEqual([null, 'identity-needed']);
});

it('is found by the account of whoever writes to the team, and waits in the list of the other admin', async () => {
  const [victim, stranger] = await robbed();
  const context = (adminId: string) => createDecisionContext(stage.platform, adminId);
  const pair = { player: { userId: victim.userId }, holder: { userId: stranger.userId, isClosed: false }, stands: 'second' };
  expect(await listIdentityPairs(pool, context(admins[1]), victim.userId.toUpperCase())).toMatchObject([{ ...pair, proposal: null }]);
  expect(await listIdentityPairs(pool, context(admins[1]), `${stranger.userId}@example.com`)).toMatchObject([{ ...pair, proposal: null }]);
  const proposalId = await proposed(two(victim, stranger));
  expect(await listIdentityPairs(pool, context(admins[1]), null)).toMatchObject([{ ...pair, proposal: { proposalId, isOwn: false, whyNot: null } }]);
});
