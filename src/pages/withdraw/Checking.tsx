import { Link } from 'react-router-dom';
import { errorWords } from '../../core/error-words';
import type { Intent } from '../../core/intent';
import { formatNaira, nairaToKobo } from '../../core/money';
import { Notice } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { intentAmount } from '../shared/money/use-unknown-intents';
import { asError } from './use-request';
import { words } from './words';

/** A withdrawal that was sent and has no answer yet, so nobody knows if it was made. */
export function Checking({ intent }: { intent: Intent }) {
  const amount = intentAmount(intent);
  const isUnknown = intent.state === 'unknown';
  return (
    <article className="card withdrawal-card" data-tone="open" aria-label={isUnknown ? words.checkingTitle : words.sendingTitle}>
      <div>
        {amount === null ? null : <p className="withdrawal-amount"><Amount amount={amount} currency="NGN" whole /></p>}
        <p className="withdrawal-stage" role="status">{isUnknown ? words.checkingTitle : words.sendingTitle}</p>
        {isUnknown ? <p className="quiet">{words.checkingText}</p> : null}
      </div>
      {isUnknown ? <p><Link to="/help#withdraw-checking">{words.checkingMore}</Link></p> : null}
    </article>
  );
}

/** Says that a withdrawal whose answer got lost was not made, and why, where the platform said it. */
export function WithdrawalNotMade({ intent }: { intent: Intent }) {
  const kobo = nairaToKobo(intentAmount(intent));
  const amount = kobo === null ? words.theAmount : formatNaira(kobo, { whole: true });
  const problem = intent.refusal?.because === 'platform' ? intent.refusal.problem : null;
  return (
    <Notice kind="warning" live>
      {words.refusedLater(amount)}{problem === null ? null : ` ${errorWords(asError(problem))}`}
    </Notice>
  );
}
