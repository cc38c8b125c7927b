/** How the first two admins begin, before there is anybody who could say that they are two. */
import { describe, expect, it } from 'vitest';
import { confirmOnServer } from '../../server/admin/people';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { acceptInvitation, confirmInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { DAY_MS } from '../../src/core/time';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { PASSWORD, testPlatform } from '../support/platform';
import { ask, paidPlayer } from '../support/withdrawals';

type Answered = { readonly status: number; readonly problem: { readonly code: string; readonly reason?: string | undefined } | null };
const codeOf = ({ status, problem }: Answered) => [status, problem?.code, problem?.reason];
const UNCONFIRMED = [403, 'not-counted', 'unconfirmed'];

const approve = (admin: TestClient, withdrawalId: string) => admin.call(approveWithdrawal, { params: { withdrawalId } });

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
