import type { Intent } from '../../core/intent';
import { Notice } from '../../ui/States';
import { amountWordsOf } from '../shared/money/CheckingCard';
import { words } from './words';

/** Says that a deposit whose answer got lost was not started. */
export function NotStarted({ intent }: { intent: Intent }) {
  return <Notice kind="warning" live>{words.refusedLater(amountWordsOf(intent, words.theAmount))}</Notice>;
}
