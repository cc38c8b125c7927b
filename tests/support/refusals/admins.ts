/** Refusals of the calls about who is an admin. */
import { randomBytes } from 'node:crypto';
import { acceptInvitation, confirmInvitation, inviteAdmin, revokeInvitation } from '../../../src/core/contract/admins';
import { getDetails } from '../../../src/core/contract/details';
import { INVITATION_LIFETIME_MS } from '../../../server/admin/invitations';
import { readMailbox } from '../../../server/gateways/mail/mailbox';
import { giveStanding } from '../admin-standing';
import type { Standing } from '../admin-standing';
import type { TestClient } from '../http-client';
import { PASSWORD } from '../platform';
import type { TestPlatform } from '../platform';
import { named, paramsOf, userIdOf } from './people';
import { refused } from './refusal';
import type { Refusal } from './refusal';
import type { Leaves } from './state';

const newAddress = (): string => `chidi-${randomBytes(6).toString('hex')}@admin.example`;

/** An admin of whom more is said than of those who were there long ago. */
export async function standing(site: TestPlatform, as: Standing): Promise<TestClient> {
  const client = await site.signUp();
  await site.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await giveStanding(site.pool, userIdOf(client), as);
  return client;
}

/** Whom nobody but `other` let in: they count as one person. */
export const oneWith = (site: TestPlatform, other: TestClient): Promise<TestClient> =>
  standing(site, { invitedBy: userIdOf(other), confirmed: false });

