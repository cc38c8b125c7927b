import type { Kobo } from '../../../core/money';
import { subKobo } from '../../../core/money';
import { usePracticeStore } from '../../../games/practice-store';
import type { Rounds } from '../rounds/rounds';

/** The practice money without a win that is still being shown, because the reels stop first. */
export function usePracticeBalance({ phase, showing }: Pick<Rounds, 'phase' | 'showing'>): Kobo {
  const balance = usePracticeStore((state) => state.balance);
  return phase === 'showing' && showing !== null ? subKobo(balance, showing.win) : balance;
}
