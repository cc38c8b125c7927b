import { Link } from 'react-router-dom';
import type { Intent } from '../../../core/intent';
import { formatNaira, nairaToKobo } from '../../../core/money';
import { Amount } from './Amount';
import { intentAmount } from './use-unknown-intents';

interface Props {
  intent: Intent;
  /** The page's own words, because a deposit and a withdrawal need different ones. */
  words: Readonly<Record<'checkingTitle' | 'sendingTitle' | 'checkingText' | 'checkingMore', string>>;
  /** The help article that says more. */
  help: string;
}

/** A deposit or withdrawal that was sent and has no answer yet, so nobody knows if it was made. */
export function CheckingCard({ intent, words, help }: Props) {
  const amount = intentAmount(intent);
  const isUnknown = intent.state === 'unknown';
  const title = isUnknown ? words.checkingTitle : words.sendingTitle;
  return (
    <article className="card money-card" data-tone="open" aria-label={title}>
      <div>
        {amount === null ? null : <p className="money-amount"><Amount amount={amount} currency="NGN" whole /></p>}
        <p className="money-stage" role="status">{title}</p>
        {isUnknown ? <p className="quiet">{words.checkingText}</p> : null}
      </div>
      {isUnknown ? <p><Link to={`/help#${help}`}>{words.checkingMore}</Link></p> : null}
    </article>
  );
}

/** The amount of a deposit or withdrawal in words, like `₦5,000`; `none` where the amount can't be read. */
export function amountWordsOf(intent: Intent, none: string): string {
  const kobo = nairaToKobo(intentAmount(intent));
  return kobo === null ? none : formatNaira(kobo, { whole: true });
}
