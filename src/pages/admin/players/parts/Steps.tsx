import type { Deposit } from '../../../../core/contract/cashier';
import { dateTime } from '../../../../core/time';
import { entryOf } from '../../../../core/words/is-key-of';
import { words } from '../words';

/** Every step with its time, oldest first. */
export function Steps({ timeline }: { timeline: Deposit['timeline'] }) {
  return (
    <ol className="player-steps small" aria-label={words.timeline}>
      {timeline.map(({ step, at, detail }, index) => (
        <li key={`${step} ${index}`}>
          <time className="quiet figures" dateTime={at}>{dateTime(Date.parse(at))}</time> {entryOf(words.steps, step) ?? step}
          {detail === undefined ? null : <span className="quiet">: {detail}</span>}
        </li>
      ))}
    </ol>
  );
}
