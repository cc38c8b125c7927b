/** Shows a player their own figures, calmly: on the page about breaks and limits, and in a mail. */
import type { PoolClient } from 'pg';
import type { Protection } from '../../src/core/contract/protection';
import { brand, careLine } from '../../src/core/brand';
import { formatNaira, kobo, koboToNaira } from '../../src/core/money';
import { durationWords, lagosDay } from '../../src/core/time';
import type { Letter } from '../gateways';
import { mailPlayer } from '../mails';
import type { MailDeps } from '../mails';
import { raiseProtectionVersion } from './player';
import type { AdviceColumns } from './player';

type AdviceFigures = Omit<AdviceColumns, 'at' | 'level'>;

interface Advising {
  readonly userId: string;
  readonly level: 1 | 2;
  readonly at: Date;
}

export const toAdvice = ({ level, at, deposited, staked, won, played_ms: playedMs }: AdviceColumns): NonNullable<Protection['advice']> => ({
  level, at: new Date(at).toISOString(), playedMs,
  paidIn: koboToNaira(kobo(deposited)), staked: koboToNaira(kobo(staked)), won: koboToNaira(kobo(won)),
});

/** Stores the player's figures of the last seven days, so that their page shows them, and mails them. It locks the player's row. */
export async function advisePlayer(tx: PoolClient, platform: MailDeps, { userId, level, at }: Advising): Promise<void> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const { rows: [row] } = await tx.query<AdviceFigures>(
    `INSERT INTO protection_advice (user_id, level, at, deposited, staked, won, played_ms)
     SELECT $1, $2, $3, coalesce(sum(deposited), 0), coalesce(sum(staked), 0), coalesce(sum(won), 0), coalesce(sum(played_ms), 0)
     FROM activity_day WHERE user_id = $1 AND day > $4::date - 7 AND day <= $4::date RETURNING deposited, staked, won, played_ms`,
    [userId, level, at, lagosDay(at.getTime())],
  );
  if (row === undefined) throw new Error('an insert returns its row');
  await raiseProtectionVersion(tx, userId);
  await mailPlayer(tx, platform, userId, { onlyActivated: true, write: (site) => adviceLetter(site, level, row) });
}

export function adviceLetter(site: string, level: 1 | 2, { deposited, staked, won, played_ms: playedMs }: AdviceFigures): Omit<Letter, 'name'> {
  const naira = (amount: number): string => formatNaira(kobo(amount), { whole: true });
  const figures = { facts: [['Paid in', naira(deposited)], ['Staked', naira(staked)], ['Won', naira(won)], ['Time played', durationWords(playedMs)]] } as const;
  const care = `If you want to talk about it, ${careLine()}.`;
  if (level === 1) {
    return {
      subject: `Your last seven days at ${brand.name}`,
      parts: [
        'You have played in a way that is not usual. Here are your own figures, so that you can see for yourself how it is going:',
        figures,
        'You can take a break or set a limit at any time:',
        { action: { label: 'Breaks and limits', url: `${site}/self-exclusion` } },
        care,
      ],
    };
  }
  return {
    subject: `We suggest a limit for you at ${brand.name}`,
    parts: [
      'Your play has changed lately. These are your own figures of the last seven days:',
      figures,
      'We suggest that you set a limit for what you pay in each week. It takes a minute, and it holds at once:',
      { action: { label: 'Set a limit', url: `${site}/self-exclusion` } },
      'We have stopped all marketing to you. The money in your account stays yours, and you can withdraw it at any time.',
      care,
    ],
  };
}
