/** Refusals of the calls by which two admins decide about two accounts: that they are two persons, and whose an identity is. */
import { confirmForPair, proposeForPair, withdrawForPair } from '../../../src/core/contract/lookalikes';
import { makeLookalikes } from '../lookalikes';
import { newNin } from '../persons';
import type { TestPlatform } from '../platform';
import { userIdOf } from '../withdrawals';
import { oneWith, standing } from './admins';
import { refused } from './refusal';
import type { Refusal, Sent } from './refusal';
import type { Leaves } from './state';

const DAY_MS = 86_400_000;
const REASON = { what: 'two-persons', reason: 'Both have sent a picture of themselves.' } as const;

/** Somebody who is verified and stopped, and the excluded account they look like. */
async function stopped(site: TestPlatform) {
  const { newPerson, join, bar, verify } = makeLookalikes(() => site);
  const person = newPerson();
  const [other, player] = [await join(person), await join(person)];
  await bar(other, 'permanent');
  await verify(player);
  return { player, other, params: { playerId: userIdOf(player), otherId: userIdOf(other) } };
}

async function proposed(site: TestPlatform) {
  const found = await stopped(site);
  const admin = await site.signUpAdmin();
  const { data } = await admin.call(proposeForPair, { params: found.params, body: REASON });
  return { ...found, admin, params: { ...found.params, proposalId: data.proposalId } };
}

async function confirmed(site: TestPlatform): Promise<Sent> {
  const { params } = await proposed(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmForPair, { params });
  if (status !== 204) throw new Error(text);
  return { client: await site.signUpAdmin(), params };
}

/** Somebody's second account, and the one that was quicker with the number; it is proposed that the identity is the second one's. */
async function robbed(site: TestPlatform) {
  const { newPerson, join, verify } = makeLookalikes(() => site);
  const number = newNin();
  const [holder, player] = [await join(newPerson()), await join(newPerson())];
  for (const each of [holder, player]) await verify(each, number);
  const two = { playerId: userIdOf(player), otherId: userIdOf(holder) };
  const { data } = await (await site.signUpAdmin()).call(proposeForPair, { params: two, body: { ...REASON, what: 'identity' } });
  return { player, holder, two, params: { ...two, proposalId: data.proposalId } };
}

/** Whoever is stopped became an admin since, or has the admin's phone. */
async function ownOf(site: TestPlatform, player: Sent['client']) {
  const client = await site.signUpAdmin();
  await site.pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [userIdOf(client), userIdOf(player)]);
  return client;
}

const TRAIL: Leaves = { why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = 'confirmation-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

export const LOOKALIKE_REFUSALS: readonly Refusal[] = [
  refused('proposeForPair', 'nobody is stopped by that account', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('proposeForPair', 'one of the two is their own', 'own-request', async (site) => {
    const { player, params } = await stopped(site);
    return { client: await ownOf(site, player), params };
  }),
  refused('proposeForPair', 'it is proposed', 'conflict', async (site) => {
    const { params: { playerId, otherId } } = await proposed(site);
    return { client: await site.signUpAdmin(), params: { playerId, otherId } };
  }),
  refused('proposeForPair', 'the other one has no identity that this one showed', 'not-found', async (site) => {
    const { params } = await stopped(site);
    return { client: await site.signUpAdmin(), params, body: { ...REASON, what: 'identity' } };
  }),
  refused('proposeForPair', 'whose the identity is is proposed', 'conflict', async (site) => {
    const { two } = await robbed(site);
    return { client: await site.signUpAdmin(), params: two, body: { ...REASON, what: 'identity' } };
  }),
  refused('confirmForPair', 'the account that should have the identity is closed', 'conflict', async (site) => {
    const { player, params } = await robbed(site);
    await site.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [userIdOf(player), site.platform.now()]);
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmForPair', 'whose the identity is, by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params } = await robbed(site);
    return { client: await standing(site, { since: site.platform.now() }), params };
  }, TRAIL),
  refused('confirmForPair', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: (await stopped(site)).params })),
  refused('confirmForPair', 'it is their own proposal', 'own-request', async (site) => {
    const { admin, params } = await proposed(site);
    return { client: admin, params };
  }),
  refused('confirmForPair', 'one of the two is their own', 'own-request', async (site) => {
    const { other, params } = await proposed(site);
    return { client: await ownOf(site, other), params };
  }),
  refused('confirmForPair', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await proposed(site);
    return { client: await oneWith(site, admin), params };
  }, TRAIL),
  refused('confirmForPair', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params } = await proposed(site);
    return { client: await standing(site, { since: site.platform.now() }), params };
  }, TRAIL),
  refused('confirmForPair', 'it was withdrawn', 'conflict', async (site) => {
    const { admin, params } = await proposed(site);
    await admin.call(withdrawForPair, { params });
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmForPair', 'the player is not stopped any more', 'conflict', async (site) => {
    const { other, params } = await proposed(site);
    await makeLookalikes(() => site).verify(other);
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmForPair', 'one of the two took a break since it was proposed', 'conflict', async (site) => {
    const { holder, params } = await robbed(site);
    await makeLookalikes(() => site).bar(holder, '24-hours');
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmForPair', 'it was proposed 7 days ago', 'conflict', async (site) => {
    const { params } = await proposed(site);
    site.pass(7 * DAY_MS);
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmForPair', 'somebody else did', 'conflict', confirmed),
  refused('withdrawForPair', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('withdrawForPair', 'it was confirmed', 'conflict', confirmed),
];
