/** What waits for people at the desk, and what the desk opens with. Over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { setMoneyStop } from '../../server/ledger/money-switch';
import { sendDeskMails } from '../../server/desk-work/desk-mails';
import { GROSS_REVENUE, readGrossRevenue } from '../../server/desk-work/gross-revenue';
import { waitingWorkQuery } from '../../server/desk-work/waiting-work';
import { WORK_SOURCES } from '../../server/desk-work/work-kinds';
import { freezeDraws } from '../../server/promotions/draws/freeze-draws';
import { openDraws } from '../../server/promotions/draws/open-draws';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { proposeAdjustment } from '../../src/core/contract/corrections';
import { sendMessage } from '../../src/core/contract/support';
import { readToday, WORK_KINDS } from '../../src/core/contract/today';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { playOneRound } from '../support/played-rounds';
import { ask, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
let owner: TestClient;
let player: PaidPlayer;
beforeAll(async () => {
  ayo = await testPlatform();
  owner = await ayo.signUpAdmin();
  player = await paidPlayer(ayo);
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

async function adminWith(role: AdminRole): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { roles: [role] });
  return client;
}
const todayOf = async (client: TestClient) => (await client.call(readToday, {})).data;
const workOf = async (client: TestClient, kind: string) => (await todayOf(client)).work.find((each) => each.kind === kind);
const now = (): string => ayo.platform.now().toISOString();

describe('what the desk opens with', () => {
  it('counts what waits, and says since when the oldest does', async () => {
    expect((await todayOf(owner)).work.map(({ kind, count, oldest }) => [kind, count, oldest])).toEqual(WORK_KINDS.map((kind) => [kind, 0, null]));

    const began = now();
    await player.client.call(sendMessage, { params: { userId: player.userId }, body: { text: 'Where is my money?' }, key: newKey() });
    await ask(player, 60_000);
    ayo.pass(5 * MINUTE_MS);
    const other = await paidPlayer(ayo);
    const proposed = now();
    await owner.call(proposeAdjustment, {
      body: { userId: other.userId, direction: 'credit', amount: 10, reasonCode: 'game-error', note: 'The round was cut off.', playerText: 'Your round was cut off.' },
    });
    await ask(other, 60_000);

    expect(await workOf(owner, 'messages')).toEqual({ kind: 'messages', count: 1, oldest: began });
    expect(await workOf(owner, 'approvals')).toEqual({ kind: 'approvals', count: 2, oldest: began });
    expect(await workOf(owner, 'adjustments')).toEqual({ kind: 'adjustments', count: 1, oldest: proposed });
    expect(await workOf(owner, 'payment-solutions')).toMatchObject({ count: 0, oldest: null });
  });

  it('shows each role what it may see, and the house’s revenue to those who see reports', async () => {
    const seen = new Map<AdminRole, readonly string[]>();
    for (const role of ADMIN_ROLES) {
      const { work, yesterday } = await todayOf(await adminWith(role));
      seen.set(role, work.map(({ kind }) => kind));
      expect(yesterday !== null, role).toBe(role === 'owner' || role === 'payments');
    }
    const payments = ['returned-payouts', 'mismatched-deposits', 'differences', 'payment-solutions', 'adjustments'];
    expect(Object.fromEntries(seen)).toEqual({
      support: ['messages'], payments: ['approvals', ...payments], risk: ['identity', 'cases'], games: ['promotions', 'draws'],
      owner: ['cases', ...payments, 'promotions', 'invitations'],
    });
  });

  it('says since when money is closed, and why to those who may know it', async () => {
    await setMoneyStop(ayo.platform, 'invariants', 'I1 is violated: entries sum to zero');
    const closed = { isOpen: false, since: now() };
    expect((await todayOf(owner)).money).toEqual({ ...closed, reason: 'I1 is violated: entries sum to zero' });
    expect((await todayOf(await adminWith('support'))).money).toEqual({ ...closed, reason: null });
    ayo.pass(MINUTE_MS);
    await setMoneyStop(ayo.platform, 'invariants', null);
    expect((await todayOf(owner)).money).toEqual({ isOpen: true, since: now(), reason: null });
  });

  it('sums up the stakes less the wins of the day before in Lagos, and of no other day', async () => {
    const { win } = await playOneRound(ayo.platform, player.userId, { stake: 500 });
    expect((await todayOf(owner)).yesterday).toEqual({ day: '2026-11-20', ggr: 0 });
    // 23:30 in Lagos is the same day; from 01:00 on the sum of the day before is kept.
    ayo.pass(Date.parse('2026-11-21T22:30:00.000Z') - ayo.platform.now().getTime());
    const { win: late } = await playOneRound(ayo.platform, player.userId, { stake: 300 });
    const ofDay = { day: '2026-11-21', ggr: 800 - win - late };
    ayo.pass(HOUR_MS);
    await playOneRound(ayo.platform, player.userId, { stake: 100 });
    expect((await todayOf(owner)).yesterday).toEqual(ofDay);
    ayo.pass(2 * HOUR_MS);
    expect((await todayOf(owner)).yesterday).toEqual(ofDay);
    expect((await todayOf(owner)).yesterday).toEqual(ofDay);
    expect(await readGrossRevenue(ayo.pool, '2026-11-19')).toBe(0);
  });

  it('mails the people of a role once about what waits too long, from two processes at once, and names no player', async () => {
    await sendDeskMails(ayo.platform);
    await player.client.call(sendMessage, { params: { userId: player.userId }, body: { text: 'Are you there?' }, key: newKey() });
    const support = await adminWith('support');
    await ayo.pool.query(`UPDATE support_thread SET waiting_since = $1`, [new Date(ayo.platform.now().getTime() - 25 * HOUR_MS)]);
    await Promise.all([sendDeskMails(ayo.platform), sendDeskMails(ayo.platform)]);
    await sendDeskMails(ayo.platform);
    const { rows: sent } = await ayo.pool.query<{ recipient: string; body: string }>(
      `SELECT recipient, body FROM mail WHERE subject LIKE 'A message to answer%' AND recipient = (SELECT email FROM player WHERE user_id = $1)`, [userIdOf(support)],
    );
    expect(sent).toHaveLength(1);
    const { rows: [who] } = await ayo.pool.query<{ username: string; email: string }>('SELECT username, email FROM player WHERE user_id = $1', [player.userId]);
    for (const text of [player.userId, who!.username, who!.email, 'Are you there']) expect(sent[0]?.body).not.toContain(text);
    expect((await ayo.pool.query(`SELECT FROM desk_mail WHERE kind = 'messages'`)).rowCount).toBeGreaterThan(0);
  });

  it('shows a draw whose entries are closed until two people have decided it', async () => {
    const games = await adminWith('games');
    await openDraws(ayo.platform);
    expect(await workOf(games, 'draws')).toMatchObject({ count: 0 });
    ayo.pass(7 * DAY_MS);
    await freezeDraws(ayo.platform);
    expect(await workOf(await adminWith('games'), 'draws')).toEqual({ kind: 'draws', count: 1, oldest: now() });
  });

  it('reads indexes', async () => {
    const client = await ayo.pool.connect();
    try {
      // The tables of a test are so small that reading them whole is cheaper.
      await client.query('SET enable_seqscan = off');
      const planOf = async (text: string, values: readonly unknown[]): Promise<string> =>
        (await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])).rows.map((row) => row['QUERY PLAN']).join('\n');
      const at = ayo.platform.now();
      expect(await planOf(GROSS_REVENUE, [new Date(at.getTime() - DAY_MS), at])).toContain('ledger_entry_by_time');
      const plan = await planOf(`SELECT $1::timestamptz AS now, w.* FROM (${waitingWorkQuery(WORK_SOURCES)}) w`, [at]);
      for (const index of ['withdrawal_waiting', 'support_thread_waiting', 'withdrawal_step_reversed', 'deposit_mismatched', 'player_stopped']) expect(plan).toContain(index);
    } finally {
      client.release(true);
    }
  });
});
