/** Tells players what the operator's people did about their account. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { LOCKS } from '../../src/core/contract/desk-player-acts';
import { formatMoment, mailPlayer } from '../mails';
import type { MailDeps } from '../mails';

type What = (typeof LOCKS)[number];

interface LockMail {
  readonly userId: string;
  readonly what: What;
}

const WRITE_TO_US = `If you have a question, write to ${brand.supportEmail}.`;

/** Does not say why, because that may be a suspicion about somebody else who got into the account. */
export async function sendLockMail(tx: PoolClient, platform: MailDeps, { userId, what }: LockMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => (what === 'play'
      ? {
          subject: `Play is locked on your ${brand.name} account`,
          parts: [
            'We have locked play, deposits and bonuses on your account while we look into something. A round that you have begun still ends, and what it pays is yours.',
            'You can still withdraw:',
            { action: { label: 'Withdraw', url: `${site}/withdraw` } },
            WRITE_TO_US,
          ],
        }
      : {
          subject: `Your ${brand.name} account is locked`,
          parts: [
            'We have locked your account and signed it out everywhere, while we look into something. Your money stays yours.',
            `To sign in again or to be paid out, write to ${brand.supportEmail} from this address.`,
          ],
        }),
  });
}

export async function sendUnlockMail(tx: PoolClient, platform: MailDeps, { userId, what }: LockMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => (what === 'play'
      ? { subject: `Play is open again on your ${brand.name} account`, parts: ['You can play, deposit and take bonuses again.', WRITE_TO_US] }
      : { subject: `Your ${brand.name} account is open again`, parts: ['You can sign in again.', WRITE_TO_US] }),
  });
}

interface ReasonMail {
  readonly userId: string;
  readonly reason: string;
}

export async function sendSignedOutMail(tx: PoolClient, platform: MailDeps, { userId, reason }: ReasonMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => ({
      subject: `We signed you out of ${brand.name}`,
      parts: ['Our team signed your account out on every device. Sign in again to continue.', { facts: [['When', formatMoment(platform.now())], ['Why', reason]] }, WRITE_TO_US],
    }),
  });
}

interface LimitMail extends ReasonMail {
  /** In words. */
  readonly limit: string;
}

export async function sendLimitLoweredMail(tx: PoolClient, platform: MailDeps, { userId, reason, limit }: LimitMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `A lower limit on your ${brand.name} account`,
      parts: [
        'Our team set a lower limit for you. It holds from now on.',
        { facts: [['Limit', limit], ['Why', reason]] },
        { aside: `You can make it lower yourself at once, and ask for a higher one, which takes 24 hours: ${site}/responsible-gambling` },
        WRITE_TO_US,
      ],
    }),
  });
}
