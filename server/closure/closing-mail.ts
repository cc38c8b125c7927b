import type { PoolClient } from 'pg';
import { brand, operator } from '../../src/core/brand';
import { ZERO_KOBO, formatNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { mailPlayer, formatMoment } from '../mails';
import type { MailDeps } from '../mails';

const NAMES_ARE_TAKEN = 'Your username and this e-mail address can’t open another account.';
const USERNAME_IS_TAKEN = 'Your username can’t open another account. This e-mail address can.';

interface ClosedAccount {
  readonly userId: string;
  /** The balance that is too small to pay out. */
  readonly remaining: Kobo;
  /** The money that was in bonuses and is lost. */
  readonly lostBonus: Kobo;
  /** True where the address can open another account. */
  readonly isEmailFree: boolean;
}

/** Confirms that the player closed the account. */
export async function sendAccountClosedMail(
  tx: PoolClient,
  platform: MailDeps,
  { userId, remaining, lostBonus, isEmailFree }: ClosedAccount,
): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => ({
      subject: `Your ${brand.name} account is closed`,
      parts: [
        'You have closed your account. You are signed out everywhere, and we send you no more offers.',
        {
          facts: [
            ['Closed', formatMoment(platform.now())],
            ...(remaining === ZERO_KOBO ? [] : [['Still recorded', formatNaira(remaining)] as const]),
            ...(lostBonus === ZERO_KOBO ? [] : [['Bonus money lost', formatNaira(lostBonus)] as const]),
          ],
        },
        `We keep the records of money, play and identity that the law asks us to keep, for ${operator.retention}. ${isEmailFree ? USERNAME_IS_TAKEN : NAMES_ARE_TAKEN}`,
        `If you did not do this, write to ${brand.supportEmail} from this address at once.`,
      ],
    }),
  });
}
