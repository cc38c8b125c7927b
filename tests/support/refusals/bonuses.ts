/** Refusals of the calls about bonuses, and of other calls by a player with a bonus. */
import { randomBytes } from 'node:crypto';
import { runDraws } from '../../../server/promotions/draws/run-draws';
import { forfeitBonus, listBonuses } from '../../../src/core/contract/bonuses';
import { playRound } from '../../../src/core/contract/games';
import { claimPromotion, listPromotions } from '../../../src/core/contract/promotions';
import type { PromotionId } from '../../../src/core/promotions';
import { giveBonus } from '../bonuses';
import type { TestClient } from '../http-client';
import { checkIdentity, newNin } from '../persons';
import { PASSWORD } from '../platform';
import type { TestPlatform } from '../platform';
import { givePair } from '../stepped-rounds';
import { MINES_SEED } from '../stepped-stage';
import { playerOnBreak, playerInRound, newKey, paramsOf, richPlayer, userIdOf, playerWithBonus } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

/** Returns the version of the current terms. */
export async function versionOf(site: TestPlatform, promotionId: PromotionId): Promise<number> {
  const { items } = (await site.client().call(listPromotions, {})).data;
  return items.find((item) => item.promotionId === promotionId)?.version ?? NaN;
}

const claim = async (site: TestPlatform, client: TestClient, id: PromotionId = 'free-spins') => ({
  client, params: { promotionId: id }, body: { version: await versionOf(site, id) },
});

async function verify(site: TestPlatform, client: TestClient): Promise<void> {
  if ((await checkIdentity({ ...site.platform, randomBytes }, userIdOf(client), newNin())) !== null) throw new Error('not verified');
}

/** Returns the player's only bonus in its current state. */
async function readVersion(client: TestClient): Promise<{ readonly version: number }> {
  const { items } = (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data;
  return { version: items[0]?.version ?? NaN };
}

export const BONUS_REFUSALS: readonly Refusal[] = [
  refusal('claimPromotion', 'its terms have changed', 'conflict', async (site) => ({ client: await site.signUp(), params: { promotionId: 'free-spins' }, body: { version: 77 } })),
  refusal('claimPromotion', 'of free spins, before a NIN was shown', 'not-claimable', async (site) => claim(site, await site.signUp())),
  refusal('claimPromotion', 'of the draw, before a NIN was shown', 'not-claimable', async (site) => {
    await runDraws(site.platform);
    return claim(site, await site.signUp(), 'giveaway');
  }),
  refusal('claimPromotion', 'it was claimed', 'not-claimable', async (site) => {
    const client = await site.signUp();
    await verify(site, client);
    const sent = await claim(site, client);
    await client.call(claimPromotion, { params: { ...paramsOf(client), promotionId: 'free-spins' }, body: sent.body, key: newKey() });
    return sent;
  }),
  refusal('claimPromotion', 'on a break', 'cool-off', async (site) => claim(site, await playerOnBreak(site))),
  refusal('claimPromotion', 'excluded', 'self-excluded', async (site) => claim(site, await playerOnBreak(site, '6-months'))),
  refusal('forfeitBonus', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('forfeitBonus', 'it has changed since it was seen', 'conflict', async (site) => {
    const { client, walletId } = await playerWithBonus(site);
    return { client, params: { walletId }, body: { version: 77 } };
  }),
  refusal('forfeitBonus', 'it is somebody else’s', 'not-found', async (site) => {
    const { client, walletId } = await playerWithBonus(site);
    return { client: await site.signUp(), params: { walletId }, body: await readVersion(client) };
  }),
  refusal('forfeitBonus', 'its money is in a round that is not finished', 'round-open', async (site) => {
    const { client, walletId } = await playerWithBonus(site);
    await givePair(site.pool, userIdOf(client), MINES_SEED, site.platform.now());
    await client.call(playRound, { params: { ...paramsOf(client), gameId: 'mines' }, body: { stake: 100, currency: 'NGN', bet: { mines: 3 } }, key: newKey() });
    return { client, params: { walletId }, body: await readVersion(client) };
  }),
  refusal('forfeitBonus', 'it was given up', 'conflict', async (site) => {
    const { client, walletId } = await playerWithBonus(site);
    const body = await readVersion(client);
    await client.call(forfeitBonus, { params: { ...paramsOf(client), walletId }, body, key: newKey() });
    return { client, params: { walletId }, body };
  }),
  refusal('playRound', 'of more of their own money than a running bonus allows', 'bonus-stake-too-high', async (site) => {
    const client = await richPlayer(site);
    await giveBonus(site.platform, userIdOf(client), 5_000_00);
    return { client, body: { stake: 2_000, currency: 'NGN', bet: {} } };
  }),
  refusal('playRound', 'of more than a bonus in it allows', 'bonus-stake-too-high', async (site) => {
    const client = await site.signUp();
    await giveBonus(site.platform, userIdOf(client), 5_000_00);
    return { client, body: { stake: 2_000, currency: 'NGN', bet: {} } };
  }),
  refusal('closeAccount', 'with a bonus and a round that is not finished', 'money-left', async (site) => {
    const { client } = await playerInRound(site, 'mines', 100);
    await giveBonus(site.platform, userIdOf(client), 1_000_00);
    return { client, body: { password: PASSWORD } };
  }),
  refusal('closeAccount', 'with money and a bonus', 'money-left', async (site) => {
    const client = await richPlayer(site);
    await giveBonus(site.platform, userIdOf(client), 1_000_00);
    return { client, body: { password: PASSWORD } };
  }),
];
