/** Refusals of the calls by which two admins decide that two accounts belong to two persons, or who owns an identity. */
import { confirmForPair, proposeForPair, withdrawForPair } from '../../../src/core/contract/lookalikes';
import { userIdOf } from '../http-client';
import { makeLookalikes } from '../lookalikes';
import { newNin } from '../persons';
import type { TestPlatform } from '../platform';
import { adminInvitedBy, makeAdminWith } from './admins';
import { refusal } from './refusal';
import type { Refusal, RefusalRequest } from './refusal';
import type { AllowedChanges } from './state';

const DAY_MS = 86_400_000;
const REASON = { what: 'two-persons', reason: 'Both have sent a picture of themselves.' } as const;

/** Makes a verified player who is stopped, and the excluded account that the player resembles. */
async function stopPlayer(site: TestPlatform) {
  const { newPerson, join, bar, verify } = makeLookalikes(() => site);
  const person = newPerson();
  const [other, player] = [await join(person), await join(person)];
  await bar(other, 'permanent');
  await verify(player);
  return { player, other, params: { playerId: userIdOf(player), otherId: userIdOf(other) } };
}

async function makeProposal(site: TestPlatform) {
  const pair = await stopPlayer(site);
  const admin = await site.signUpAdmin();
  const { data } = await admin.call(proposeForPair, { params: pair.params, body: REASON });
  return { ...pair, admin, params: { ...pair.params, proposalId: data.proposalId } };
}

async function confirmProposal(site: TestPlatform): Promise<RefusalRequest> {
  const { params } = await makeProposal(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmForPair, { params });
  if (status !== 204) throw new Error(text);
  return { client: await site.signUpAdmin(), params };
}

/**
 * Makes a person's second account and the account that used the number first, with a proposal to give the identity to the
 * second one.
 */
async function proposeIdentity(site: TestPlatform) {
  const { newPerson, join, verify } = makeLookalikes(() => site);
  const number = newNin();
  const [holder, player] = [await join(newPerson()), await join(newPerson())];
  for (const each of [holder, player]) await verify(each, number);
  const two = { playerId: userIdOf(player), otherId: userIdOf(holder) };
  const { data } = await (await site.signUpAdmin()).call(proposeForPair, { params: two, body: { ...REASON, what: 'identity' } });
  return { player, holder, two, params: { ...two, proposalId: data.proposalId } };
}

/** Makes an admin with the stopped player's phone, so that the two look like one person. */
async function adminOfSamePerson(site: TestPlatform, player: RefusalRequest['client']) {
  const client = await site.signUpAdmin();
  await site.pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [userIdOf(client), userIdOf(player)]);
  return client;
}

const TRAIL: AllowedChanges = { why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = 'confirmation-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

/** That the player seems to be the admin holds from then on. */
const OWN: AllowedChanges = { ...TRAIL, rows: { ...TRAIL.rows, admin_own_player: 'true' } };

export const LOOKALIKE_REFUSALS: readonly Refusal[] = [
  refusal('proposeForPair', 'nobody is stopped by that account', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('proposeForPair', 'one of the two is their own', 'own-request', async (site) => {
    const { player, params } = await stopPlayer(site);
    return { client: await adminOfSamePerson(site, player), params };
  }, OWN),
  refusal('proposeForPair', 'it is proposed', 'conflict', async (site) => {
    const { params: { playerId, otherId } } = await makeProposal(site);
    return { client: await site.signUpAdmin(), params: { playerId, otherId } };
  }),
  refusal('proposeForPair', 'the other one has no identity that this one showed', 'not-found', async (site) => {
    const { params } = await stopPlayer(site);
    return { client: await site.signUpAdmin(), params, body: { ...REASON, what: 'identity' } };
  }),
  refusal('proposeForPair', 'whose the identity is is proposed', 'conflict', async (site) => {
    const { two } = await proposeIdentity(site);
    return { client: await site.signUpAdmin(), params: two, body: { ...REASON, what: 'identity' } };
  }),
  refusal('confirmForPair', 'the account that should have the identity is closed', 'conflict', async (site) => {
    const { player, params } = await proposeIdentity(site);
    await site.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [userIdOf(player), site.platform.now()]);
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmForPair', 'whose the identity is, by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params } = await proposeIdentity(site);
    return { client: await makeAdminWith(site, { since: site.platform.now() }), params };
  }, TRAIL),
  refusal('confirmForPair', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: (await stopPlayer(site)).params })),
  refusal('confirmForPair', 'it is their own proposal', 'own-request', async (site) => {
    const { admin, params } = await makeProposal(site);
    return { client: admin, params };
  }),
  refusal('confirmForPair', 'one of the two is their own', 'own-request', async (site) => {
    const { other, params } = await makeProposal(site);
    return { client: await adminOfSamePerson(site, other), params };
  }, OWN),
  refusal('confirmForPair', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await makeProposal(site);
    return { client: await adminInvitedBy(site, admin), params };
  }, TRAIL),
  refusal('confirmForPair', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params } = await makeProposal(site);
    return { client: await makeAdminWith(site, { since: site.platform.now() }), params };
  }, TRAIL),
  refusal('confirmForPair', 'it was withdrawn', 'conflict', async (site) => {
    const { admin, params } = await makeProposal(site);
    await admin.call(withdrawForPair, { params });
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmForPair', 'the player is not stopped any more', 'conflict', async (site) => {
    const { other, params } = await makeProposal(site);
    await makeLookalikes(() => site).verify(other);
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmForPair', 'one of the two took a break since it was proposed', 'conflict', async (site) => {
    const { holder, params } = await proposeIdentity(site);
    await makeLookalikes(() => site).bar(holder, '24-hours');
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmForPair', 'it was proposed 7 days ago', 'conflict', async (site) => {
    const { params } = await makeProposal(site);
    site.pass(7 * DAY_MS);
    return { client: await site.signUpAdmin(), params };
  }),
  refusal('confirmForPair', 'somebody else did', 'conflict', confirmProposal),
  refusal('withdrawForPair', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('withdrawForPair', 'it was confirmed', 'conflict', confirmProposal),
];
