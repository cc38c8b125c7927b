/** Withdrawals that people decide on: two admins approve, nobody decides on their own, and of simultaneous decisions one counts. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { findViolations } from '../../server/ledger/invariants';
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../src/core/contract/approvals';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { makeOnePerson } from '../support/persons';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { isLong } from '../support/seeds';
import { ask, findInQueue, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal, stepsOf } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
let amina: TestClient;
let bode: TestClient;
let chika: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  [amina, bode, chika] = [await ayo.signUpAdmin(), await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const REASON = 'The name at the bank is not yours.';

const approve = (admin: TestClient, withdrawalId: string) => admin.call(approveWithdrawal, { params: { withdrawalId } });
const refuse = (admin: TestClient, withdrawalId: string, reason = REASON) =>
  admin.call(refuseWithdrawal, { params: { withdrawalId }, body: { reason } });

/** A player with a withdrawal that waits for people. */
async function waiting(naira = 60_000, from?: PaidPlayer): Promise<PaidPlayer & { readonly id: string }> {
  const player = from ?? (await paidPlayer(ayo, { naira: 500_000 }));
  const { data } = await ask(player, naira);
  expect([data.state, stepsOf(data)]).toEqual(['checking', ['asked', 'held', 'review']]);
  return { ...player, id: data.withdrawalId };
}

async function audit(subject: string): Promise<[string, string][]> {
  const { rows } = await ayo.pool.query<{ user_id: string; action: string }>(
    'SELECT user_id, action FROM admin_audit WHERE subject = $1 ORDER BY audit_id',
    [subject],
  );
  return rows.map((row) => [row.user_id, row.action]);
}

async function postings(id: string, kind: 'payout' | 'withdrawal-return'): Promise<number> {
  const { rows } = await ayo.pool.query<{ count: number }>('SELECT count(*) FROM ledger_transaction WHERE reference = $1 AND kind = $2', [id, kind]);
  return rows[0]?.count ?? 0;
}

