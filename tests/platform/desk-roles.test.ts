/** What each role may do at the desk, and how an owner changes the roles of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreOnServer } from '../../server/admin';
import { findViolations } from '../../server/ledger/invariants';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAudit, listAdminGames } from '../../src/core/contract/admin';
import { getDesk, inviteAdmin, listAdmins, removeAdmin, setAdminRoles } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { filterCalls, headersOf, bodyOf, pathOf } from '../support/contract-table';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';

/** Who may make each call. A new call needs a row here. */
const MAY: Readonly<Record<string, readonly AdminRole[] | 'any'>> = {
  getDesk: 'any',
  noteDeskUse: 'any',
  setOwnPassword: 'any',
  listAdminGames: ['games'],
  patchAdminGame: ['games'],
  orderAdminGames: ['games'],
  switchAdminGames: ['games'],
  listAudit: ['owner', 'risk', 'games'],
  listAdmins: ['owner'],
  inviteAdmin: ['owner'],
  confirmInvitation: ['owner'],
  revokeInvitation: ['owner'],
  confirmAdmin: ['owner'],
  removeAdmin: ['owner'],
  setAdminRoles: ['owner'],
  getSecondFactor: 'any',
  offerSecondFactor: 'any',
  enrolSecondFactor: 'any',
  giveSecondFactor: 'any',
  renewRecoveryCodes: 'any',
  resetSecondFactor: ['owner'],
  listApprovals: ['payments'],
  approveWithdrawal: ['payments'],
  refuseWithdrawal: ['payments'],
  listCorrections: ['payments', 'owner'],
  findCorrectedPlayer: ['payments'],
  proposeAdjustment: ['payments'],
  confirmCorrection: ['payments', 'owner'],
  withdrawCorrection: ['payments', 'owner'],
  listPaymentCases: ['payments', 'owner'],
  proposePayoutReturn: ['payments'],
  proposeDepositSolution: ['payments'],
  proposeDifference: ['payments'],
  uploadStatement: ['payments'],
  listAdminDraws: ['games'],
  commitDrawSecret: ['games'],
  revealDrawSecret: ['games'],
  searchPlayers: ['support', 'payments', 'risk', 'owner'],
  openPlayer: ['support', 'payments', 'risk', 'owner'],
  readPlayerEntries: ['support', 'payments', 'risk', 'owner'],
  readPlayerDeposits: ['support', 'payments', 'risk', 'owner'],
  readPlayerPayouts: ['support', 'payments', 'risk', 'owner'],
  readPlayerRounds: ['support', 'payments', 'risk', 'owner'],
  readPlayerBonuses: ['support', 'payments', 'risk', 'owner'],
  readPlayerProtection: ['support', 'risk', 'owner'],
  readPlayerSessions: ['support', 'risk', 'owner'],
  readPlayerThreads: ['support', 'owner'],
  readPlayerNotes: ['support', 'payments', 'risk', 'owner'],
  addPlayerNote: ['support', 'payments', 'risk', 'owner'],
  listLookalikes: ['risk'],
  listIdentityPairs: ['risk'],
  proposeForPair: ['risk'],
  confirmForPair: ['risk'],
  withdrawForPair: ['risk'],
  listAdminPromotions: ['games'],
  workOutPromotionCosts: ['games'],
  patchAdminPromotion: ['games'],
  proposePromotion: ['games'],
  confirmPromotion: ['games', 'owner'],
  withdrawProposal: ['games'],
  listAdminThreads: ['support'],
  getAdminPicture: ['support'],
  answerThread: ['support'],
  closeThread: ['support'],
};

let ayo: TestPlatform;
let owner: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  owner = await ayo.signUpAdmin();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

async function makeAdmin(roles: readonly AdminRole[]): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { roles });
  return client;
}

const setRoles = (by: TestClient, other: TestClient, roles: readonly AdminRole[], password = PASSWORD) =>
  by.call(setAdminRoles, { params: { adminId: userIdOf(other) }, body: { roles: [...roles], password } });
const rolesOf = async (client: TestClient) => (await client.call(getDesk, {})).data.roles;

