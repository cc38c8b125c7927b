import type { PoolClient } from 'pg';
import { brand, operator } from '../../src/core/brand';
import { ZERO_KOBO, formatNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { mailPlayer, momentWords } from './to-player';
import type { Sends } from './to-player';

/** The account was closed by its player. `left`: what stays recorded on it, too little to be paid out. */
export async function sendAccountClosedMail(
  tx: PoolClient,
  platform: Sends,
  { userId, left }: { readonly userId: string; readonly left: Kobo },
): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => ({
      subject: `Your ${brand.name} account is closed`,
      parts: [
        'You have closed your account. Every device was signed out, and you get no marketing from us.',
        {
          facts: [
            ['Closed', momentWords(platform.now())],
            ...(left === ZERO_KOBO ? [] : [['Still recorded', formatNaira(left)] as const]),
          ],
        },
        `We keep records of money, play and identity for ${operator.retention}, and nothing else.`,
        `If you did not do this, write to ${brand.supportEmail} from this address.`,
      ],
    }),
  });
}
