import { useEffect, useState } from 'react';
import { useSession } from '../../state/use';
import { useCan } from '../shared/use-shelf';

/** Enough to tell which games were played lately, and small on the wire. */
const LOOKED_AT_ROUNDS = 10;

const NONE: readonly string[] = [];

/** The games of the last rounds, each once, the latest first. */
export function recentOf(rounds: readonly { readonly gameId: string }[]): readonly string[] {
  return [...new Set(rounds.map(({ gameId }) => gameId))];
}

/**
 * What the signed-in player played lately, from the history of rounds (the device's copy when there is no connection).
 * Empty for guests: nothing is written down about them.
 */
export function useRecentGames(): readonly string[] {
  const userId = useSession((session) => session.userId);
  const canHistories = useCan('histories');
  const [known, setKnown] = useState<{ readonly of: string; readonly gameIds: readonly string[] } | null>(null);

  useEffect(() => {
    if (userId === null || !canHistories) return;
    const left = new AbortController();
    const look = async () => {
      const { loadRounds } = await import('../../bridge/actions/histories');
      const answer = await loadRounds({ limit: LOOKED_AT_ROUNDS }, left.signal);
      if (answer.ok && !left.signal.aborted) setKnown({ of: userId, gameIds: recentOf(answer.data.items) });
    };
    // Without the code that asks there is no such row, as without the answer.
    look().catch(() => undefined);
    return () => left.abort();
  }, [userId, canHistories]);

  return known !== null && known.of === userId ? known.gameIds : NONE;
}
