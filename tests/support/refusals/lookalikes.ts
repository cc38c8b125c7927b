/** Refusals of the calls by which two admins end what stops a player who looks like somebody who is excluded. */
import { confirmTwoPersons, proposeTwoPersons, withdrawTwoPersons } from '../../../src/core/contract/lookalikes';
import { makeLookalikes } from '../lookalikes';
import type { TestPlatform } from '../platform';
import { userIdOf } from '../withdrawals';
import { oneWith, standing } from './admins';
import { refused } from './refusal';
import type { Refusal, Sent } from './refusal';
import type { Leaves } from './state';

const REASON = { reason: 'Both have sent a picture of themselves.' };

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
  const { data } = await admin.call(proposeTwoPersons, { params: found.params, body: REASON });
  return { ...found, admin, params: { ...found.params, proposalId: data.proposalId } };
}

async function confirmed(site: TestPlatform): Promise<Sent> {
  const { params } = await proposed(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmTwoPersons, { params });
  if (status !== 204) throw new Error(text);
  return { client: await site.signUpAdmin(), params };
}

/** Whoever is stopped became an admin since, or has the admin's phone. */
async function ownOf(site: TestPlatform, player: Sent['client']) {
  const client = await site.signUpAdmin();
  await site.pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [userIdOf(client), userIdOf(player)]);
  return client;
}

const TRAIL: Leaves = { why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = 'confirmation-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

export const LOOKALIKE_REFUSALS: readonly Refusal[] = [
  refused('proposeTwoPersons', 'nobody is stopped by that account', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('proposeTwoPersons', 'one of the two is their own', 'own-request', async (site) => {
    const { player, params } = await stopped(site);
    return { client: await ownOf(site, player), params };
  }),
  refused('proposeTwoPersons', 'it is proposed', 'conflict', async (site) => {
    const { params: { playerId, otherId } } = await proposed(site);
    return { client: await site.signUpAdmin(), params: { playerId, otherId } };
  }),
  refused('confirmTwoPersons', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: (await stopped(site)).params })),
  refused('confirmTwoPersons', 'it is their own proposal', 'own-request', async (site) => {
    const { admin, params } = await proposed(site);
    return { client: admin, params };
  }),
  refused('confirmTwoPersons', 'one of the two is their own', 'own-request', async (site) => {
    const { other, params } = await proposed(site);
    return { client: await ownOf(site, other), params };
  }),
  refused('confirmTwoPersons', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await proposed(site);
    return { client: await oneWith(site, admin), params };
  }, TRAIL),
  refused('confirmTwoPersons', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params } = await proposed(site);
    return { client: await standing(site, { since: site.platform.now() }), params };
  }, TRAIL),
  refused('confirmTwoPersons', 'it was withdrawn', 'conflict', async (site) => {
    const { admin, params } = await proposed(site);
    await admin.call(withdrawTwoPersons, { params });
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmTwoPersons', 'the player is not stopped any more', 'conflict', async (site) => {
    const { other, params } = await proposed(site);
    await makeLookalikes(() => site).verify(other);
    return { client: await site.signUpAdmin(), params };
  }),
  refused('confirmTwoPersons', 'somebody else did', 'conflict', confirmed),
  refused('withdrawTwoPersons', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused('withdrawTwoPersons', 'it was confirmed', 'conflict', confirmed),
];