async function invited(site: TestPlatform): Promise<{ readonly admin: TestClient; readonly invitationId: string; readonly token: string }> {
  const admin = await site.signUpAdmin();
  const email = newAddress();
  const { data } = await admin.call(inviteAdmin, { body: { email } });
  await (await site.signUpAdmin()).call(confirmInvitation, { params: { invitationId: data.invitationId } });
  const [mail] = await readMailbox(site.pool, email);
  const token = /invitation=([0-9A-Za-z_-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no invitation was sent to ${email}`);
  return { admin, invitationId: data.invitationId, token };
}

const entry = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  token, username: `c${randomBytes(6).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu', ...more,
});
async function letIn(site: TestPlatform): Promise<{ readonly admin: TestClient; readonly invitationId: string; readonly token: string }> {
  const invitation = await invited(site);
  await site.client().call(acceptInvitation, { body: entry(invitation.token) });
  return invitation;
}

const INVITATIONS: readonly Refusal[] = [
  refused('patchDetails', 'an admin writes the phone of another admin', 'validation', async (site) => {
    const [client, other] = [await site.signUpAdmin(), await site.signUpAdmin()];
    const { data } = await other.call(getDetails, { params: paramsOf(other) });
    return { client, body: { phone: data.phone }, headers: { 'if-match': '"1"' } };
  }, { why: 'the try is a line in the audit trail', rows: { admin_audit: `action = 'phone-of-another-admin'` }, columns: { admin_audit_head: ['hash', 'length'] } }),
  refused('inviteAdmin', 'the address has an account', 'email-taken', async (site) => ({ client: await site.signUpAdmin(), body: { email: (await named(site)).typed.email } })),
  refused('inviteAdmin', 'after many', 'too-many-requests', async (site) => {
    const client = await site.signUpAdmin();
    for (let n = 0; n < 20; n += 1) await client.call(inviteAdmin, { body: { email: `${n}-${randomBytes(4).toString('hex')}@admin.example` } });
    return { client };
  }),
  refused('revokeInvitation', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('revokeInvitation', 'it was accepted', 'conflict', async (site) => {
    const { admin, invitationId } = await letIn(site);
    return { client: admin, params: { invitationId } };
  }),
  refused('acceptInvitation', 'of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refused('acceptInvitation', 'it was accepted', 'token-invalid', async (site) => ({ client: site.client(), body: entry((await letIn(site)).token) })),
  refused('acceptInvitation', 'it was taken back', 'token-invalid', async (site) => {
    const { admin, invitationId, token } = await invited(site);
    await admin.call(revokeInvitation, { params: { invitationId } });
    return { client: site.client(), body: entry(token) };
  }),
  refused('acceptInvitation', 'it is too old', 'token-invalid', async (site) => {
    const { token } = await invited(site);
    site.pass(INVITATION_LIFETIME_MS + 1);
    return { client: site.client(), body: entry(token) };
  }),
  refused('acceptInvitation', 'with a common password: the link still works', 'weak-password', async (site) => ({
    client: site.client(), body: entry((await invited(site)).token, { password: 'qwerty123456' }),
  })),
  refused('acceptInvitation', 'with somebody’s username', 'username-taken', async (site) => ({
    client: site.client(), body: entry((await invited(site)).token, { username: (await named(site)).typed.username }),
  })),
];

/** An invitation that waits for another admin's yes. */
interface Waiting {
  readonly admin: TestClient;
  readonly email: string;
  readonly params: { readonly invitationId: string };
}

async function waiting(site: TestPlatform): Promise<Waiting> {
  const admin = await site.signUpAdmin();
  const email = newAddress();
  const { data } = await admin.call(inviteAdmin, { body: { email } });
  return { admin, email, params: { invitationId: data.invitationId } };
}

const trailOf = (action: string): Leaves => ({ why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = '${action}'` }, columns: { admin_audit_head: ['hash', 'length'] } });

const YES: readonly Refusal[] = [
  refused('confirmInvitation', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('confirmInvitation', 'it is their own', 'own-request', async (site) => {
    const { admin, params } = await waiting(site);
    return { client: admin, params };
  }),
  refused('confirmInvitation', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await waiting(site);
    return { client: await oneWith(site, admin), params };
  }, trailOf('invitation-not-counted')),
  refused('confirmInvitation', 'it was taken back', 'conflict', async (site) => {
    const { admin, params } = await waiting(site);
    await admin.call(revokeInvitation, { params });
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmInvitation', 'somebody else said yes', 'conflict', async (site) => {
    const { invitationId } = await invited(site);
    return { client: await site.signUpAdmin(), params: { invitationId } };
  }),
  refused('confirmInvitation', 'a player has the address by now', 'email-taken', async (site) => {
    const { email, params } = await waiting(site);
    await site.signUp({ email });
    return { client: await site.signUpAdmin(), params };
  }),
];

const REMOVAL = { password: PASSWORD, reason: 'They left.' };

const STANDING: readonly Refusal[] = [
  refused('confirmAdmin', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('confirmAdmin', 'it is a player', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUp()) } })),
  refused('confirmAdmin', 'it is themselves', 'own-request', async (site) => {
    const client = await oneWith(site, await site.signUpAdmin());
    return { client, params: { adminId: userIdOf(client) } };
  }),
  refused('confirmAdmin', 'by the one who let them in', 'not-counted', async (site) => {
    const client = await site.signUpAdmin();
    return { client, params: { adminId: userIdOf(await oneWith(site, client)) } };
  }, trailOf('confirmation-not-counted')),
  refused('removeAdmin', 'there is none', 'not-found', async (site) => ({
    client: await site.signUpAdmin(), body: REMOVAL,
  })),
  refused('removeAdmin', 'with a wrong password', 'invalid-credentials', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUpAdmin()) },
  })),
  refused('removeAdmin', 'it is themselves', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    return { client, params: { adminId: userIdOf(client) }, body: { password: PASSWORD, reason: 'I leave.' } };
  }),
  refused('removeAdmin', 'of the one who let them in', 'not-counted', async (site) => {
    const other = await site.signUpAdmin();
    return { client: await oneWith(site, other), params: { adminId: userIdOf(other) }, body: REMOVAL };
  }, trailOf('removal-not-counted')),
  refused('removeAdmin', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const client = await standing(site, { since: site.platform.now(), invitedBy: userIdOf(await site.signUpAdmin()) });
    return { client, params: { adminId: userIdOf(await site.signUpAdmin()) }, body: REMOVAL };
  }, trailOf('removal-not-counted')),
  refused('setOwnPassword', 'they have one', 'conflict', async (site) => ({ client: await site.signUpAdmin() })),
  refused('setOwnPassword', 'to a common one', 'weak-password', async (site) => ({ client: await site.signUpAdmin(), body: { password: 'qwerty123456' } })),
];

export const ADMIN_REFUSALS: readonly Refusal[] = [...INVITATIONS, ...YES, ...STANDING];
