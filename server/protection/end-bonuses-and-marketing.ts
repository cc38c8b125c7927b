/** Ends what a casino offers to a player who is protected now. */
import type { PoolClient } from 'pg';
import { withdrawAllConsents } from '../accounts';
import { endAllWallets } from '../bonuses';
import type { ActiveProtection } from './active-protection';

/** Withdraws the consents to marketing and, for an exclusion, ends the player's bonuses. */
export async function endBonusesAndMarketing(tx: PoolClient, userId: string, state: ActiveProtection['state'], at: Date): Promise<void> {
  if (state === 'excluded') await endAllWallets(tx, userId, 'excluded', at);
  await withdrawAllConsents(tx, userId, 'protection', at);
}
