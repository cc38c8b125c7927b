import { Link } from 'react-router-dom';
import type { Intent } from '../../core/intent';
import { formatNaira, nairaToKobo } from '../../core/money';
import { Notice } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { intentAmount } from '../shared/money/use-unknown-intents';
import { words } from './words';

/** A deposit that was sent and has no answer yet, so nobody knows if it was started. */
export function Checking({ intent }: { intent: Intent }) {
  const amount = intentAmount(intent);
  const isUnknown = intent.state === 'unknown';
  return (
    <article className="card deposit-card" data-tone="open">
      <div>
        {amount === null ? null : <p className="deposit-amount"><Amount amount={amount} currency="NGN" whole /></p>}
        <p className="deposit-stage" role="status">{isUnknown ? words.checkingTitle : words.sendingTitle}</p>
        {isUnknown ? <p className="quiet">{words.checkingText}</p> : null}
      </div>
      {isUnknown ? <p><Link to="/help#deposit-checking">{words.checkingMore}</Link></p> : null}
    </article>
  );
}

/** Says that a deposit whose answer got lost was not started. */
export function NotStarted({ intent }: { intent: Intent }) {
  const kobo = nairaToKobo(intentAmount(intent));
  const amount = kobo === null ? words.theAmount : formatNaira(kobo, { whole: true });
  return <Notice kind="warning" live>{words.refusedLater(amount)}</Notice>;
}
