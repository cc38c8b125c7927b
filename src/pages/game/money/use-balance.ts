import type { Kobo } from '../../../core/money';
import { subKobo } from '../../../core/money';
import { usePracticeStore } from '../../../games/practice-store';
import type { Rounds } from '../rounds/rounds';

/** The practice money as far as it has been shown: a win is not told before the reels stand. */
export function usePracticeBalance({ phase, showing }: Pick<Rounds, 'phase' | 'showing'>): Kobo {
  const balance = usePracticeStore((state) => state.balance);
  return phase === 'showing' && showing !== null ? subKobo(balance, showing.win) : balance;
}
