import { errorWords } from '../../core/error-words';
import type { Intent } from '../../core/intent';
import { Notice } from '../../ui/States';
import { amountWordsOf } from '../shared/money/CheckingCard';
import { asError } from './use-request';
import { words } from './words';

/** Says that a withdrawal whose answer got lost was not made, and why, where the platform said it. */
export function WithdrawalNotMade({ intent }: { intent: Intent }) {
  const problem = intent.refusal?.because === 'platform' ? intent.refusal.problem : null;
  return (
    <Notice kind="warning" live>
      {words.refusedLater(amountWordsOf(intent, words.theAmount))}{problem === null ? null : ` ${errorWords(asError(problem))}`}
    </Notice>
  );
}
