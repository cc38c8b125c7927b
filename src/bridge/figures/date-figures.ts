/** Nothing is painted as live while nothing comes through: the next answered poll says so again. */
import { connectionStore } from '../../state/connection';
import { dateFigure } from '../../state/hear-figures';
import type { FigureKind } from '../../state/figures';

const KINDS: readonly FigureKind[] = ['profile', 'account', 'balance', 'bonusWallet'];

export function dateFigures(): void {
  for (const kind of KINDS) dateFigure(kind);
}

/** From now on. Gives back its own end. */
export function dateFiguresWhenCut(): () => void {
  return connectionStore.subscribe(({ reach }) => {
    if (reach === 'offline' || reach === 'portal') dateFigures();
  });
}
