/** Refusals of whoever is where nobody is served. */
import { kobo } from '../../../src/core/money';
import { GAME } from '../frame-provider/provider';
import { newPlayer } from '../platform';
import type { TestPlatform } from '../platform';
import { browserOf, seat } from '../seated-players';
import { refused } from './refusal';
import type { Refusal } from './refusal';

/** A platform that serves one country, as a proxy tells it. */
export const SERVES_NIGERIA = { allowedCountries: ['NG'], countryHeader: 'cf-ipcountry', trustProxy: ['127.0.0.1'] };
const ABROAD = { 'cf-ipcountry': 'GB' };

const seated = async (site: TestPlatform) => browserOf(await seat(site.pool, { now: site.platform.now, money: kobo(1_000_00) }), site.baseUrl);

export const PLACE_REFUSALS: readonly Refusal[] = [
  refused('signUp', 'from where nobody is served', 'place-not-served', async (site) => ({ client: site.client(), body: newPlayer(), headers: ABROAD })),
  refused('playRound', 'from where nobody is served', 'place-not-served', async (site) => ({
    client: await seated(site), body: { stake: 100, currency: 'NGN', bet: {} }, headers: ABROAD,
  })),
  refused('createDeposit', 'from where nobody is served', 'place-not-served', async (site) => ({ client: await seated(site), headers: ABROAD })),
  refused('claimPromotion', 'from where nobody is served', 'place-not-served', async (site) => ({
    client: await seated(site), params: { promotionId: 'free-spins' }, headers: ABROAD,
  })),
  refused('launchGame', 'from where nobody is served', 'place-not-served', async (site) => ({ client: await seated(site), params: { gameId: GAME }, headers: ABROAD })),
];
