/** Marks the figures as not live while the platform can't be reached; the next answered poll makes them live again. */
import { connectionStore, isLost } from '../../state/connection';
import { markFigureDated } from '../../state/apply-figures';
import type { FigureKind } from '../../state/figures';

const KINDS: readonly FigureKind[] = ['profile', 'account', 'balance', 'bonusWallet'];

export function markFiguresDated(): void {
  for (const kind of KINDS) markFigureDated(kind);
}

/** Follows the connection from now on. Returns the function that stops this. */
export function markFiguresDatedWhenOffline(): () => void {
  return connectionStore.subscribe(({ reach }) => {
    if (isLost(reach)) markFiguresDated();
  });
}
