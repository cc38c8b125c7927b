/** Names the draw that a bet is for: that of the pair which the player was shown, with a part that is made for this bet alone. */
import type { RoundSeeds } from '../../core/contract/games';
import { hasDroppedParts } from '../../core/fairness/observe-pair';
import type { PairInUse } from '../../core/seed-pairs';
import type { SeenSeeds } from '../../core/seen-seeds';
import { currentIds } from '../session/ids';
import { newRandomSeed } from './own-seeds';
import type { SeenPairs } from './seen-pairs';
import type { UnboundBets } from './unbound-bets';

/**
 * Names the draw that the next bet is for. Its part is made now, so that nobody knows the draw before the bet is sent; the
 * version of the rules goes with it where the platform takes one. The result is null where another pair is in use than the
 * player was shown; then that pair is shown. It is also null once for each pair that takes no parts although earlier ones did,
 * so that the player sees this before playing on.
 */
export type NameDraw = (shownPair: PairInUse, rules?: string) => Promise<RoundSeeds | null>;

export function createNameDraw({ read, show }: SeenPairs, { noteBound }: UnboundBets): NameDraw {
  /** The commit of the pair without parts that the player was shown. */
  let shownWithoutParts: string | null = null;

  /** True where this page has not yet shown the player that bets bring no part any more. */
  function isNewlyDropped(seen: SeenSeeds): boolean {
    const commit = hasDroppedParts(seen) ? (seen.current?.commit ?? null) : null;
    const isNew = commit !== null && commit !== shownWithoutParts;
    shownWithoutParts = commit;
    return isNew;
  }

  return async function nameDraw(shownPair, rules) {
    const userId = currentIds()?.userId;
    if (userId === undefined) return null;
    const seen = await read(userId);
    const { current } = seen;
    if (isNewlyDropped(seen)) {
      show(userId, seen, { change: 'parts-dropped' });
      return null;
    }
    if (current?.commit === shownPair.commit && current.clientSeed === shownPair.clientSeed) {
      const { commit, clientSeed, nonce, takesParts, takesRules } = current;
      await noteBound(userId, seen);
      const namedRules = takesRules === true && rules !== undefined && { rules };
      return { commit, clientSeed, nonce, ...(takesParts === true && { part: newRandomSeed() }), ...namedRules };
    }
    // Another tab has gone on to another pair, or to another client seed.
    const isReplaced = seen.evidence.some(({ answered }) => answered === current?.commit);
    const isNext = shownPair.nextCommit === current?.commit;
    show(userId, seen, { change: isReplaced ? 'replaced' : current?.commit === shownPair.commit ? 'client-seed' : isNext ? 'next' : 'later' });
    return null;
  };
}
