/** Refusals of players who have, or seem to have, another account. */
import { GAME } from '../frame-provider/provider';
import type { TestClient } from '../http-client';
import { makeLookalikes } from '../lookalikes';
import { makeOnePerson } from '../persons';
import type { TestPlatform } from '../platform';
import { versionOf } from './bonuses';
import { richPlayer, userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal, RefusalRequest } from './refusal';

/** Makes an account of a person who plays with another one. */
async function second(site: TestPlatform): Promise<TestClient> {
  const [first, other] = [await richPlayer(site), await richPlayer(site)];
  await makeOnePerson(site.platform, userIdOf(first), userIdOf(other));
  return other;
}

/** One instance for each platform, because no two of its persons may share a birthday. */
const lookalikes = new WeakMap<TestPlatform, ReturnType<typeof makeLookalikes>>();

/** Makes an account with the name, birthday and phone of an excluded one. */
async function alike(site: TestPlatform): Promise<TestClient> {
  const here = lookalikes.get(site) ?? makeLookalikes(() => site);
  lookalikes.set(site, here);
  const { newPerson, join, bar } = here;
  const person = newPerson();
  await bar(await join(person));
  return join(person);
}

/** The calls that deposit or stake money. */
const CALLS: readonly (readonly [call: string, what: string, sent: (site: TestPlatform) => Promise<Omit<RefusalRequest, 'client'>>])[] = [
  ['playRound', '', async () => ({ body: { stake: 100, currency: 'NGN', bet: {} } })],
  ['createDeposit', '', async () => ({})],
  ['claimPromotion', 'of free spins, ', async (site) => ({ params: { promotionId: 'free-spins' }, body: { version: await versionOf(site, 'free-spins') } })],
  ['claimPromotion', 'of a match, ', async (site) => ({ params: { promotionId: 'welcome-bonus' }, body: { version: await versionOf(site, 'welcome-bonus') } })],
  ['launchGame', '', async () => ({ params: { gameId: GAME } })],
];

export const PERSON_REFUSALS: readonly Refusal[] = CALLS.flatMap(([call, what, sent]) => [
  refusal(call, `${what}in a second account of the person`, 'nin-in-use', async (site) => ({ ...(await sent(site)), client: await second(site) })),
  refusal(call, `${what}before it is known whose the account is`, 'identity-needed', async (site) => ({ ...(await sent(site)), client: await alike(site) })),
]);
