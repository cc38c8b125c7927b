/** Balances that people put right: what two people decide moves once, and nothing that one person alone wants. Over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { confirmCorrection, findCorrectedPlayer, listCorrections, proposeAdjustment, withdrawCorrection } from '../../src/core/contract/corrections';
import type { Correction, NewAdjustment } from '../../src/core/contract/corrections';
import { listTransactions } from '../../src/core/contract/cashier';
import { searchPlayers } from '../../src/core/contract/desk-players';
import { exclude } from '../../src/core/contract/protection';
import { DAY_MS } from '../../src/core/time';
import { userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { adminInvitedBy } from '../support/refusals/admins';
import { ask, invariantsOfGivenMoney, paidPlayer, readMoney } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
/** Proposes; each of the three is a person of their own. */
let amina: TestClient;
let bode: TestClient;
let chidi: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  [amina, bode, chidi] = [await ayo.signUpAdmin(), await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const emptyPlayer = async (): Promise<Pick<PaidPlayer, 'client' | 'userId'>> => {
  const client = await ayo.signUp();
  return { client, userId: userIdOf(client) };
};

const TEXTS = { reasonCode: 'game-error', note: 'The provider says that the round was cut off.', playerText: 'Your round was cut off.' } as const;

const propose = (by: TestClient, { userId }: Pick<PaidPlayer, 'userId'>, amount: number, more: Partial<NewAdjustment> = {}) =>
  by.call(proposeAdjustment, { body: { ...TEXTS, userId, direction: 'credit', amount, ...more } });
const confirm = (by: TestClient, proposalId: string, { key = newKey(), version = 1 } = {}): Promise<TestAnswer<Correction>> =>
  by.call(confirmCorrection, { params: { proposalId }, key, headers: { 'if-match': `"${version}"` } });

/** Proposes and confirms, and returns the id. */
async function adjust(player: Pick<PaidPlayer, 'userId'>, amount: number, more: Partial<NewAdjustment> = {}): Promise<string> {
  const { data } = await propose(amina, player, amount, more);
  const { status } = await confirm(bode, data.proposalId);
  expect(status).toBe(200);
  return data.proposalId;
}

const historyOf = async ({ client, userId }: PaidPlayer) => (await client.call(listTransactions, { params: { userId }, query: {} })).data;
const auditOf = async (subject: string): Promise<string[]> =>
  (await ayo.pool.query<{ action: string }>('SELECT action FROM admin_audit WHERE subject = $1 ORDER BY chain_no', [subject])).rows.map(({ action }) => action);
const movedBy = async (proposalId: string): Promise<number> =>
  (await ayo.pool.query('SELECT FROM ledger_transaction WHERE reference = $1', [proposalId])).rowCount ?? 0;

describe('an adjustment', () => {
  it('moves when another person confirms it, and the player reads why; deposits and limits stay as they are', async () => {
    const player = await paidPlayer(ayo, { naira: 1_000 });
    const before = await historyOf(player);
    const { data: proposed } = await propose(amina, player, 250.5);
    expect(await readMoney(player)).toEqual({ real: 1_000, held: 0 });
    expect((await bode.call(listCorrections, { query: { part: 'adjustments' } })).data.items.find(({ proposalId }) => proposalId === proposed.proposalId))
      .toMatchObject({ isOwn: false, whyNot: null, amount: 250.5, player: { real: 1_000, leftToday: 99_749.5 } });

    const { data } = await confirm(bode, proposed.proposalId);
    expect(data).toMatchObject({ state: 'confirmed', version: 2, player: { real: 1_250.5 } });
    const { items, totals } = await historyOf(player);
    expect(items[0]).toMatchObject({ kind: 'adjustment', account: 'real', amount: 250.5, reference: proposed.proposalId, note: 'Your round was cut off.' });
    expect(totals).toEqual({ ...before.totals, in: before.totals.in + 250.5, net: before.totals.net + 250.5 });
    expect(await auditOf(proposed.proposalId)).toEqual(['adjustment-proposed', 'adjustment-confirmed']);
    const { rows } = await ayo.pool.query(`SELECT amount FROM ledger_entry WHERE account_id = 'house:adjustments:NGN' AND user_id = $1`, [player.userId]);
    expect(rows).toEqual([{ amount: -25_050 }]);
  

  });

  it('reaches a player who is excluded, and is taken back only by another one that names it, and by no more than it gave', async () => {
    const player = await emptyPlayer();
    await player.client.call(exclude, { params: { userId: player.userId }, body: { length: '24-hours' }, key: newKey() });
    const credited = await adjust(player, 500);
    expect((await readMoney(player)).real).toBe(500);
    const takesBack = { takesBack: credited, reasonCode: 'duplicate' } as const;
    expect((await propose(amina, player, 100, takesBack)).problem?.code).toBe('conflict');
    expect((await propose(amina, player, 500.01, { ...takesBack, direction: 'debit' })).problem?.code).toBe('conflict');
    await adjust(player, 300, { ...takesBack, direction: 'debit' });
    expect((await propose(amina, player, 200.01, { ...takesBack, direction: 'debit' })).status).toBeGreaterThanOrEqual(400);
    await adjust(player, 200, { ...takesBack, direction: 'debit' });
    expect((await readMoney(player)).real).toBe(0);
    const other = await paidPlayer(ayo, { naira: 1_000 });
    expect((await propose(amina, other, 10, { ...takesBack, direction: 'debit' })).problem?.code).toBe('not-found');
  });

  it('finds its player by username, e-mail, phone number and id, each time with a line in the trail', async () => {
    const player = await paidPlayer(ayo, { naira: 10 });
    const { rows: [row] } = await ayo.pool.query<{ username: string; email: string; phone: string }>('SELECT username, email, phone FROM player WHERE user_id = $1', [player.userId]);
    for (const name of [row!.username.toUpperCase(), row!.email, row!.phone.replace('+234', '0'), player.userId]) {
      expect((await amina.call(findCorrectedPlayer, { body: { name } })).data, name).toMatchObject({ userId: player.userId, real: 10 });
    }
    expect(await auditOf(player.userId)).toEqual(Array.from({ length: 4 }, () => 'player-looked-up'));
    // Their own account shows them nothing.
    const own = await ayo.signUpAdmin();
    await ayo.pool.query(`INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, 'device', $3)`, [userIdOf(own), player.userId, ayo.platform.now()]);
    expect((await own.call(findCorrectedPlayer, { body: { name: row!.username } })).problem?.code).toBe('own-request');
    expect((await auditOf(player.userId)).at(-1)).toBe('player-act-refused');
  });

  it('shows no full name, keeps a masked line of a miss, and stops whoever guesses on, in the players’ search as well', async () => {
    const player = await emptyPlayer();
    const { rows: [row] } = await ayo.pool.query<{ username: string; lastname: string; initial: string }>(
      'SELECT username, lastname, left(firstname, 1) AS initial FROM player WHERE user_id = $1', [player.userId],
    );
    const guesser = await ayo.signUpAdmin();
    expect((await guesser.call(findCorrectedPlayer, { body: { name: row!.username } })).data.name).toBe(`${row!.initial}. ${row!.lastname}`);
    expect((await guesser.call(findCorrectedPlayer, { body: { name: '0809 555 7890' } })).problem?.code).toBe('not-found');
    const { rows: lines } = await ayo.pool.query(
      `SELECT action, after FROM admin_audit WHERE subject = 'players' AND user_id = $1`, [userIdOf(guesser)],
    );
    expect(lines).toEqual([{ action: 'player-looked-up', after: { for: 'adjustment', term: '••• 7890', found: 0 } }]);
    let answer = await guesser.call(searchPlayers, { body: { term: 'nobody77' } });
    for (let n = 0; n < 28 && answer.problem === null; n += 1) answer = await guesser.call(searchPlayers, { body: { term: 'nobody77' } });
    expect((await guesser.call(findCorrectedPlayer, { body: { name: '0809 556 7890' } })).problem?.code).toBe('too-many-requests');
  });
});

describe('nobody corrects a balance alone', () => {
  it.each([
    ['whoever proposed it', 'own-request', () => Promise.resolve(amina)],
    ['somebody whom the proposer let in', 'not-counted', () => adminInvitedBy(ayo, amina)],
    ['an admin of today', 'not-counted', async () => {
      const client = await ayo.signUp();
      await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
      await insertAdmin(ayo.pool, userIdOf(client), { since: ayo.platform.now() });
      return client;
    }],
    ['an account in the browser of the proposer', 'not-counted', async () => {
      const other = await ayo.signUpAdmin();
      other.cookies.set('ayo_device', amina.cookies.get('ayo_device') ?? '');
      ayo.pass(6 * 60_000);
      await other.call(listCorrections, { query: { part: 'adjustments' } });
      return other;
    }],
  ])('%s', async (_who, code, other) => {
    const player = await paidPlayer(ayo, { naira: 100 });
    const { data: { proposalId } } = await propose(amina, player, 10);
    const client = await other();
    expect((await confirm(client, proposalId)).problem?.code).toBe(code);
    expect(await movedBy(proposalId)).toBe(0);
    expect((await readMoney(player)).real).toBe(100);
    if (code === 'not-counted') expect(await auditOf(proposalId)).toEqual(['adjustment-proposed', 'confirmation-not-counted']);
    expect((await confirm(bode, proposalId)).data.state).toBe('confirmed');
  });

  it('whoever lost the role after proposing', async () => {
    const [player, former] = [await paidPlayer(ayo, { naira: 100 }), await ayo.signUpAdmin()];
    const { data: { proposalId } } = await propose(former, player, 10);
    await ayo.pool.query(`UPDATE desk_role SET ended_at = $2 WHERE user_id = $1 AND role = 'payments'`, [userIdOf(former), ayo.platform.now()]);
    expect((await confirm(bode, proposalId)).problem?.code).toBe('conflict');
    expect((await propose(former, await paidPlayer(ayo), 10)).problem?.code).toBe('forbidden');
    expect((await bode.call(withdrawCorrection, { params: { proposalId } })).status).toBe(204);
  });

  it('an admin for a player who has their browser, neither as the one who proposes nor as the one who confirms', async () => {
    const [player, own] = [await paidPlayer(ayo, { naira: 100 }), await ayo.signUpAdmin()];
    own.cookies.set('ayo_device', player.client.cookies.get('ayo_device') ?? '');
    expect((await propose(own, player, 10)).problem?.code).toBe('own-request');
    const { data: { proposalId } } = await propose(amina, player, 10);
    expect((await confirm(own, proposalId)).problem?.code).toBe('own-request');
    expect(await auditOf(proposalId)).toContain('confirmation-not-counted');
    // The finding stays, whatever browser they come from.
    own.cookies.set('ayo_device', 'x'.repeat(43));
    expect((await confirm(own, proposalId)).problem?.code).toBe('own-request');
    expect(await movedBy(proposalId)).toBe(0);
    // Nor do they withdraw what others have proposed about it.
    expect((await own.call(withdrawCorrection, { params: { proposalId } })).problem?.code).toBe('own-request');
    expect(await auditOf(`player:${player.userId}`)).toContain('correction-not-counted');
    expect((await bode.call(withdrawCorrection, { params: { proposalId } })).status).toBe(204);
  });
});

describe('nobody gets more than was decided', () => {
  it('by sending the confirmation again, under its key or another one, or by two people at once', async () => {
    const player = await emptyPlayer();
    const { data: { proposalId } } = await propose(amina, player, 70);
    const key = newKey();
    const answers = await Promise.all([
      confirm(bode, proposalId, { key }), confirm(bode, proposalId, { key }), confirm(chidi, proposalId), confirm(chidi, proposalId),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const [first, again] = [await confirm(bode, proposalId, { key }), await confirm(bode, proposalId, { key })];
    expect(again.text).toBe(first.text);
    expect(await movedBy(proposalId)).toBe(1);
    expect((await readMoney(player)).real).toBe(70);
  });

  it('by confirming what has changed since it was seen, or another one under the same key', async () => {
    const [one, two] = [await emptyPlayer(), await emptyPlayer()];
    const [first, second] = [(await propose(amina, one, 5)).data, (await propose(amina, two, 5)).data];
    const { problem } = await confirm(bode, first.proposalId, { version: 7 });
    expect(problem).toMatchObject({ code: 'version-conflict', current: { version: 1 } });
    const key = newKey();
    await confirm(bode, first.proposalId, { key });
    expect((await confirm(bode, second.proposalId, { key })).problem?.code).toBe('key-reused');
    expect(await movedBy(second.proposalId)).toBe(0);
  });

  it('below zero: not when it is proposed, not when the money has gone since, and not in a race with a withdrawal', async () => {
    const player = await paidPlayer(ayo, { naira: 5_000 });
    expect((await propose(amina, player, 5_000.01, { direction: 'debit' })).problem?.code).toBe('insufficient-funds');
    const { data: { proposalId } } = await propose(amina, player, 4_500, { direction: 'debit' });
    const [corrected, asked] = await Promise.all([confirm(bode, proposalId), ask(player, 1_000)]);
    const { real, held } = await readMoney(player);
    expect([[200, 422], [422, 201]]).toContainEqual([corrected.status, asked.status]);
    expect({ real, held }).toEqual(corrected.status === 200 ? { real: 500, held: 0 } : { real: 4_000, held: 1_000 });
    if (corrected.status !== 422) return;
    expect(await movedBy(proposalId)).toBe(0);
    expect(await auditOf(proposalId)).toEqual(['adjustment-proposed']);
  });

  it('than one admin may propose in a day', async () => {
    const proposer = await ayo.signUpAdmin();
    for (let n = 0; n < 5; n += 1) expect((await propose(proposer, await emptyPlayer(), 100_000)).status).toBe(201);
    expect((await propose(proposer, await emptyPlayer(), 0.01)).problem?.code).toBe('limit-exceeded');
  });

  it('two at a time for one player', async () => {
    const player = await emptyPlayer();
    const answers = await Promise.all([propose(amina, player, 1), propose(bode, player, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('than a day has for one person, by splitting it, over several accounts, or by what waits', async () => {
    const [one, two] = [await emptyPlayer(), await emptyPlayer()];
    await ayo.pool.query(`UPDATE player SET person_id = 'person-of-two' WHERE user_id = ANY($1)`, [[one.userId, two.userId]]);
    await adjust(one, 60_000);
    await adjust(one, 30_000, { direction: 'debit' });
    expect((await propose(amina, two, 10_000.01)).problem?.code).toBe('limit-exceeded');
    const { data: { proposalId } } = await propose(chidi, two, 10_000);
    expect((await propose(amina, one, 0.01)).problem?.code).toBe('limit-exceeded');
    expect((await confirm(bode, proposalId)).status).toBe(200);
    ayo.pass(DAY_MS);
    expect((await propose(await ayo.signUpAdmin(), one, 100_000)).status).toBe(201);
  });
});
