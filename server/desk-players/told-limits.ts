/** Limits how often one admin does something to one player that the player gets a mail about. */
import type { PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';

/** With each end goes at most one lock more. */
export const UNLOCK_LIMIT: AttemptLimit = { kind: 'player-unlock', limit: 3, windowMs: DAY_MS };
export const SIGN_OUT_LIMIT: AttemptLimit = { kind: 'player-sign-out', limit: 3, windowMs: DAY_MS };
/** A player has nine limits, and may need a break besides. */
export const TIGHTEN_LIMIT: AttemptLimit = { kind: 'player-tighten', limit: 10, windowMs: DAY_MS };

interface ToldAct {
  readonly adminId: string;
  readonly playerId: string;
  readonly at: Date;
}

/** Counts an act, in the transaction that does it. Throws `too-many-requests`. */
export async function countToldAct(tx: PoolClient, limit: AttemptLimit, { adminId, playerId, at }: ToldAct): Promise<void> {
  const wait = await countAttempt(tx, limit, `${adminId} ${playerId}`, at);
  if (wait === null) return;
  throw tooManyAttempts(wait, 'You have done this to this player often today.', 'Each time sends the player a mail. Ask a colleague if it is needed again today.');
}
