/** Mails the operator's people about what waits past its time and what is broken, once for each subject. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import { brand } from '../../src/core/brand';
import { durationWords, MINUTE_MS } from '../../src/core/time';
import { transaction } from '../db/transaction';
import { ROLE_IS_HELD } from '../four-eyes';
import { formatMoment, mailPlayer } from '../mails';
import type { Platform } from '../platform';
import { startSweep, workThrough } from '../sweep';
import { SUBJECT_SOURCES } from './mail-subjects';
import type { MailSubject } from './mail-subjects';

const INTERVAL_MS = 5 * MINUTE_MS;

type Deps = Pick<Platform, 'pool' | 'readPool' | 'now' | 'log' | 'config' | 'mailer'>;

export function startDeskMails(platform: Deps): () => Promise<void> {
  return startSweep(platform, { failureEvent: 'desk.mails-failed', intervalMs: INTERVAL_MS, run: () => sendDeskMails(platform) });
}

/** Any number of processes may run it: the row of a subject lets one of them through. The mail itself is in the queue, which tries again. */
export async function sendDeskMails(platform: Deps): Promise<void> {
  const query = { now: platform.now(), overdueHours: platform.config.deskOverdueHours };
  for (const source of SUBJECT_SOURCES) await workThrough(await source(platform.readPool, query), (subject) => mailOnce(platform, subject));
}

function mailOnce(platform: Deps, subject: MailSubject): Promise<void> {
  return transaction(platform.pool, async (tx) => {
    const { rowCount } = await tx.query(
      'INSERT INTO desk_mail (subject, kind, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [subject.key, subject.kind, platform.now()],
    );
    if (rowCount !== 1) return;
    const write = letterOf(platform, subject);
    for (const userId of await findRecipients(tx, subject.role)) await mailPlayer(tx, platform, userId, { onlyActivated: true, write });
  });
}

const letterOf = ({ now }: Deps, { title, since, path }: MailSubject) => (site: string) => ({
  subject: `${title}: ${brand.name}`,
  parts: [
    `${title}. It needs somebody with your role.`,
    { facts: [['Since', formatMoment(since)], ['Waits for', durationWords(now().getTime() - since.getTime())]] as const },
    { action: { label: 'Open it', url: `${site}/admin${path}` } },
  ],
});

/** The people with the role; where nobody has it, the owners. */
async function findRecipients(tx: PoolClient, role: AdminRole): Promise<readonly string[]> {
  const { rows } = await tx.query<{ user_id: string; role: AdminRole }>(
    `SELECT p.user_id, r.role FROM desk_role r JOIN player p USING (user_id) WHERE r.role IN ($1, 'owner') AND ${ROLE_IS_HELD} ORDER BY p.user_id`, [role],
  );
  const holders = rows.filter((row) => row.role === role);
  return (holders.length > 0 ? holders : rows).map(({ user_id: userId }) => userId);
}
