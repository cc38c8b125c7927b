import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { Thread } from '../../src/core/contract/support';
import { mailPlayer } from '../mails';
import type { MailDeps } from '../mails';
import { siteUrl } from '../config/site-url';

export interface ThreadAnswer {
  /** Null for a guest. */
  readonly userId: string | null;
  /** The address that a guest left for the answer. */
  readonly email: string | null;
  readonly kind: Thread['kind'];
  /** The team's answer. */
  readonly text: string;
}

/**
 * Sends the mail about the team's answer. A guest's mail holds the answer but never the guest's own text, because anybody can
 * give somebody else's address, and our mail would carry their words there. A player's mail links to the answer in the app; where
 * the account is closed, it holds the answer itself.
 */
export async function sendAnswerMail(tx: PoolClient, platform: MailDeps, { userId, email, kind, text }: ThreadAnswer): Promise<void> {
  const subject = kind === 'feedback' ? `${brand.name} has answered your feedback` : `${brand.name} has answered your message`;
  if (userId === null) {
    const parts = [
      'You sent us feedback and left this address. This is our answer:', ...paragraphs(text),
      { aside: `You did not write to ${brand.name}? Then somebody gave your address by mistake, and you need not do anything.` },
    ];
    await platform.mailer.send(tx, { to: email, userId: null, letter: { subject, name: null, parts } });
    return;
  }
  const { rows } = await tx.query<{ closed: boolean }>('SELECT closed_at IS NOT NULL AS closed FROM player WHERE user_id = $1', [userId]);
  const isClosed = rows[0]?.closed === true;
  const url = `${siteUrl(platform.config)}${kind === 'feedback' ? '/feedback' : '/help'}`;
  await mailPlayer(tx, platform, userId, {
    onlyActivated: true,
    write: () => ({
      subject,
      parts: isClosed
        ? ['You wrote to us before your account was closed. This is our answer:', ...paragraphs(text)]
        : ['Our team has answered you. Read it in the app, and reply there if you need anything else.', { action: { label: 'Read the answer', url } }],
    }),
  });
}

const paragraphs = (text: string): string[] => text.split(/\n+/).map((line) => line.trim()).filter((line) => line !== '');
