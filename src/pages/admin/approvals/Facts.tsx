import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { dateTime, shortDate } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Amount } from '../../shared/money/Amount';
import { words } from './words';

/** The platform's facts about the player, in the order in which somebody who decides needs them. */
export function PlayerFacts({ item: { player, currency } }: { item: AdminWithdrawal }) {
  const amounts = [
    [words.paidIn, player.paidIn], [words.paidOut, player.paidOut], [words.staked, player.staked], [words.won, player.won],
  ] as const;
  return (
    <dl className="approval-facts">
      {amounts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd><Amount amount={amount} currency={currency} whole /></dd>
        </div>
      ))}
      <div>
        <dt>{words.memberSince}</dt>
        <dd className="figures">{shortDate(Date.parse(player.memberSince))}</dd>
      </div>
      <div>
        <dt>{words.identity}</dt>
        <dd>{words.verification[player.verification]}</dd>
      </div>
      {player.givenTwice === undefined ? null : (
        <div>
          <dt>{words.givenTwice}</dt>
          {player.givenTwice.map(({ name, converted }, index) => (
            <dd key={`${name} ${index}`}>{name}: <Amount amount={converted} currency={currency} whole /></dd>
          ))}
        </div>
      )}
    </dl>
  );
}

/** Every step with its time. The list is closed at first, because it is rarely needed. */
export function Steps({ item }: { item: AdminWithdrawal }) {
  return (
    <details className="approval-steps small">
      <summary>{words.steps}</summary>
      <ol>
        {item.timeline.map(({ step, at, detail }, index) => (
          <li key={`${step} ${index}`}>
            <time className="quiet figures" dateTime={at}>{dateTime(Date.parse(at))}</time> {entryOf(words.step, step) ?? step}
            {detail === undefined ? null : <span className="quiet">: {detail}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
