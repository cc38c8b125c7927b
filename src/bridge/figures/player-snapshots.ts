/** Reads for the first paint what the service worker stored of the player. */
import { account, balance, bonusWallet, profile } from '../../core/contract/player';
import type { Database } from '../../data/database';
import { readClockSkew } from '../../data/clock-skew';
import { ensureFence } from '../../data/fence';
import { getSnapshot } from '../../data/snapshots';
import { applyAccount, applyBalance, applyBonusWallet, applyProfile } from '../../state/apply-figures';
import { sessionStore } from '../../state/session';
import type { PageClock } from '../platform/clock';
import type { Wipe } from '../session/wipe';

interface PlayerSnapshotsDeps {
  readonly database: Database;
  readonly wipe: Wipe;
  readonly clock: PageClock;
}

export interface PlayerSnapshots {
  /** Brings what is stored of the signed-in player into the stores, each figure with its age. */
  readonly hydratePlayer: (userId: string) => Promise<void>;
}

export function createPlayerSnapshots({ database, wipe, clock }: PlayerSnapshotsDeps): PlayerSnapshots {
  async function hydratePlayer(userId: string): Promise<void> {
    const isCurrent = () => sessionStore.getState().userId === userId;
    await ensureFence(database, userId, isCurrent, wipe.changeHands);
    const [skewMs, profileSnapshot, accountSnapshot, balanceSnapshot, walletSnapshot] = await Promise.all([
      readClockSkew(database, Date.now()),
      getSnapshot(database, userId, 'profile', profile),
      getSnapshot(database, userId, 'account', account),
      getSnapshot(database, userId, 'balance', balance),
      getSnapshot(database, userId, 'bonusWallet', bonusWallet),
    ]);
    // Somebody signed in or out meanwhile.
    if (!isCurrent()) return;
    if (skewMs !== 0) clock.applyStoredSkew(skewMs);
    if (profileSnapshot) applyProfile(profileSnapshot.data, { live: false, savedAt: profileSnapshot.savedAt });
    if (accountSnapshot) applyAccount(accountSnapshot.data, { live: false, savedAt: accountSnapshot.savedAt });
    if (balanceSnapshot) applyBalance(balanceSnapshot.data, balanceSnapshot.balanceVersion, { live: false, savedAt: balanceSnapshot.savedAt });
    if (walletSnapshot) applyBonusWallet(walletSnapshot.data, { live: false, savedAt: walletSnapshot.savedAt });
  }

  return { hydratePlayer };
}