describe('a withdrawal above the automatic amount', () => {
  it('is sent after two different admins approved it, and each step is in the audit trail', async () => {
    const ada = await waiting();
    const first = (await approve(amina, ada.id)).data;
    expect(first).toMatchObject({ state: 'checking', approvalsNeeded: 2, approvals: [{ userId: userIdOf(amina) }], locked: 'approved', refusedBy: null });
    await sweepPayouts(ayo.platform);
    expect(await readWithdrawal(ada, ada.id)).toMatchObject({ state: 'checking' });
    const second = (await approve(bode, ada.id)).data;
    expect(second).toMatchObject({ state: 'sending', locked: 'decided' });
    expect(second.approvals.map(({ userId }) => userId)).toEqual([userIdOf(amina), userIdOf(bode)]);
    await sweepPayouts(ayo.platform);
    const paid = await readWithdrawal(ada, ada.id);
    expect([paid.state, stepsOf(paid)]).toEqual(['paid', ['asked', 'held', 'review', 'checked', 'sent', 'paid']]);
    expect(await audit(ada.id)).toEqual([[userIdOf(amina), 'withdrawal-approved'], [userIdOf(bode), 'withdrawal-approved']]);
  });

  it('is refused in words where another account of the person is held at the very moment of the last approval, and nothing is released', async () => {
    const player = await paidPlayer(ayo, { naira: 500_000, verified: false });
    const second = userIdOf(await ayo.signUp());
    await makeOnePerson({ ...ayo.platform, randomBytes }, player.userId, second);
    const ada = await waiting(60_000, player);
    expect((await approve(amina, ada.id)).data.state).toBe('checking');
    await ayo.pool.query(`
      CREATE FUNCTION hold_now() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO payout_hold (user_id, kind, flag_id, from_at, until_at) VALUES ('${second}', 'money-check', 1, NEW.at, NEW.at + interval '1 hour');
        RETURN NEW;
      END $$;
      CREATE TRIGGER hold_now AFTER INSERT ON withdrawal_approval FOR EACH ROW EXECUTE FUNCTION hold_now()`);
    const refused = await approve(bode, ada.id);
    await ayo.pool.query('DROP FUNCTION hold_now CASCADE');
    expect([refused.status, refused.problem?.code, refused.problem?.reason]).toEqual([409, 'conflict', 'held']);
    expect(await readWithdrawal(ada, ada.id)).toMatchObject({ state: 'checking' });
    // The hold was rolled back with the approval.
    expect((await approve(bode, ada.id)).data.state).toBe('sending');
  });

  it('shows admins what the player did so far, and never the account’s number', async () => {
    const ada = await waiting();
    const shown = await findInQueue(amina, ada.id);
    expect(shown?.player).toMatchObject({
      userId: ada.userId, name: 'Ada Obi', verification: 'verified', paidIn: 500_000, paidOut: 0, staked: 0, won: 0,
    });
    expect(shown).toMatchObject({ amount: 60_000, lastFour: ada.account.lastFour, locked: null, approvals: [], approvalsNeeded: 2 });
    await approve(amina, ada.id);
    await approve(bode, ada.id);
    await sweepPayouts(ayo.platform);
    const again = await waiting(60_000, ada);
    expect((await findInQueue(amina, again.id))?.player).toMatchObject({ paidIn: 500_000, paidOut: 60_000 });
    await refuse(amina, again.id);
  });

  it('approved twice by the same admin counts once, also when everything comes at once', async () => {
    const ada = await waiting();
    const answers = await Promise.all(Array.from({ length: 64 }, () => approve(amina, ada.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await readWithdrawal(ada, ada.id)).state).toBe('checking');
    expect(await audit(ada.id)).toHaveLength(1);
    await refuse(bode, ada.id);
  });

  it('can’t be decided by the admin whose own it is', async () => {
    const own = await paidPlayer(ayo, { naira: 500_000, role: 'admin' });
    const { id } = await waiting(60_000, own);
    expect((await findInQueue(own.client, id))?.locked).toBe('own');
    for (const answer of [await approve(own.client, id), await refuse(own.client, id)]) {
      expect([answer.status, answer.problem?.code]).toEqual([403, 'own-request']);
    }
    expect(await audit(id)).toEqual([]);
    await approve(amina, id);
    expect((await approve(bode, id)).data.state).toBe('sending');
    await sweepPayouts(ayo.platform);
  });

  it('does not count the approval of somebody who is not an admin any more', async () => {
    const [ada, gone] = [await waiting(), await ayo.signUpAdmin()];
    await approve(gone, ada.id);
    await ayo.pool.query(`UPDATE player SET role = 'player' WHERE user_id = $1`, [userIdOf(gone)]);
    expect((await approve(gone, ada.id)).status).toBe(403);
    expect((await approve(amina, ada.id)).data.state).toBe('checking');
    expect((await approve(bode, ada.id)).data.state).toBe('sending');
  });

  it('is refused by one admin, with a reason, and the money is back in the same moment', async () => {
    const ada = await waiting();
    await approve(amina, ada.id);
    const refused = (await refuse(bode, ada.id)).data;
    expect(refused).toMatchObject({ state: 'refused', reason: REASON, locked: 'decided' });
    const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(bode)]);
    expect(refused.refusedBy).toBe(rows[0]?.username);
    const refusedWithdrawal = await readWithdrawal(ada, ada.id);
    expect([refusedWithdrawal.reason, stepsOf(refusedWithdrawal)]).toEqual([REASON, ['asked', 'held', 'review', 'refused', 'returned']]);
    expect(await readMoney(ada)).toEqual({ real: 500_000, held: 0 });
    expect((await audit(ada.id)).at(-1)).toEqual([userIdOf(bode), 'withdrawal-refused']);
    await sweepPayouts(ayo.platform);
    expect(await postings(ada.id, 'payout')).toBe(0);
  });

  it('can’t be decided twice, but the admin who decided may repeat the call', async () => {
    const ada = await waiting();
    await approve(amina, ada.id);
    expect((await refuse(amina, ada.id)).problem).toMatchObject({ status: 409, code: 'conflict' });
    await approve(bode, ada.id);
    expect((await approve(amina, ada.id)).status).toBe(200);
    for (const answer of [await approve(chika, ada.id), await refuse(chika, ada.id), await refuse(amina, ada.id)]) {
      expect([answer.status, answer.problem?.code]).toEqual([409, 'conflict']);
    }
    const other = await waiting();
    await approve(amina, other.id);
    const first = await refuse(bode, other.id);
    const again = await refuse(bode, other.id, 'Another reason than before.');
    expect([again.status, again.data.reason]).toEqual([200, first.data.reason]);
    expect((await approve(amina, other.id)).problem?.code).toBe('conflict');
    expect(await audit(other.id)).toHaveLength(2);
    await sweepPayouts(ayo.platform);
  });

  it('is the only kind that admins can decide: not one that the rules let through', async () => {
    const ada = await paidPlayer(ayo);
    const { data } = await ask(ada, 1_000);
    expect((await approve(amina, data.withdrawalId)).status).toBe(404);
    expect((await refuse(amina, data.withdrawalId)).status).toBe(404);
    expect(await findInQueue(amina, data.withdrawalId)).toBeUndefined();
    await sweepPayouts(ayo.platform);
  });

  it('needs a reason of some length to be refused', async () => {
    const ada = await waiting();
    for (const reason of ['', '    ', 'no', 'x'.repeat(201)]) {
      const { status, problem } = await refuse(amina, ada.id, reason);
      expect([status, problem?.errors?.map(({ field }) => field)]).toEqual([400, ['reason']]);
    }
    expect((await refuse(amina, ada.id, '  No bank account of yours.  ')).data.reason).toBe('No bank account of yours.');
  });
});

