/** Sends mails to a player about the account. */
import type { PoolClient } from 'pg';
import { dateTime } from '../../src/core/time';
import type { Letter } from '../gateways';
import type { Platform } from '../platform';
import { siteUrl } from '../config/site-url';
import { countUnconfirmedMail } from './unconfirmed-mail';

export type MailDeps = Pick<Platform, 'config' | 'mailer' | 'now'>;

export interface PlayerMail {
  /** Writes the letter. `site` is the address of the site for players, without a slash at the end. */
  readonly write: (site: string) => Omit<Letter, 'name'>;
  /** Sends only to a confirmed address, because a typo at sign-up must not show a stranger what the player does. */
  readonly onlyActivated?: boolean;
}

/**
 * Sends a mail to the account's current address, within the caller's transaction. An address that the account has not confirmed
 * gets none where it has got too many. Throws where there is no such account.
 */
export async function mailPlayer(tx: PoolClient, platform: MailDeps, userId: string, { write, onlyActivated = false }: PlayerMail): Promise<void> {
  const { rows } = await tx.query<{ email: string; firstname: string; activated: boolean }>(
    'SELECT email, firstname, email_activated_at IS NOT NULL AS activated FROM player WHERE user_id = $1',
    [userId],
  );
  const [player] = rows;
  if (player === undefined) throw new Error('there is no account to mail to');
  if (!player.activated && (onlyActivated || (await countUnconfirmedMail(tx, player.email, platform.now())) !== null)) return;
  const letter = { ...write(siteUrl(platform.config)), name: player.firstname };
  await platform.mailer.send(tx, { to: player.email, userId, letter });
}

/** Formats a moment as `21/11/2026, 14:02 (Lagos)`. */
export function formatMoment(at: Date): string {
  return `${dateTime(at.getTime())} (Lagos)`;
}
