/** Refusals of players in places that are not served. */
import { kobo } from '../../../src/core/money';
import { GAME } from '../frame-provider/provider';
import { newPlayer } from '../platform';
import type { TestPlatform } from '../platform';
import { browserOf, makeSignedInPlayer } from '../signed-in-players';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

/** The configuration of a platform that serves one country, which a proxy reports. */
export const SERVES_NIGERIA = { allowedCountries: ['NG'], countryHeader: 'cf-ipcountry', trustProxy: ['127.0.0.1'] };
const ABROAD = { 'cf-ipcountry': 'GB' };

const seated = async (site: TestPlatform) => {
  const player = await makeSignedInPlayer(site.pool, { now: site.platform.now, money: kobo(1_000_00) });
  return browserOf(player, site.baseUrl);
};

export const PLACE_REFUSALS: readonly Refusal[] = [
  refusal('signUp', 'from where nobody is served', 'place-not-served', async (site) => ({ client: site.client(), body: newPlayer(), headers: ABROAD })),
  refusal('playRound', 'from where nobody is served', 'place-not-served', async (site) => ({
    client: await seated(site), body: { stake: 100, currency: 'NGN', bet: {} }, headers: ABROAD,
  })),
  refusal('createDeposit', 'from where nobody is served', 'place-not-served', async (site) => ({ client: await seated(site), headers: ABROAD })),
  refusal('claimPromotion', 'from where nobody is served', 'place-not-served', async (site) => ({
    client: await seated(site), params: { promotionId: 'free-spins' }, headers: ABROAD,
  })),
  refusal('launchGame', 'from where nobody is served', 'place-not-served', async (site) => ({ client: await seated(site), params: { gameId: GAME }, headers: ABROAD })),
];