describe('at the same moment', () => {
  it('two approvals, and the payout job in between, end in one decision and one payout', async () => {
    for (let round = 0; round < (isLong ? 30 : 2); round += 1) {
      const ada = await waiting();
      const [a, b] = await Promise.all([approve(amina, ada.id), approve(bode, ada.id), sweepPayouts(ayo.platform), sweepPayouts(ayo.platform)]);
      expect([a.data.state, b.data.state].sort()).toEqual(['checking', 'sending']);
      await Promise.all(Array.from({ length: 4 }, () => sweepPayouts(ayo.platform)));
      expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
      expect([await postings(ada.id, 'payout'), (await audit(ada.id)).length]).toEqual([1, 2]);
    }
  });

  it('an approval and a refusal end in one of the two, and the money is in one place', async () => {
    for (let round = 0; round < (isLong ? 30 : 2); round += 1) {
      const ada = await waiting();
      await approve(amina, ada.id);
      const [approved, refused] = await Promise.all([approve(bode, ada.id), refuse(chika, ada.id)]);
      expect([approved.status, refused.status].sort()).toEqual([200, 409]);
      await sweepPayouts(ayo.platform);
      const { state } = await readWithdrawal(ada, ada.id);
      expect(state).toBe(approved.status === 200 ? 'paid' : 'refused');
      expect(await readMoney(ada)).toEqual({ real: state === 'paid' ? 440_000 : 500_000, held: 0 });
    }
  });

  it('64 refusals by three admins give the money back once', async () => {
    const ada = await waiting();
    const admins = [amina, bode, chika];
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => refuse(admins[index % 3] ?? amina, ada.id)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await postings(ada.id, 'withdrawal-return')).toBe(1);
    expect(await readMoney(ada)).toEqual({ real: 500_000, held: 0 });
    expect(await audit(ada.id)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('is oldest first and goes on page by page; what is decided is newest first', async () => {
    const before = new Set((await amina.call(listApprovals, { query: { limit: 100 } })).data.items.map(({ withdrawalId }) => withdrawalId));
    expect(before).toEqual(new Set());
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await waiting()).id);
      ayo.pass(1_000);
    }
    const idsOf = (items: readonly AdminWithdrawal[]): string[] => items.map(({ withdrawalId }) => withdrawalId);
    const first = (await amina.call(listApprovals, { query: { limit: 2 } })).data;
    const second = (await amina.call(listApprovals, { query: { limit: 2, cursor: first.next ?? '' } })).data;
    expect([...idsOf(first.items), ...idsOf(second.items), second.next]).toEqual([...ids, null]);
    for (const id of [ids[1], ids[0], ids[2]]) {
      await refuse(bode, id ?? '');
      ayo.pass(1_000);
    }
    const decided = (await amina.call(listApprovals, { query: { state: 'decided', limit: 2 } })).data;
    const rest = (await amina.call(listApprovals, { query: { state: 'decided', limit: 1, cursor: decided.next ?? '' } })).data;
    expect(idsOf([...decided.items, ...rest.items])).toEqual([ids[2], ids[0], ids[1]]);
    expect((await amina.call(listApprovals, {})).data).toMatchObject({ items: [], next: null });
  });

  it('is for admins alone (row 4), with their cookie (row 6) and after the password when they were away (row 7)', async () => {
    const ada = await waiting();
    const guest = ayo.client();
    await guest.request('GET', '/api/v1/auth/anti-forgery');
    for (const [client, status] of [[ada.client, 403], [guest, 401]] as const) {
      const answers = [await client.call(listApprovals, {}), await approve(client, ada.id), await refuse(client, ada.id)];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      for (const answer of answers) expect(answer.text).not.toContain(ada.id);
    }
    const thief = ayo.client();
    thief.session = amina.session;
    expect((await approve(thief, ada.id)).problem?.code).toBe('binding-missing');
    const away = await ayo.signUpAdmin();
    ayo.pass(31 * 60_000);
    expect((await approve(away, ada.id)).problem?.code).toBe('password-needed');
    expect((await away.call(listApprovals, {})).status).toBe(200);
    expect(await audit(ada.id)).toEqual([]);
  });
});

