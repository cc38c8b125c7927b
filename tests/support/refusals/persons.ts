/** Refusals of whoever is known, or looks, like somebody who has another account. */
import { GAME } from '../frame-provider/provider';
import type { TestClient } from '../http-client';
import { makeLookalikes } from '../lookalikes';
import { makeOnePerson } from '../persons';
import type { TestPlatform } from '../platform';
import { versionOf } from './bonuses';
import { rich, userIdOf } from './people';
import { refused } from './refusal';
import type { Refusal, Sent } from './refusal';

/** An account of a person who plays with another one. */
async function second(site: TestPlatform): Promise<TestClient> {
  const [first, other] = [await rich(site), await rich(site)];
  await makeOnePerson(site.platform, userIdOf(first), userIdOf(other));
  return other;
}

/** One for each platform: no two persons there have one birthday. */
const lookalikes = new WeakMap<TestPlatform, ReturnType<typeof makeLookalikes>>();

/** An account with the name, birthday and phone of one that is excluded. */
async function alike(site: TestPlatform): Promise<TestClient> {
  const here = lookalikes.get(site) ?? makeLookalikes(() => site);
  lookalikes.set(site, here);
  const { newPerson, join, bar } = here;
  const person = newPerson();
  await bar(await join(person));
  return join(person);
}

/** What brings money in, or into play. */
const CALLS: readonly (readonly [call: string, what: string, sent: (site: TestPlatform) => Promise<Omit<Sent, 'client'>>])[] = [
  ['playRound', '', async () => ({ body: { stake: 100, currency: 'NGN', bet: {} } })],
  ['createDeposit', '', async () => ({})],
  ['claimPromotion', 'of free spins, ', async (site) => ({ params: { promotionId: 'free-spins' }, body: { version: await versionOf(site, 'free-spins') } })],
  ['claimPromotion', 'of a match, ', async (site) => ({ params: { promotionId: 'welcome-bonus' }, body: { version: await versionOf(site, 'welcome-bonus') } })],
  ['launchGame', '', async () => ({ params: { gameId: GAME } })],
];

export const PERSON_REFUSALS: readonly Refusal[] = CALLS.flatMap(([call, what, sent]) => [
  refused(call, `${what}in a second account of the person`, 'nin-in-use', async (site) => ({ ...(await sent(site)), client: await second(site) })),
  refused(call, `${what}before it is known whose the account is`, 'identity-needed', async (site) => ({ ...(await sent(site)), client: await alike(site) })),
]);
