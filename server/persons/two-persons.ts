/**
 * Decides that two accounts belong to two persons. A player whose identity is verified may still be stopped, because an
 * excluded account that nobody has verified looks like theirs, or because a second account took a break. After this decision
 * the hints that the two accounts share require nothing any more; hints that are found later require a new check.
 */
import type { PoolClient } from 'pg';
import { protectionAt } from '../ledger/protection-state';
import { requestSettling } from '../lookalikes';
import { lockAccounts } from '../protection';
import type { Decision } from './decision';
import type { AccountPair } from './proposal-rows';
import { findOpenPair } from './team-rows';

export const TWO_PERSONS: Decision = {
  async lock(tx, { playerId, otherId }) {
    await lockAccounts(tx, [playerId, otherId]);
  },
  async readState(tx, accountPair, at) {
    const pair = await findOpenPair(tx, accountPair, at);
    return pair === null ? null : `${protectionAt(pair.other, at)} ${pair.other.is_second ? 'second' : 'first'}`;
  },
  async carryOut(tx, _platform, { playerId, otherId, at }) {
    await endHintsByTeam(tx, { playerId, otherId }, at, 'all');
    await requestSettling(tx, [playerId, otherId], at);
  },
  messages: { cannotPropose: 'This player is not stopped by that account.', cannotConfirm: 'This player is not stopped by that account any more.' },
};

/** Ends the hints that the two accounts share, in both directions: all of them, or the shared number alone. */
export async function endHintsByTeam(tx: PoolClient, { playerId, otherId }: AccountPair, at: Date, which: 'all' | 'nin'): Promise<void> {
  await tx.query(
    `INSERT INTO person_hint_end (hint_id, at, how) SELECT hint_id, $3, 'by-team' FROM person_hint
     WHERE ((user_id = $1 AND other_id = $2) OR (user_id = $2 AND other_id = $1)) AND ($4 = 'all' OR kind = $4) ON CONFLICT (hint_id, how) DO NOTHING`,
    [playerId, otherId, at, which],
  );
}
