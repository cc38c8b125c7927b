/** Reading what the service worker stored, for the first paint. */
import type { Game } from '../../core/contract/games';
import { gameList } from '../../core/contract/games';
import { hostConfig } from '../../core/contract/platform';
import { account, balance, bonusWallet, profile } from '../../core/contract/player';
import { PUBLIC_USER } from '../../data/schema';
import type { Envelope } from '../../data/schema';
import type { Database } from '../../data/database';
import { readClockSkew } from '../../data/clock-skew';
import { ensureFence } from '../../data/fence';
import { getSnapshot } from '../../data/snapshots';
import { applyHost } from '../../state/apply-catalogue';
import { applyAccount, applyBalance, applyBonusWallet, applyProfile } from '../../state/apply-figures';
import { sessionStore } from '../../state/session';
import type { PageClock } from '../platform/clock';
import type { Wipe } from '../session/wipe';

interface SnapshotsDeps {
  readonly database: Database;
  readonly wipe: Wipe;
  readonly clock: PageClock;
}

export interface Snapshots {
  /** The lobby's list as it was last heard, or null. */
  readonly readGames: () => Promise<Envelope<{ items: Game[] }> | null>;
  /** Brings what the platform can do, as it was last heard, into its store. */
  readonly hydrateHost: () => Promise<void>;
  /** Brings what is stored of the signed-in player into the stores, each figure with its age. */
  readonly hydratePlayer: (userId: string) => Promise<void>;
}

export function createSnapshots({ database, wipe, clock }: SnapshotsDeps): Snapshots {
  function readGames(): Promise<Envelope<{ items: Game[] }> | null> {
    return getSnapshot(database, PUBLIC_USER, 'games', gameList);
  }

  async function hydrateHost(): Promise<void> {
    const snapshot = await getSnapshot(database, PUBLIC_USER, 'config', hostConfig);
    if (snapshot) applyHost(snapshot.data);
  }

  async function hydratePlayer(userId: string): Promise<void> {
    const isCurrent = () => sessionStore.getState().userId === userId;
    await ensureFence(database, userId, isCurrent, wipe.changeHands);
    const [skewMs, who, status, money, wallets] = await Promise.all([
      readClockSkew(database, Date.now()),
      getSnapshot(database, userId, 'profile', profile),
      getSnapshot(database, userId, 'account', account),
      getSnapshot(database, userId, 'balance', balance),
      getSnapshot(database, userId, 'bonusWallet', bonusWallet),
    ]);
    // Somebody signed in or out while this was read.
    if (!isCurrent()) return;
    if (skewMs !== 0) clock.recallSkew(skewMs);
    if (who) applyProfile(who.data, { live: false, savedAt: who.savedAt });
    if (status) applyAccount(status.data, { live: false, savedAt: status.savedAt });
    if (money) applyBalance(money.data, money.balanceVersion, { live: false, savedAt: money.savedAt });
    if (wallets) applyBonusWallet(wallets.data, { live: false, savedAt: wallets.savedAt });
  }

  return { readGames, hydrateHost, hydratePlayer };
}
