/** Mails to a player, about the account. */
import type { PoolClient } from 'pg';
import { dateTime } from '../../src/core/time';
import type { Letter } from '../gateways';
import type { Platform } from '../platform';
import { siteUrl } from '../site-url';

export type Sends = Pick<Platform, 'config' | 'mailer' | 'now'>;

export interface ToPlayer {
  /** `site`: where players reach it, no slash at the end. */
  readonly write: (site: string) => Omit<Letter, 'name'>;
  /** Only where the address is known to be the player's: a typo at sign-up must not tell a stranger what the player does. */
  readonly onlyActivated?: boolean;
}

/** Writes to the address that the account has now; part of the caller's transaction. Nothing for an account without one. */
export async function mailPlayer(tx: PoolClient, platform: Sends, userId: string, { write, onlyActivated = false }: ToPlayer): Promise<void> {
  const { rows } = await tx.query<{ email: string; firstname: string; activated: boolean }>(
    'SELECT email, firstname, email_activated_at IS NOT NULL AS activated FROM player WHERE user_id = $1',
    [userId],
  );
  const [player] = rows;
  if (player === undefined) throw new Error('a mail is about an account');
  if (onlyActivated && !player.activated) return;
  const letter = { ...write(siteUrl(platform.config)), name: player.firstname };
  await platform.mailer.send(tx, { to: player.email, userId, letter });
}

/** `21/11/2026, 14:02 (Lagos)`. */
export function momentWords(at: Date): string {
  return `${dateTime(at.getTime())} (Lagos)`;
}
