/** How the first two admins begin, before there is anybody who could say that they are two, and what a new owner may not do yet. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { confirmOnServer } from '../../server/admin/people';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { acceptInvitation, confirmAdmin, confirmInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import type { Invitation } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { DAY_MS } from '../../src/core/time';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { PASSWORD, testPlatform } from '../support/platform';
import { makeAdminWith } from '../support/refusals/admins';
import { waitForNewRoles } from '../support/role-wait';
import { ask, paidPlayer } from '../support/withdrawals';

type Answered = { readonly status: number; readonly problem: { readonly code: string; readonly reason?: string | undefined } | null };
const codeOf = ({ status, problem }: Answered) => [status, problem?.code, problem?.reason];
const UNCONFIRMED = [403, 'not-counted', 'unconfirmed'];
const NEW = [403, 'not-counted', 'new'];

const approve = (admin: TestClient, withdrawalId: string) => admin.call(approveWithdrawal, { params: { withdrawalId } });

const sayYes = (admin: TestClient, invitationId: string) => admin.call(confirmInvitation, { params: { invitationId } });
const confirm = (admin: TestClient, other: TestClient) => admin.call(confirmAdmin, { params: { adminId: userIdOf(other) } });
async function invite(admin: TestClient): Promise<Invitation> {
  return (await admin.call(inviteAdmin, { body: { email: `${randomUUID()}@admin.example`, roles: [...ADMIN_ROLES] } })).data;
}

describe('two founders', () => {
  it('can begin: the only admin invites one, money waits, somebody on the server confirms, and a third needs both', async () => {
    const own = await testPlatform();
    try {
      const first = await own.signUpAdmin();
      const people = async () => (await first.call(listAdmins, {})).data;
      expect(await people()).toMatchObject({ persons: 1, items: [{ countsWith: null }] });
      const sent = (await first.call(inviteAdmin, { body: { email: 'bisi@admin.example', roles: [...ADMIN_ROLES] } })).data;
      expect(sent).toMatchObject({ state: 'sent', confirmedBy: null });
      // The only admin can invite one person at a time.
      const more = (await first.call(inviteAdmin, { body: { email: 'chika@admin.example', roles: [...ADMIN_ROLES] } })).data;
      expect(more.state).toBe('waiting');
      const [mail] = await readMailbox(own.pool, 'bisi@admin.example');
      const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      // The list stands in the order in which they became admins.
      own.pass(1);
      const second = own.client();
      const body = { token, username: 'bisi', password: PASSWORD, firstname: 'Bisi', lastname: 'Ade' };
      second.session = (await second.call(acceptInvitation, { body })).data;
      await giveFactor(own.pool, userIdOf(second));
      const player = await paidPlayer(own, { naira: 500_000 });
      const { withdrawalId } = (await ask(player, 150_000)).data;
      own.pass(DAY_MS);
      for (const each of [first, second]) await each.request('POST', `/api/v1/player/${userIdOf(each)}/confirm-password`, { body: { password: PASSWORD } });
      expect((await approve(first, withdrawalId)).data.state).toBe('checking');
      expect(codeOf(await approve(second, withdrawalId))).toEqual(UNCONFIRMED);
      expect(await people()).toMatchObject({ persons: 1, items: [{ countsWith: null }, { username: 'bisi', countsWith: expect.any(String) as string, canConfirm: false }] });
      expect(codeOf(await second.call(confirmInvitation, { params: { invitationId: more.invitationId } }))).toEqual(UNCONFIRMED);
      expect(await confirmOnServer(own.platform, { username: ' Bisi ', osUser: 'ops' })).toBe('Bisi Ade');
      expect(await confirmOnServer(own.platform, { username: 'nobody', osUser: 'ops' })).toBeNull();
      expect(await people()).toMatchObject({ persons: 2, items: [{}, { countsWith: null, confirmedBy: null, isConfirmedOnServer: true }] });
      expect((await approve(second, withdrawalId)).data.state).toBe('sending');
      expect((await second.call(confirmInvitation, { params: { invitationId: more.invitationId } })).data.state).toBe('sent');
      const { rows } = await own.pool.query(`SELECT action, after FROM admin_audit WHERE action = 'admin-confirmed-on-server'`);
      expect(rows).toEqual([{ action: 'admin-confirmed-on-server', after: { osUser: 'ops' } }]);
    } finally {
      await own.close();
    }
  });
});

describe('a new owner', () => {
  it('lets nobody in for the first 24 hours, neither as inviter nor by a yes, and reads so before the press', async () => {
    const own = await testPlatform();
    try {
      const [amina, bode] = [await own.signUpAdmin(), await own.signUpAdmin()];
      const chidi = await makeAdminWith(own, { since: own.platform.now(), invitedBy: userIdOf(amina) });
      // An accomplice who has been there for long, but no owner.
      const dayo = await makeAdminWith(own, { roles: ['support'] });
      await own.pool.query(`INSERT INTO desk_role (user_id, role, granted_by, granted_at) VALUES ($1, 'owner', $2, $3)`, [userIdOf(dayo), userIdOf(amina), own.platform.now()]);
      const [theirs, early] = [await invite(bode), await invite(chidi)];
      const alone = await makeAdminWith(own, { invitedBy: userIdOf(amina), isConfirmed: false });
      for (const [admin, why] of [
        [chidi, /^You became an admin less than 24 hours ago\. You can let people in from /],
        [dayo, /^You were given the role “owner” less than 24 hours ago\. You can let/],
      ] as const) {
        const { items, invitations } = (await admin.call(listAdmins, {})).data;
        const whyNot = expect.stringMatching(why) as string;
        expect(invitations.find(({ invitationId }) => invitationId === theirs.invitationId)).toMatchObject({ canConfirm: false, whyNot });
        expect(items.find(({ userId }) => userId === userIdOf(alone))).toMatchObject({ canConfirm: false, whyNot });
        expect(codeOf(await sayYes(admin, theirs.invitationId))).toEqual(NEW);
        expect(codeOf(await confirm(admin, alone))).toEqual(NEW);
      }
      expect(codeOf(await sayYes(bode, early.invitationId))).toEqual(NEW);
      expect(await readMailbox(own.pool, theirs.email)).toEqual([]);
      expect(await readMailbox(own.pool, early.email)).toEqual([]);
      const { rows } = await own.pool.query(`SELECT after ->> 'by' AS by FROM admin_audit WHERE subject = ANY($1) ORDER BY audit_id`, [
        [theirs.invitationId, early.invitationId, userIdOf(alone)],
      ]);
      expect(rows.map(({ by }: { by: string | null }) => by).filter((by) => by !== null)).toEqual(['new', 'new', 'new', 'new', 'new-inviter']);
      await waitForNewRoles(own, [amina, bode, chidi]);
      expect((await sayYes(chidi, theirs.invitationId)).data.state).toBe('sent');
      // What they began on their first day stays without effect.
      expect(codeOf(await sayYes(bode, early.invitationId))).toEqual(NEW);
    } finally {
      await own.close();
    }
  });
});