describe('the database itself', () => {
  it('refuses the approval of one’s own withdrawal, a release without its approvals, and leaving a final state', async () => {
    const ada = await waiting();
    const run = (sql: string) => ayo.pool.query(sql, [ada.id]);
    await expect(run(`UPDATE withdrawal SET state = 'sending', decided_at = now(), check_after = now() WHERE withdrawal_id = $1`)).rejects.toThrow('needs 2 approvals');
    await expect(run(`INSERT INTO withdrawal_approval SELECT withdrawal_id, user_id, now() FROM withdrawal WHERE withdrawal_id = $1`)).rejects.toThrow('nobody approves their own');
    await expect(run(`UPDATE withdrawal SET amount = amount + 1 WHERE withdrawal_id = $1`)).rejects.toThrow('what a withdrawal asked for is fixed');
    await expect(run(`UPDATE withdrawal SET account_number = '0123456789' WHERE withdrawal_id = $1`)).rejects.toThrow('is fixed');
    await expect(run(`DELETE FROM withdrawal WHERE withdrawal_id = $1`)).rejects.toThrow('a withdrawal stays');
    const fresh = await ayo.signUpAdmin();
    await refuse(fresh, ada.id);
    for (const state of ['checking', 'sending', 'paid', 'failed']) {
      await expect(run(`UPDATE withdrawal SET state = '${state}' WHERE withdrawal_id = $1`)).rejects.toThrow('which is final');
    }
    await expect(run(`UPDATE withdrawal_step SET detail = 'x' WHERE withdrawal_id = $1`)).rejects.toThrow('only ever added');
    await expect(run(`INSERT INTO withdrawal_approval SELECT $1, user_id, now() FROM player WHERE role = 'admin' LIMIT 1`)).rejects.toThrow('is decided');
  });
});
