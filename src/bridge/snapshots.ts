/** Reading what the service worker stored, for the first paint. */
import type { Game } from '../core/contract/games';
import { gameListShape, hostConfigShape } from '../core/shapes/platform';
import { accountShape, balanceShape, bonusWalletShape, profileShape } from '../core/shapes/player';
import { PUBLIC_USER } from '../data/schema';
import type { Envelope } from '../data/schema';
import { ensureFence } from '../data/fence';
import { getSnapshot } from '../data/snapshots';
import { hearHost } from '../state/hear-catalogue';
import { hearAccount, hearBalance, hearBonusWallet, hearProfile } from '../state/hear-figures';
import { sessionStore } from '../state/session';
import { database } from './database';
import { changeHands } from './wipe';

/** The lobby's list as it was last heard, or null. */
export function readStoredGames(): Promise<Envelope<{ items: Game[] }> | null> {
  return getSnapshot(database, PUBLIC_USER, 'games', gameListShape);
}

/** What the platform can do, as it was last heard. */
export async function hydrateHost(): Promise<void> {
  const stored = await getSnapshot(database, PUBLIC_USER, 'config', hostConfigShape);
  if (stored) hearHost(stored.data);
}

/** Brings what is stored of the signed-in player into the stores, each figure with its age. */
export async function hydratePlayer(userId: string): Promise<void> {
  const isCurrent = () => sessionStore.getState().userId === userId;
  await ensureFence(database, userId, isCurrent, changeHands);
  const [who, status, money, wallets] = await Promise.all([
    getSnapshot(database, userId, 'profile', profileShape),
    getSnapshot(database, userId, 'account', accountShape),
    getSnapshot(database, userId, 'balance', balanceShape),
    getSnapshot(database, userId, 'bonusWallet', bonusWalletShape),
  ]);
  // Somebody signed in or out while this was read.
  if (!isCurrent()) return;
  if (who) hearProfile(who.data, { live: false, savedAt: who.savedAt });
  if (status) hearAccount(status.data, { live: false, savedAt: status.savedAt });
  if (money) hearBalance(money.data, money.balanceVersion, { live: false, savedAt: money.savedAt });
  if (wallets) hearBonusWallet(wallets.data, { live: false, savedAt: wallets.savedAt });
}
