import type { Protection } from '../../core/contract/protection';
import type { Break } from '../../core/protection-view';
import { Card, Pill } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { words } from './words';

const MINUTE_MS = 60_000;

const minutesText = (ms: number) => words.minutes(Math.floor(ms / MINUTE_MS));

/** Shows how long and how much the player has played, and if there is a break. */
export function Overview({ protection, onBreak }: { protection: Protection; onBreak: Break | null }) {
  const { day, week, month } = protection.played;
  return (
    <Card className="stats">
      <h2 className="unseen">{words.overview}</h2>
      <dl>
        <div className="stat-first"><dt>{words.today}</dt><dd className="figures">{minutesText(day)}</dd></div>
        <div><dt>{words.week}</dt><dd className="figures">{minutesText(week)}</dd></div>
        <div><dt>{words.month}</dt><dd className="figures">{minutesText(month)}</dd></div>
        <div className="stat-net"><dt>{words.net}</dt><dd><Amount amount={protection.netDeposits} currency="NGN" /></dd></div>
      </dl>
      <Pill kind={onBreak === null ? 'quiet' : 'info'}>{words.standing[onBreak?.state ?? 'none']}</Pill>
    </Card>
  );
}
