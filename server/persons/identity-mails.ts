/** Mails that tell players about the team's decision on an identity. Neither player learns anything about the other account. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import { mailPlayer, formatMoment } from '../mails';
import type { MailDeps } from '../mails';

interface IdentityDecision {
  readonly userId: string;
  readonly at: Date;
}

/** Tells the player that the identity is theirs. */
export async function sendIdentityGivenMail(tx: PoolClient, platform: MailDeps, { userId, at }: IdentityDecision): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `The NIN is yours at ${brand.name}`,
      parts: [
        'Another account had used your NIN before. Our team has checked: it belongs to your account, which is now verified.',
        { facts: [['Decided', formatMoment(at)]] },
        'Any break, exclusion or limits from the other account have ended. What you asked for yourself stays.',
        { action: { label: 'Open your account', url: `${site}/profile` } },
        `If you did not ask for this, write to ${brand.supportEmail} at once.`,
      ],
    }),
  });
}

/** Tells the player that the identity belongs to another account. */
export async function sendIdentityTakenMail(tx: PoolClient, platform: MailDeps, { userId, at }: IdentityDecision): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `Verify your ${brand.name} account again`,
      parts: [
        'The NIN on your account belongs to somebody else. Our team has checked, and your account is no longer verified.',
        { facts: [['Decided', formatMoment(at)]] },
        'You can’t deposit or play until you verify your own NIN. The money in your account stays yours, and you can withdraw it after that.',
        { action: { label: 'Open your account', url: `${site}/profile` } },
        `If you think this is wrong, write to ${brand.supportEmail} from this address.`,
      ],
    }),
  });
}