describe('the calls of the desk', () => {
  const calls = filterCalls(({ access }) => access === 'admin');

  it('each name the roles that may make them', () => {
    expect(Object.fromEntries(calls.map(({ name, endpoint }) => [name, endpoint.roles]))).toEqual(MAY);
  });

  it.each(ADMIN_ROLES)('let somebody with the role %s make those that name it, and refuse all others', async (role) => {
    const client = await makeAdmin([role]);
    for (const row of calls) {
      const { name, endpoint } = row;
      const roles = MAY[name] ?? [];
      const options = { body: bodyOf(row), headers: headersOf(row) };
      const { status, problem } = await client.request(endpoint.method, pathOf(endpoint, paramsOf(client)), options);
      const isRefused = status === 403 && problem?.detail?.startsWith('Your roles don’t include this') === true;
      expect([name, isRefused]).toEqual([name, roles !== 'any' && !roles.includes(role)]);
    }
  });

  it('are for nobody without a role', async () => {
    const client = await makeAdmin([]);
    expect(await rolesOf(client)).toEqual([]);
    expect(statusAndCode(await client.call(listAdminGames, {}))).toEqual([403, 'forbidden']);
  });

  it('show the audit trail of a game to whoever changes games, and no other part of it', async () => {
    const client = await makeAdmin(['games']);
    expect((await client.call(listAudit, { query: { subject: 'adire-gold' } })).status).toBe(200);
    expect(statusAndCode(await client.call(listAudit, { query: { subject: userIdOf(owner) } }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await client.call(listAudit, { query: {} }))).toEqual([403, 'forbidden']);
  });
});

describe('an owner', () => {
  it('changes roles, which hold at once, and the audit trail says from what to what', async () => {
    const other = await makeAdmin(['games']);
    expect((await setRoles(owner, other, ['support', 'payments'])).data.roles).toEqual(['support', 'payments']);
    expect(await rolesOf(other)).toEqual(['support', 'payments']);
    expect(statusAndCode(await other.call(listAdminGames, {}))).toEqual([403, 'forbidden']);
    const [line] = (await owner.call(listAudit, { query: { subject: userIdOf(other) } })).data.items;
    expect(line).toMatchObject({ action: 'roles-changed', before: { roles: ['games'] }, after: { roles: ['support', 'payments'], approvals: [] } });
    const { people } = { people: (await owner.call(listAdmins, {})).data.items };
    expect(people.find(({ userId }) => userId === userIdOf(other))?.roles).toEqual(['support', 'payments']);
  });

  it('takes what somebody had approved along with the role for payments, and does not give it back with the role', async () => {
    const [gone, second, third] = [await makeAdmin(['payments']), await makeAdmin(['payments']), await makeAdmin(['payments'])];
    const player = await paidPlayer(ayo, { naira: 500_000 });
    const { withdrawalId } = (await ask(player, 150_000)).data;
    const approve = (client: TestClient) => client.call(approveWithdrawal, { params: { withdrawalId } });
    expect((await approve(gone)).data.state).toBe('checking');
    await setRoles(owner, gone, ['support']);
    expect(statusAndCode(await approve(gone))).toEqual([403, 'forbidden']);
    ayo.pass(60_000);
    await setRoles(owner, gone, ['payments']);
    expect((await approve(second)).data.state).toBe('checking');
    expect(statusAndCode(await approve(gone))).toEqual([409, 'conflict']);
    expect((await approve(third)).data.state).toBe('sending');
  });

  it('stays: the last one can’t give the role up, nor can two take it from each other at the same moment', async () => {
    const site = await testPlatform();
    try {
      const [first, second] = [await site.signUpAdmin(), await site.signUpAdmin()];
      const others = ['support', 'payments', 'risk', 'games'] as const;
      const answers = await Promise.all([setRoles(first, second, others), setRoles(second, first, others)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const last = answers[0].status === 200 ? first : second;
      expect(statusAndCode(await setRoles(last, last, others))).toEqual([409, 'conflict']);
      expect((await last.call(getDesk, {})).data.roles).toContain('owner');
    } finally {
      await site.close();
    }
  });

  it('is asked for the password, and must be one', async () => {
    const other = await makeAdmin(['games']);
    expect(statusAndCode(await setRoles(owner, other, ['owner'], 'not the right one'))).toEqual([401, 'invalid-credentials']);
    expect(statusAndCode(await setRoles(other, other, ['owner']))).toEqual([403, 'forbidden']);
    expect(await rolesOf(other)).toEqual(['games']);
  });

  it('invites people for what they are to do; alone only another owner', async () => {
    const site = await testPlatform();
    try {
      const first = await site.signUpAdmin();
      const invite = (email: string, roles: AdminRole[]) => first.call(inviteAdmin, { body: { email, roles } });
      expect((await invite('payer@admin.example', ['payments'])).data).toMatchObject({ state: 'waiting', roles: ['payments'] });
      expect((await invite('owner@admin.example', ['owner'])).data).toMatchObject({ state: 'sent', roles: ['owner'] });
    } finally {
      await site.close();
    }
  });
});

describe('the roles of an admin who was removed', () => {
  it('end, and come back when the server gives the account back', async () => {
    const other = await makeAdmin(['risk', 'support']);
    await owner.call(removeAdmin, { params: { adminId: userIdOf(other) }, body: { password: PASSWORD, reason: 'Left the company.' } });
    const held = async () =>
      (await ayo.pool.query<{ role: string }>('SELECT role FROM desk_role WHERE user_id = $1 AND ended_at IS NULL ORDER BY role', [userIdOf(other)])).rows.map(({ role }) => role);
    expect(await held()).toEqual([]);
    const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(other)]);
    await restoreOnServer(ayo.platform, { username: rows[0]?.username ?? '', osUser: 'root' });
    expect(await held()).toEqual(['risk', 'support']);
  });

  it('stay on record: no row is deleted, changed or ended twice', async () => {
    const update = (sql: string) => ayo.pool.query(`UPDATE desk_role SET ${sql} WHERE user_id = $1`, [userIdOf(owner)]);
    await expect(ayo.pool.query('DELETE FROM desk_role')).rejects.toThrow('stays');
    await expect(update(`role = 'games'`)).rejects.toThrow('stays');
    await expect(ayo.pool.query('UPDATE desk_role SET ended_at = NULL WHERE ended_at IS NOT NULL')).rejects.toThrow('stays');
  });
});
