import type { Protection } from '../../core/contract/protection';
import { durationWords, shortDate } from '../../core/time';
import { Notice } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { words } from './words';

/** The player's own figures, shown calmly after a week that was not like others. */
export function Advice({ advice: { level, at, paidIn, staked, won, playedMs } }: { advice: NonNullable<Protection['advice']> }) {
  return (
    <Notice title={words.advice[level]}>
      <p>{words.adviceUntil(shortDate(Date.parse(at)))}</p>
      <dl className="facts">
        <div><dt>{words.paidIn}</dt><dd><Amount amount={paidIn} currency="NGN" /></dd></div>
        <div><dt>{words.staked}</dt><dd><Amount amount={staked} currency="NGN" /></dd></div>
        <div><dt>{words.won}</dt><dd><Amount amount={won} currency="NGN" /></dd></div>
        <div><dt>{words.timePlayed}</dt><dd className="figures">{durationWords(playedMs)}</dd></div>
      </dl>
    </Notice>
  );
}
