/** Mails about an admin's second factor. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import { findPlayer } from '../accounts';
import { formatMoment, mailPlayer } from '../mails';
import type { MailDeps } from '../mails';

const NOT_YOU = 'If this was not you, talk to the people who run the site at once, set another password, and set up another phone under “My second factor”, which removes all passkeys.';

/** The events about which only the admin gets a mail. */
const EVENT_TEXTS = {
  enrolled: 'A second factor was set up for your account. From now on each sign-in asks for a code from it.',
  replaced: 'Your second factor was replaced by another one. Codes of the old one no longer work, passkeys were removed, and all other devices were signed out.',
  'codes-made': 'New recovery codes were made for your account. The old ones no longer work.',
  'code-used': 'A recovery code was used for your account. It can’t be used again.',
  'passkey-added': 'A passkey was added to your account. It gives the second factor in place of a code.',
  'passkey-removed': 'A passkey was removed from your account. It no longer works, and all other devices were signed out.',
  'passkey-copied': 'Somebody gave your second factor by a passkey that seems to be a copy of yours. It was refused. Remove this passkey, and add a new one.',
  guessed: 'Somebody who knows your password gave many wrong codes or passkeys for your account. None of them worked. Set another password.',
} as const;

/** Tells an admin what happened to their second factor, because whoever did it may have been somebody else. */
export async function sendFactorMail(tx: PoolClient, platform: MailDeps, userId: string, event: keyof typeof EVENT_TEXTS): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    onlyActivated: true,
    write: (site) => ({
      subject: `The second factor of your ${brand.name} account`,
      parts: [EVENT_TEXTS[event], { facts: [['When', formatMoment(platform.now())]] }, NOT_YOU, { aside: `The admin page is at ${site}/admin` }],
    }),
  });
}

export interface FactorReset {
  readonly userId: string;
  /** The admin who did it; null: the command on the server. */
  readonly adminId: string | null;
  readonly reason: string;
}

/** Tells the admin and all owners that a second factor was taken away. */
export async function sendFactorResetMails(tx: PoolClient, platform: MailDeps, { userId, adminId, reason }: FactorReset): Promise<void> {
  const other = await findPlayer(tx, userId);
  const by = adminId === null ? undefined : await findPlayer(tx, adminId);
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT DISTINCT user_id FROM player LEFT JOIN desk_role r USING (user_id)
     WHERE player.role = 'admin' AND closed_at IS NULL AND (user_id = $1 OR (r.role = 'owner' AND r.ended_at IS NULL)) ORDER BY user_id`,
    [userId],
  );
  for (const { user_id: to } of rows) {
    await mailPlayer(tx, platform, to, {
      onlyActivated: true,
      write: (site) => ({
        subject: `A second factor at ${brand.name} was taken away`,
        parts: [
          `${by?.username ?? 'Somebody who may run commands on the server'} has taken the second factor of ${other?.username ?? 'an admin'} away and signed them out everywhere. They set up a new one at the next sign-in.`,
          { facts: [['When', formatMoment(platform.now())], ['Reason', reason]] },
          'If you did not expect this, talk to the people who run the site at once.',
          { aside: `The admin page is at ${site}/admin?tab=people` },
        ],
      }),
    });
  }
}
