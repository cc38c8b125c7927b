import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import { mailPlayer, momentWords } from './to-player';
import type { Sends } from './to-player';

/** The account is closed, and what to do where somebody else closed it. */
export async function sendClosedMail(tx: PoolClient, platform: Sends, userId: string): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: () => ({
      subject: `Your ${brand.name} account is closed`,
      parts: [
        'Your account was closed, as you asked. You are signed out everywhere, and we send you no more offers.',
        { facts: [['When', momentWords(platform.now())]] },
        'We keep the records that the law asks us to keep. Your username and this e-mail address can’t open another account.',
        { aside: `You did not ask for this? Write to ${brand.supportEmail} at once.` },
      ],
    }),
  });
}
