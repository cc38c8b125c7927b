/** Marks the figures as not live while nothing comes through; the next answered poll makes them live again. */
import { connectionStore } from '../../state/connection';
import { dateFigure } from '../../state/hear-figures';
import type { FigureKind } from '../../state/figures';

const KINDS: readonly FigureKind[] = ['profile', 'account', 'balance', 'bonusWallet'];

export function dateFigures(): void {
  for (const kind of KINDS) dateFigure(kind);
}

/** Follows the connection from now on; returns the function that stops it. */
export function dateFiguresWhenCut(): () => void {
  return connectionStore.subscribe(({ reach }) => {
    if (reach === 'offline' || reach === 'portal') dateFigures();
  });
}
