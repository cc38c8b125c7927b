import { useEffect, useState } from 'react';
import { useSession } from '../../state/use';
import { useCan } from '../shared/shelf/use-shelf';
import type { WaitingRound } from './hero';

/** Enough rounds to know the latest games, and few enough for a small answer. */
const RECENT_ROUNDS = 10;

/** The games of the last rounds, each once, the latest first. */
export function recentOf(rounds: readonly { readonly gameId: string }[]): readonly string[] {
  return [...new Set(rounds.map(({ gameId }) => gameId))];
}

export interface RecentPlay {
  /** The games that were played lately, each once, the latest first. */
  readonly gameIds: readonly string[];
  /** The open round that ends first by itself. */
  readonly openRound: WaitingRound | null;
}

const NOTHING: RecentPlay = { gameIds: [], openRound: null };

/**
 * The games that the signed-in player played lately, from the history of rounds (the device's copy without a connection), and the open
 * round, which only the platform knows. Guests get nothing, because nothing is stored about them.
 */
export function useRecentPlay(): RecentPlay {
  const userId = useSession((session) => session.userId);
  const canHistories = useCan('histories');
  const canSteps = useCan('steps');
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly play: RecentPlay } | null>(null);

  useEffect(() => {
    if (userId === null) return;
    const { signal, abort } = abortable();
    const merge = (part: Partial<RecentPlay>) => {
      if (!signal.aborted) setLoaded((before) => ({ of: userId, play: { ...(before?.of === userId ? before.play : NOTHING), ...part } }));
    };
    const loadRecent = async () => {
      const { loadRounds } = await import('../../bridge/actions/histories');
      const answer = await loadRounds({ limit: RECENT_ROUNDS }, signal);
      if (answer.ok) merge({ gameIds: recentOf(answer.data.items) });
    };
    const loadOpen = async () => {
      const { loadOpenRounds } = await import('../../bridge/actions/rounds');
      const answer = await loadOpenRounds(signal);
      if (answer.ok) merge({ openRound: answer.data.toSorted((a, b) => a.settlesAt.localeCompare(b.settlesAt))[0] ?? null });
    };
    // A failure to load the code leaves the row out, as a missing answer does.
    if (canHistories) loadRecent().catch(() => undefined);
    if (canSteps) loadOpen().catch(() => undefined);
    return abort;
  }, [userId, canHistories, canSteps]);

  return loaded !== null && loaded.of === userId ? loaded.play : NOTHING;
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const control = new AbortController();
  return { signal: control.signal, abort: () => control.abort() };
}
