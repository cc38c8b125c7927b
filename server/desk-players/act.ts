/** The frame of everything that the operator's people do about a player: not about themselves, and with a line in the audit trail. */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import type { Platform } from '../platform';
import { aboutAnother } from './about-another';
import type { Approach, Frame } from './about-another';

export interface Actor extends Approach {
  readonly sessionHash: string;
}

/** What the trail says of an act that was done. */
export interface Act<T> {
  readonly answer: T;
  readonly before: unknown;
  readonly after: unknown;
}

/** Does something about a player, with its line in the trail, while nothing else can change the player. Throws as `aboutAnother`. */
export function actOnPlayer<T>(
  platform: Platform, actor: Actor, action: string, act: (tx: PoolClient, at: Date) => Promise<Act<T>>, frame: Pick<Frame, 'phones'> = {},
): Promise<T> {
  const { adminId, playerId } = actor;
  return aboutAnother(platform, actor, async (tx, at) => {
    const { answer, before, after } = await act(tx, at);
    await writeAudit(tx, { at, userId: adminId, action, subject: playerId, before, after });
    return answer;
  }, { ...frame, isChange: true });
}
