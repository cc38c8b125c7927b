import type { AdminGame } from '../../../core/contract/admin';
import { Notice } from '../../../ui/States';
import { words } from './words';

/** Names what needs a game that is about to be closed, and what becomes of it. */
export function Uses({ uses }: { uses: AdminGame['uses'] }) {
  if (uses === undefined) return null;
  const { promotions, players, spins } = uses;
  return (
    <Notice kind="warning" title={words.usesTitle}>
      {promotions.length === 0 ? null : <p>{words.usedBy(promotions.join(', '), promotions.length)}</p>}
      {players === 0 ? null : <p>{words.spinsLeft(players, spins)}</p>}
    </Notice>
  );
}
