/** Refusals of the calls that make and remove admins. */
import { randomBytes } from 'node:crypto';
import { ADMIN_ROLES } from '../../../src/core/admin-roles';
import { acceptInvitation, confirmInvitation, inviteAdmin, revokeInvitation } from '../../../src/core/contract/admins';
import { getDetails } from '../../../src/core/contract/details';
import { INVITATION_LIFETIME_MS } from '../../../server/admin/invitations';
import { readMailbox } from '../../../server/gateways/mail/mailbox';
import { insertAdmin } from '../insert-admin';
import type { AdminDetails } from '../insert-admin';
import type { TestClient } from '../http-client';
import { PASSWORD } from '../platform';
import type { TestPlatform } from '../platform';
import { playerAndBody, paramsOf, userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import type { AllowedChanges } from './state';

const newAddress = (): string => `chidi-${randomBytes(6).toString('hex')}@admin.example`;

/** Makes an admin whose row says who invited and confirmed them, unlike those of the first admins. */
export async function makeAdminWith(site: TestPlatform, as: AdminDetails): Promise<TestClient> {
  const client = await site.signUp();
  await site.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(site.pool, userIdOf(client), as);
  return client;
}

/** Makes an admin whom `other` alone let in, so that both count as one person. */
export const adminInvitedBy = (site: TestPlatform, other: TestClient): Promise<TestClient> =>
  makeAdminWith(site, { invitedBy: userIdOf(other), isConfirmed: false });

async function makeInvitation(site: TestPlatform): Promise<{ readonly admin: TestClient; readonly invitationId: string; readonly token: string }> {
  const admin = await site.signUpAdmin();
  const email = newAddress();
  const { data } = await admin.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  await (await site.signUpAdmin()).call(confirmInvitation, { params: { invitationId: data.invitationId } });
  const [mail] = await readMailbox(site.pool, email);
  const token = /invitation=([0-9A-Za-z_-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no invitation was sent to ${email}`);
  return { admin, invitationId: data.invitationId, token };
}

const acceptanceBody = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  token, username: `c${randomBytes(6).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu', ...more,
});
async function makeAcceptedInvitation(
  site: TestPlatform,
): Promise<{ readonly admin: TestClient; readonly invitationId: string; readonly token: string }> {
  const invitation = await makeInvitation(site);
  await site.client().call(acceptInvitation, { body: acceptanceBody(invitation.token) });
  return invitation;
}

const INVITATIONS: readonly Refusal[] = [
  refusal('patchDetails', 'an admin writes the phone of another admin', 'validation', async (site) => {
    const [client, other] = [await site.signUpAdmin(), await site.signUpAdmin()];
    const { data } = await other.call(getDetails, { params: paramsOf(other) });
    return { client, body: { phone: data.phone }, headers: { 'if-match': '"1"' } };
  }, { why: 'the try is a line in the audit trail', rows: { admin_audit: `action = 'phone-of-another-admin'` }, columns: { admin_audit_head: ['hash', 'length'] } }),
  refusal('inviteAdmin', 'the address has an account', 'email-taken', async (site) => ({ client: await site.signUpAdmin(), body: { email: (await playerAndBody(site)).signUpData.email, roles: ['support'] } })),
  refusal('inviteAdmin', 'after many', 'too-many-requests', async (site) => {
    const client = await site.signUpAdmin();
    for (let n = 0; n < 20; n += 1) await client.call(inviteAdmin, { body: { email: `${n}-${randomBytes(4).toString('hex')}@admin.example`, roles: [...ADMIN_ROLES] } });
    return { client };
  }),
  refusal('revokeInvitation', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('revokeInvitation', 'it was accepted', 'conflict', async (site) => {
    const { admin, invitationId } = await makeAcceptedInvitation(site);
    return { client: admin, params: { invitationId } };
  }),
  refusal('acceptInvitation', 'of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refusal('acceptInvitation', 'it was accepted', 'token-invalid', async (site) => ({ client: site.client(), body: acceptanceBody((await makeAcceptedInvitation(site)).token) })),
  refusal('acceptInvitation', 'it was taken back', 'token-invalid', async (site) => {
    const { admin, invitationId, token } = await makeInvitation(site);
    await admin.call(revokeInvitation, { params: { invitationId } });
    return { client: site.client(), body: acceptanceBody(token) };
  }),
  refusal('acceptInvitation', 'it is too old', 'token-invalid', async (site) => {
    const { token } = await makeInvitation(site);
    site.pass(INVITATION_LIFETIME_MS + 1);
    return { client: site.client(), body: acceptanceBody(token) };
  }),
  refusal('acceptInvitation', 'with a common password: the link still works', 'weak-password', async (site) => ({
    client: site.client(), body: acceptanceBody((await makeInvitation(site)).token, { password: 'qwerty123456' }),
  })),
  refusal('acceptInvitation', 'with somebody’s username', 'username-taken', async (site) => ({
    client: site.client(), body: acceptanceBody((await makeInvitation(site)).token, { username: (await playerAndBody(site)).signUpData.username }),
  })),
];

/** An invitation that waits for another admin's confirmation. */
interface PendingInvitation {
  readonly admin: TestClient;
  readonly email: string;
  readonly params: { readonly invitationId: string };
}

async function makePendingInvitation(site: TestPlatform): Promise<PendingInvitation> {
  const admin = await site.signUpAdmin();
  const email = newAddress();
  const { data } = await admin.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  return { admin, email, params: { invitationId: data.invitationId } };
}

const trailOf = (action: string): AllowedChanges => ({ why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = '${action}'` }, columns: { admin_audit_head: ['hash', 'length'] } });

const CONFIRMATIONS: readonly Refusal[] = [
  refusal('confirmInvitation', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('confirmInvitation', 'it is their own', 'own-request', async (site) => {
    const { admin, params } = await makePendingInvitation(site);
    return { client: admin, params };
  }),
  refusal('confirmInvitation', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await makePendingInvitation(site);
    return { client: await adminInvitedBy(site, admin), params };
  }, trailOf('invitation-not-counted')),
  refusal('confirmInvitation', 'it was taken back', 'conflict', async (site) => {
    const { admin, params } = await makePendingInvitation(site);
    await admin.call(revokeInvitation, { params });
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmInvitation', 'somebody else said yes', 'conflict', async (site) => {
    const { invitationId } = await makeInvitation(site);
    return { client: await site.signUpAdmin(), params: { invitationId } };
  }),
  refusal('confirmInvitation', 'a player has the address by now', 'email-taken', async (site) => {
    const { email, params } = await makePendingInvitation(site);
    await site.signUp({ email });
    return { client: await site.signUpAdmin(), params };
  }),
];

/** An admin whose session has not given the second factor. */
async function adminWithPasswordAlone(site: TestPlatform): Promise<TestClient> {
  const client = await site.signUpAdmin();
  await site.pool.query('UPDATE session SET factor_at = NULL WHERE user_id = $1', [userIdOf(client)]);
  return client;
}

const REMOVAL = { password: PASSWORD, reason: 'They left.' };

const STANDING: readonly Refusal[] = [
  refusal('confirmAdmin', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('confirmAdmin', 'it is a player', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUp()) } })),
  refusal('confirmAdmin', 'it is themselves', 'own-request', async (site) => {
    const client = await adminInvitedBy(site, await site.signUpAdmin());
    return { client, params: { adminId: userIdOf(client) } };
  }),
  refusal('confirmAdmin', 'by the one who let them in', 'not-counted', async (site) => {
    const client = await site.signUpAdmin();
    return { client, params: { adminId: userIdOf(await adminInvitedBy(site, client)) } };
  }, trailOf('confirmation-not-counted')),
  refusal('setAdminRoles', 'there is no such admin', 'not-found', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUp()) }, body: { password: PASSWORD, roles: ['support'], seen: [...ADMIN_ROLES] },
  })),
  refusal('setAdminRoles', 'from a page that is older than the roles', 'version-conflict', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUpAdmin()) }, body: { password: PASSWORD, roles: ['support'], seen: ['owner'] },
  })),
  refusal('setAdminRoles', 'with a wrong password', 'invalid-credentials', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUpAdmin()) }, body: { password: 'not the right one', roles: ['support'], seen: [...ADMIN_ROLES] },
  })),
  refusal('setAdminRoles', 'by somebody who has just become an admin', 'not-counted', async (site) => ({
    client: await makeAdminWith(site, { since: site.platform.now(), invitedBy: userIdOf(await site.signUpAdmin()) }),
    params: { adminId: userIdOf(await site.signUpAdmin()) }, body: { password: PASSWORD, roles: ['support'], seen: [...ADMIN_ROLES] },
  }), trailOf('roles-not-counted')),
  refusal('removeAdmin', 'there is none', 'not-found', async (site) => ({
    client: await site.signUpAdmin(), body: REMOVAL,
  })),
  refusal('removeAdmin', 'with a wrong password', 'invalid-credentials', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUpAdmin()) },
  })),
  refusal('removeAdmin', 'it is themselves', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    return { client, params: { adminId: userIdOf(client) }, body: { password: PASSWORD, reason: 'I leave.' } };
  }),
  refusal('removeAdmin', 'of the one who let them in', 'not-counted', async (site) => {
    const other = await site.signUpAdmin();
    return { client: await adminInvitedBy(site, other), params: { adminId: userIdOf(other) }, body: REMOVAL };
  }, trailOf('removal-not-counted')),
  refusal('removeAdmin', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const client = await makeAdminWith(site, { since: site.platform.now(), invitedBy: userIdOf(await site.signUpAdmin()) });
    return { client, params: { adminId: userIdOf(await site.signUpAdmin()) }, body: REMOVAL };
  }, trailOf('removal-not-counted')),
  refusal('offerSecondFactor', 'in a session that has not given the one that they have', 'second-factor-due', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('enrolSecondFactor', 'with a code that the secret has not made', 'invalid-credentials', async (site) => {
    const client = await adminWithPasswordAlone(site);
    await site.pool.query('DELETE FROM second_factor WHERE user_id = $1', [userIdOf(client)]);
    return { client };
  }),
  refusal('giveSecondFactor', 'with a code that is none', 'invalid-credentials', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('offerPasskey', 'in a session that has not given the second factor', 'second-factor-due', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('addPasskey', 'in a session that has not given the second factor', 'second-factor-due', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('removePasskey', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('givePasskey', 'that is none of theirs', 'invalid-credentials', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('renewRecoveryCodes', 'in a session that has not given the second factor', 'second-factor-due', async (site) => ({ client: await adminWithPasswordAlone(site) })),
  refusal('resetSecondFactor', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), body: REMOVAL })),
  refusal('resetSecondFactor', 'with a wrong password', 'invalid-credentials', async (site) => ({
    client: await site.signUpAdmin(), params: { adminId: userIdOf(await site.signUpAdmin()) },
  })),
  refusal('resetSecondFactor', 'it is their own', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    return { client, params: { adminId: userIdOf(client) }, body: REMOVAL };
  }),
  refusal('resetSecondFactor', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const client = await makeAdminWith(site, { since: site.platform.now(), invitedBy: userIdOf(await site.signUpAdmin()) });
    return { client, params: { adminId: userIdOf(await site.signUpAdmin()) }, body: REMOVAL };
  }, trailOf('factor-reset-not-counted')),
  refusal('setOwnPassword', 'they have one', 'conflict', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('setOwnPassword', 'to a common one', 'weak-password', async (site) => ({ client: await site.signUpAdmin(), body: { password: 'qwerty123456' } })),
];

export const ADMIN_REFUSALS: readonly Refusal[] = [...INVITATIONS, ...CONFIRMATIONS, ...STANDING];
