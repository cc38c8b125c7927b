/** What each role may do at the desk, and how an owner changes the roles of others. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreOnServer } from '../../server/admin';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations } from '../../server/ledger/invariants';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAudit, listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, confirmInvitation, getDesk, inviteAdmin, listAdmins, removeAdmin, setAdminRoles } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { bodyOf, filterCalls, headersOf, isChange, pathOf } from '../support/contract-table';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { waitForNewRoles } from '../support/role-wait';
import { ask, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';

/** Who may make each call. A new call needs a row here. */
const MAY: Readonly<Record<string, readonly AdminRole[] | 'any'>> = {
  getDesk: 'any',
  noteDeskUse: 'any',
  readToday: 'any',
  setOwnPassword: 'any',
  listAdminGames: ['games'],
  patchAdminGame: ['games'],
  orderAdminGames: ['games'],
  switchAdminGames: ['games'],
  exportGames: ['games'],
  importGames: ['games'],
  listAudit: ['owner', 'risk', 'games'],
  exportAudit: ['owner', 'risk'],
  readAuditChain: ['owner', 'risk'],
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
  offerPasskey: 'any',
  addPasskey: 'any',
  removePasskey: 'any',
  challengePasskey: 'any',
  givePasskey: 'any',
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
  openPlayerRound: ['support', 'payments', 'risk', 'owner'],
  readPlayerBonuses: ['support', 'payments', 'risk', 'owner'],
  readPlayerProtection: ['support', 'risk', 'owner'],
  readPlayerSessions: ['support', 'risk', 'owner'],
  readPlayerThreads: ['support', 'owner'],
  readPlayerFlags: ['support', 'payments', 'risk', 'owner'],
  readPlayerNotes: ['support', 'payments', 'risk', 'owner'],
  addPlayerNote: ['support', 'payments', 'risk', 'owner'],
  lockPlayer: ['risk', 'owner'],
  unlockPlayer: ['risk', 'owner'],
  signPlayerOut: ['support', 'risk', 'owner'],
  lowerPlayerLimit: ['support', 'risk', 'owner'],
  breakForPlayer: ['support', 'risk', 'owner'],
  resendPlayerActivation: ['support', 'risk', 'owner'],
  revealPlayer: ['payments', 'risk', 'owner'],
  listRiskCases: ['risk', 'owner'],
  openRiskCase: ['risk', 'owner'],
  assignRiskCase: ['risk', 'owner'],
  decideRiskCase: ['risk', 'owner'],
  closeRiskCase: ['risk', 'owner'],
  releaseRiskHold: ['risk', 'owner'],
  listRiskRules: ['risk', 'owner'],
  readReport: ['owner', 'payments'],
  readReportEntries: ['owner', 'payments'],
  readLargePayments: ['owner', 'payments'],
  exportReport: ['owner', 'payments'],
  listLookalikes: ['risk'],
  listIdentityPairs: ['risk'],
  proposeForPair: ['risk'],
  confirmForPair: ['risk'],
  withdrawForPair: ['risk'],
  listAdminPromotions: ['games', 'owner'],
  workOutPromotionCosts: ['games'],
  patchAdminPromotion: ['games'],
  proposePromotion: ['games'],
  confirmPromotion: ['games', 'owner'],
  withdrawProposal: ['games'],
  listAdminThreads: ['support'],
  getAdminPicture: ['support'],
  openThread: ['support'],
  answerThread: ['support'],
  closeThread: ['support'],
  assignThread: ['support'],
  listTemplates: ['support', 'owner'],
  writeTemplate: ['support', 'owner'],
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

async function setRoles(by: TestClient, other: TestClient, roles: readonly AdminRole[], password = PASSWORD) {
  const seen = [...(await rolesOf(other))];
  return by.call(setAdminRoles, { params: { adminId: userIdOf(other) }, body: { roles: [...roles], seen, password } });
}
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

/** Takes all roles of whoever makes the next call of the desk, after the guards have read them and before the call itself begins. */
function demoteAfterTheGuards(): { stop(): void } {
  const query = ayo.pool.query.bind(ayo.pool) as (...args: readonly unknown[]) => Promise<unknown>;
  Object.assign(ayo.pool, { query: async (...args: readonly unknown[]) => {
    const answer = await query(...args);
    const [config] = args as [{ readonly name?: string; readonly values?: readonly unknown[] }];
    if (config.name === 'admin-standing') await query('UPDATE desk_role SET ended_at = granted_at WHERE user_id = $1 AND ended_at IS NULL', config.values);
    return answer;
  } });
  return { stop: () => void Reflect.deleteProperty(ayo.pool, 'query') };
}

/** Says how many rows each table has that a call of the desk may change. */
async function countRows(): Promise<Readonly<Record<string, number>>> {
  const tables = ['admin_audit', 'invitation', 'mail', 'promotion_proposal', 'person_hint_proposal', 'withdrawal_approval', 'draw_commit', 'support_message'];
  const counts = await Promise.all(tables.map(async (table) =>
    [table, (await ayo.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? 0] as const));
  return Object.fromEntries(counts);
}

describe('somebody who loses their roles while the body of a call is on its way', () => {
  it('gains nothing: each call of the desk that changes something is refused, and nothing of it stays', async () => {
    const changing = filterCalls((endpoint) => endpoint.access === 'admin' && endpoint.roles !== 'any' && isChange(endpoint));
    // Working out costs changes nothing, and a proposal of a correction looks for its subject before it asks for the role.
    const calls = changing.filter(({ name, endpoint }) => name !== 'workOutPromotionCosts' && !/\/(?:corrections|adjustments|payment-cases)/.test(endpoint.path));
    for (const row of calls) {
      const { name, endpoint } = row;
      const client = await makeAdmin(ADMIN_ROLES);
      await client.request('GET', '/api/v1/auth/anti-forgery');
      const other = await makeAdmin(['games']);
      const before = await countRows();
      const body = bodyOf(row);
      const options = { headers: { 'if-match': '"1"', ...headersOf(row) }, body: body !== undefined && 'password' in body ? { ...body, password: PASSWORD } : body };
      const demotion = demoteAfterTheGuards();
      const { status, problem } = await client.request(endpoint.method, pathOf(endpoint, { ...paramsOf(client), adminId: userIdOf(other) }), options);
      demotion.stop();
      expect([name, status, problem?.detail]).toEqual([name, 403, 'Your role was taken away.']);
      expect([name, await countRows()]).toEqual([name, before]);
    }
  });
});

describe('an owner who becomes something else', () => {
  it('leaves no way in behind: invitations that they made or confirmed end, and so do their proposals', async () => {
    const [gone, second] = [await makeAdmin(ADMIN_ROLES), await makeAdmin(ADMIN_ROLES)];
    const invite = async (by: TestClient) => (await by.call(inviteAdmin, { body: { email: `${randomUUID()}@admin.example`, roles: ['owner'] } })).data;
    const [made, confirmed] = [await invite(gone), await invite(second)];
    await second.call(confirmInvitation, { params: { invitationId: made.invitationId } });
    await gone.call(confirmInvitation, { params: { invitationId: confirmed.invitationId } });
    await ayo.pool.query(
      `INSERT INTO promotion_proposal (proposal_id, promotion_id, patch, proposed_by, proposed_at) VALUES ($1, 'friday', '{"name": "Feast"}', $2, $3)`,
      [randomUUID(), userIdOf(gone), ayo.platform.now()],
    );
    const [mail] = await readMailbox(ayo.pool, made.email);
    expect((await setRoles(owner, gone, ['support'])).status).toBe(200);
    const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const person = { username: `a${randomUUID().slice(0, 8)}`, password: PASSWORD, firstname: 'Evil', lastname: 'Owner' };
    expect(statusAndCode(await ayo.client().call(acceptInvitation, { body: { token, ...person } }))).toEqual([400, 'token-invalid']);
    const [line] = (await owner.call(listAudit, { query: { subject: userIdOf(gone) } })).data.items;
    expect(line).toMatchObject({ action: 'roles-changed', after: { roles: ['support'], invitations: 2, proposals: 1 } });
  });

  it('is told by mail, as all owners are', async () => {
    const other = await makeAdmin(['owner']);
    await setRoles(owner, other, ['support']);
    for (const admin of [owner, other]) {
      const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(admin)]);
      const [mail] = await readMailbox(ayo.pool, rows[0]?.email ?? '');
      expect(mail?.subject).toContain('The roles of an admin');
      expect(mail?.text).toMatch(/Before: owner\nNow: support/);
    }
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
    await waitForNewRoles(ayo, [owner, gone, second, third]);
    expect((await approve(second)).data.state).toBe('checking');
    expect(statusAndCode(await approve(gone))).toEqual([409, 'conflict']);
    expect((await approve(third)).data.state).toBe('sending');
  });

  it('gives nothing back with a page that is older than the roles', async () => {
    const other = await makeAdmin(['games', 'payments']);
    const stale = () => owner.call(setAdminRoles, {
      params: { adminId: userIdOf(other) }, body: { roles: ['games', 'payments', 'support'], seen: ['payments', 'games'], password: PASSWORD },
    });
    await setRoles(owner, other, ['games']);
    const answer = await stale();
    expect(statusAndCode(answer)).toEqual([412, 'version-conflict']);
    expect(answer.problem?.current).toEqual({ roles: ['games'] });
    expect(await rolesOf(other)).toEqual(['games']);
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
