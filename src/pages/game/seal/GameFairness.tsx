import { PracticeFairness } from '../facts/Fairness';
import { MoneyFairness } from './MoneyFairness';

/** How rounds are decided: of practice, or for money. */
export function GameFairness({ isPractice }: { isPractice: boolean }) {
  return isPractice ? <PracticeFairness /> : <MoneyFairness />;
}
