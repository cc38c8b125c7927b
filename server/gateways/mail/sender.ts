/** Sends the stored mails. Several processes may do so at once; only one of them sends each mail. */
import { startSweep } from '../../sweep';
import type { StopJob } from '../../sweep';
import type { SmtpConfig } from '../../config/mail';
import type { Foundation } from '../../foundation';
import { dropExpired, recordDelivery, takeDueMail } from './queue';
import { CONNECTIONS, openSmtp } from './smtp';
import type { SmtpSession } from './smtp';

const SWEEP_INTERVAL_MS = 2_000;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 5 * 60_000;

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

export interface SendingResult {
  readonly sent: number;
  /** True where sending ended because the server can't be used now; more mails may be due. */
  readonly isServerAway: boolean;
}

/** Sends mails until none is due or the server can't be used. Throws only when the database is away. */
export async function sendDueMails(platform: Deps, config: SmtpConfig): Promise<SendingResult> {
  const expiredCount = await dropExpired(platform.pool, platform.now());
  if (expiredCount > 0) platform.log('mail.expired', { mails: expiredCount });
  const round: SendingRound = { session: await openSmtp(config), host: config.from.address.replace(/^.*@/, ''), isServerAway: false };
  try {
    const sentCounts = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendOneByOne(platform, round)));
    return { sent: sentCounts.reduce((sum, count) => sum + count, 0), isServerAway: round.isServerAway };
  } finally {
    round.session.close();
  }
}

/** The state of one round of sending, which all connections share. */
interface SendingRound {
  /** It connects when the first mail is sent. */
  readonly session: SmtpSession;
  /** The host in message ids. */
  readonly host: string;
  isServerAway: boolean;
}

async function sendOneByOne({ pool, now, log }: Deps, round: SendingRound): Promise<number> {
  let sentCount = 0;
  while (!round.isServerAway) {
    const mail = await takeDueMail(pool, now());
    if (mail === null) return sentCount;
    const delivery = await round.session.deliver({
      to: mail.recipient, subject: mail.subject, text: mail.body, html: mail.html,
      messageId: `${mail.message_key}@${round.host}`, at: mail.created_at,
    });
    const failure = await recordDelivery(pool, mail, delivery, now());
    if (delivery.kind === 'sent') {
      sentCount += 1;
      continue;
    }
    const details = { mailId: mail.mail_id, code: delivery.code, attempts: mail.attempts };
    if (failure !== null) log('mail.failed', { ...details, failure });
    if (delivery.kind !== 'later' || delivery.waitsFor !== 'server') continue;
    round.isServerAway = true;
    log('mail.server-away', { ...details, alert: true });
  }
  return sentCount;
}

/**
 * Sends due mails every 2 s until the returned function is called. After a failure of the server it pauses, longer each time. It does
 * nothing where no mail server is configured.
 */
export function startMailSender(platform: Foundation): StopJob {
  const { smtp } = platform.config;
  if (smtp === undefined) return () => undefined;
  let [pauseMs, pauseUntil] = [0, 0];
  const run = async (): Promise<void> => {
    if (platform.now().getTime() < pauseUntil) return;
    const { isServerAway } = await sendDueMails(platform, smtp);
    pauseMs = isServerAway ? Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2)) : 0;
    pauseUntil = platform.now().getTime() + pauseMs;
  };
  return startSweep(platform, { failureEvent: 'mail.round-failed', intervalMs: SWEEP_INTERVAL_MS, run });
}
