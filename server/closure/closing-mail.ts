import type { PoolClient } from 'pg';
import { brand, operator } from '../../src/core/brand';
import { ZERO_KOBO, formatNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { mailPlayer, formatMoment } from '../mails';
import type { MailDeps } from '../mails';

const NAMES_ARE_TAKEN = 'Your username and this e-mail address can’t open another account.';
const NAME_IS_TAKEN = 'Your username can’t open another account. This e-mail address can: nobody had confirmed it.';

interface Closed {
  readonly userId: string;
  /** What stays recorded on it, too little to be paid out. */
  readonly left: Kobo;
  /** What was in bonuses. */
  readonly lost: Kobo;
  /** Nobody ever confirmed the address, so it may be a stranger's who wants an account. */
  readonly isEmailFree: boolean;
}

/** The account was closed by its player. */
export async function sendAccountClosedMail(
  tx: PoolClient,
  platform: MailDeps,
  { userId, left, lost, isEmailFree }: Closed,
): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => ({
      subject: `Your ${brand.name} account is closed`,
      parts: [
        'You have closed your account. You are signed out everywhere, and we send you no more offers.',
        {
          facts: [
            ['Closed', formatMoment(platform.now())],
            ...(left === ZERO_KOBO ? [] : [['Still recorded', formatNaira(left)] as const]),
            ...(lost === ZERO_KOBO ? [] : [['Bonus money lost', formatNaira(lost)] as const]),
          ],
        },
        `We keep the records of money, play and identity that the law asks us to keep, for ${operator.retention}. ${isEmailFree ? NAME_IS_TAKEN : NAMES_ARE_TAKEN}`,
        `If you did not do this, write to ${brand.supportEmail} from this address at once.`,
      ],
    }),
  });
}
