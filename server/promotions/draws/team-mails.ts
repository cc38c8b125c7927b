/** Writes to the admins about the secrets that decide a draw. */
import type { PoolClient } from 'pg';
import type { VoidReason } from '../../../src/core/draw-kinds';
import { dayWords, lagosDayStart } from '../../../src/core/time';
import { formatMoment, mailPlayer } from '../../mails';
import type { MailDeps } from '../../mails';

const weekWords = (week: string, now: Date): string => dayWords(lagosDayStart(week), now.getTime());

/** Writes to all admins, because two of them have to make a secret. */
export async function sendCommitsNeededMails(
  tx: PoolClient,
  platform: MailDeps,
  { week, closesAt, failure }: { readonly week: string; readonly closesAt: Date; readonly failure: VoidReason | null },
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(`SELECT user_id FROM player WHERE role = 'admin' AND closed_at IS NULL ORDER BY user_id`);
  for (const { user_id: userId } of rows) {
    await mailPlayer(tx, platform, userId, {
      onlyActivated: true,
      write: (site) => ({
        subject: 'The weekly draw needs two of you',
        parts: [
          failure === null
            ? 'Two people of the team decide this week’s draw with a secret each. Your browser makes it; nobody else sees it before entries are closed.'
            : 'The last try to hold a draw failed, and it is held again with the same entries. Two people of the team decide it with a new secret each.',
          { facts: [['Week of', weekWords(week, platform.now())], ['Entries close', formatMoment(closesAt)]] },
          { action: { label: 'Make your secret', url: `${site}/admin?tab=promotions` } },
          { aside: 'If two others have done so already, there is nothing to do.' },
        ],
      }),
    });
  }
}

/** Asks the two who have committed to reveal their secrets. */
export async function sendRevealMails(
  tx: PoolClient,
  platform: MailDeps,
  { userIds, week, until }: { readonly userIds: readonly string[]; readonly week: string; readonly until: Date },
): Promise<void> {
  for (const userId of [...userIds].sort()) {
    await mailPlayer(tx, platform, userId, {
      onlyActivated: true,
      write: (site) => ({
        subject: 'Reveal your secret for the weekly draw',
        parts: [
          'Entries are closed and their list is frozen. The draw is held as soon as you and the other person have revealed your secrets.',
          { facts: [['Week of', weekWords(week, platform.now())], ['Reveal it before', formatMoment(until)]] },
          { action: { label: 'Reveal your secret', url: `${site}/admin?tab=promotions` } },
          'If one of you does not reveal in time, everybody is told so, and the draw is held again by others.',
        ],
      }),
    });
  }
}
