import type { Draw } from '../../../core/contract/draws';
import { clock, dayWords, lagosDayStart } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Card } from '../../../ui/States';
import { naira } from '../../shared/promotions/terms';
import { CheckDraw } from './CheckDraw';
import { FailedAttempts } from './DecidedBy';
import { words } from './words';

type Entries = readonly string[];

function PassedOver({ passedOver, ownEntryIds }: { passedOver: NonNullable<Draw['passedOver']>; ownEntryIds: Entries }) {
  return (
    <details>
      <summary>{words.passedOverTitle(passedOver.length)}</summary>
      <ul>
        {passedOver.map(({ entryId, reason }) => (
          <li key={entryId} className="commit">
            {words.passedOver(ownEntryIds.includes(entryId) ? words.ownEntry : entryId, entryOf(words.bars, reason) ?? words.barOther)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A finished draw: who won, who was passed over and why, and its check. */
export function PastDraw({ draw, ownEntryIds }: { draw: Draw; ownEntryIds: Entries }) {
  const { winners, week, attempts = [], passedOver = [] } = draw;
  return (
    <li>
      <Card className="stack">
        <h3>{words.week(dayWords(lagosDayStart(week), clock.now()))}</h3>
        <FailedAttempts attempts={attempts} />
        {winners.length === 0 ? <p className="quiet">{words.nobody}</p> : (
          <ul className="stack">
            {winners.map(({ place, name, prize, entryId }) => (
              <li key={entryId}>
                {ownEntryIds.includes(entryId) ? <strong>{words.ownWin(place, naira(prize))}</strong> : words.winner(place, name, naira(prize))}
              </li>
            ))}
          </ul>
        )}
        {passedOver.length === 0 ? null : <PassedOver passedOver={passedOver} ownEntryIds={ownEntryIds} />}
        <CheckDraw draw={draw} />
      </Card>
    </li>
  );
}
