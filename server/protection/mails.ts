/** Confirms breaks and exclusions in writing. */
import type { PoolClient } from 'pg';
import { brand, careLine } from '../../src/core/brand';
import { mailPlayer, formatMoment } from '../mails';
import type { MailDeps } from '../mails';

export interface BreakMail {
  readonly userId: string;
  readonly from: Date;
  /** Null means for good. */
  readonly until: Date | null;
  /** Present where the player requested it on another account. */
  readonly isCarried?: true;
  /** Present where our team began it for the player: why. */
  readonly teamReason?: string;
}

/** Sends the written confirmation of a self-exclusion. */
export async function sendExclusionMail(tx: PoolClient, platform: MailDeps, { userId, from, until, isCarried }: BreakMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `You have excluded yourself from ${brand.name}`,
      parts: [
        isCarried === true
          ? 'You have excluded yourself on another account of yours. An exclusion is for the person, so this account is excluded too. Nobody can make it shorter, not even us.'
          : 'You have excluded yourself. It applies on every device, and nobody can make it shorter, not even us.',
        { facts: [['From', formatMoment(from)], ['Until', formatUntil(until)]] },
        'Until then you can’t play, deposit or take a bonus, and you get no marketing from us. The money in your account stays yours; you can withdraw it at any time:',
        { action: { label: 'Withdraw', url: `${site}/withdraw` } },
        careSentence(),
      ],
    }),
  });
}

/** Sends the confirmation of a break. */
export async function sendBreakMail(tx: PoolClient, platform: MailDeps, { userId, from, until, isCarried, teamReason }: BreakMail): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `Your break from ${brand.name} has begun`,
      parts: [
        isCarried === true
          ? 'You asked for a break on another account of yours. A break is for the person: until it ends you can’t play, deposit or take a bonus with this account either.'
          : `${teamReason === undefined ? 'You asked for a break.' : 'Our team began a break for you.'} Until it ends you can’t play, deposit or take a bonus, on any device. You can make it longer, not shorter.`,
        { facts: [['From', formatMoment(from)], ['Until', formatUntil(until)], ...(teamReason === undefined ? [] : [['Why', teamReason] as const])] },
        'You can still withdraw.',
        { aside: `If a break is not enough, you can exclude yourself for longer at ${site}/self-exclusion` },
        careSentence(),
      ],
    }),
  });
}

const formatUntil = (until: Date | null): string => (until === null ? 'for good' : formatMoment(until));

function careSentence(): string {
  const words = careLine();
  return `Would you like to talk to somebody? ${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
