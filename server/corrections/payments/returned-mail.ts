import type { PoolClient } from 'pg';
import { brand } from '../../../src/core/brand';
import { formatNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { mailPlayer } from '../../mails';
import type { MailDeps } from '../../mails';

export interface ReturnedPayoutMail {
  readonly userId: string;
  readonly amount: Kobo;
  readonly bankName: string;
  readonly lastFour: string;
  /** What people wrote to the player. */
  readonly text: string;
}

/** Tells a player that a payout came back and that the money is on the balance. */
export async function sendPayoutReturnedMail(tx: PoolClient, platform: MailDeps, mail: ReturnedPayoutMail): Promise<void> {
  const { userId, amount, bankName, lastFour, text } = mail;
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `Your ${brand.name} withdrawal came back`,
      parts: [
        `Your bank sent a withdrawal back after it was paid. The money, ${formatNaira(amount)}, is on your ${brand.name} balance again.`,
        text,
        { facts: [['Sent to', `${bankName} ••••${lastFour}`]] },
        { action: { label: 'See my withdrawals', url: `${site}/withdraw` } },
        'Check the number of your bank account before you withdraw again.',
      ],
    }),
  });
}
