/** Tells players calmly how they have played. */
import type { PoolClient } from 'pg';
import { brand, careLine } from '../../src/core/brand';
import { formatNaira, kobo } from '../../src/core/money';
import { durationWords, lagosDay } from '../../src/core/time';
import { mailPlayer } from '../mails';
import type { MailDeps } from '../mails';

interface HarmMail {
  readonly userId: string;
  readonly at: Date;
}

type FigureLines = readonly (readonly [string, string])[];

/** The player's own figures of the last seven days. */
async function readFigures(tx: PoolClient, { userId, at }: HarmMail): Promise<FigureLines> {
  const { rows: [row] } = await tx.query<{ deposited: number; staked: number; won: number; played: number }>(
    `SELECT coalesce(sum(deposited), 0)::bigint AS deposited, coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won,
       coalesce(sum(played_ms), 0)::bigint AS played FROM activity_day WHERE user_id = $1 AND day > $2::date - 7`,
    [userId, lagosDay(at.getTime())],
  );
  const naira = (amount: number): string => formatNaira(kobo(amount), { whole: true });
  const { deposited = 0, staked = 0, won = 0, played = 0 } = row ?? {};
  return [['Paid in', naira(deposited)], ['Staked', naira(staked)], ['Won', naira(won)], ['Time played', durationWords(played)]];
}

const careSentence = (): string => `If you want to talk about it, ${careLine()}.`;

export async function sendFiguresMail(tx: PoolClient, platform: MailDeps, mail: HarmMail): Promise<void> {
  const facts = await readFigures(tx, mail);
  await mailPlayer(tx, platform, mail.userId, {
    onlyActivated: true,
    write: (site) => ({
      subject: `Your last seven days at ${brand.name}`,
      parts: [
        'You have played in a way that is not usual. Here are your own figures, so that you can see for yourself how it is going:',
        { facts },
        'You can take a break or set a limit at any time:',
        { action: { label: 'Breaks and limits', url: `${site}/self-exclusion` } },
        careSentence(),
      ],
    }),
  });
}

export async function sendLimitProposalMail(tx: PoolClient, platform: MailDeps, mail: HarmMail): Promise<void> {
  const facts = await readFigures(tx, mail);
  await mailPlayer(tx, platform, mail.userId, {
    onlyActivated: true,
    write: (site) => ({
      subject: `We suggest a limit for you at ${brand.name}`,
      parts: [
        'Your play has changed lately. These are your own figures of the last seven days:',
        { facts },
        'We suggest that you set a limit for what you pay in each week. It takes a minute, and it holds at once:',
        { action: { label: 'Set a limit', url: `${site}/self-exclusion` } },
        'We have stopped all marketing to you. The money in your account stays yours, and you can withdraw it at any time.',
        careSentence(),
      ],
    }),
  });
}
