import { useCallback, useEffect, useState } from 'react';
import { loadAdminGames } from '../../../bridge/actions/admin';
import type { AdminGame } from '../../../core/contract/admin';
import type { CallError } from '../../../core/errors';

export interface AdminGames {
  /** Null until the first list came. */
  readonly games: readonly AdminGame[] | null;
  /** Epoch ms at which the platform last said so. */
  readonly savedAt: number | null;
  /** Why the last load failed. */
  readonly error: CallError | null;
  readonly reload: () => void;
  readonly replace: (game: AdminGame) => void;
}

/** The list of every game, kept on screen while a reload fails. */
export function useAdminGames(): AdminGames {
  const [games, setGames] = useState<readonly AdminGame[] | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [loads, setLoads] = useState(0);

  useEffect(() => {
    const cancel = new AbortController();
    void loadAdminGames(cancel.signal).then((result) => {
      if (cancel.signal.aborted) return;
      if (!result.ok) {
        setError(result.error);
        return;
      }
      setError(null);
      setGames(result.data.items);
      setSavedAt(result.savedAt ?? Date.now());
    });
    return () => cancel.abort();
  }, [loads]);

  const reload = useCallback(() => setLoads((n) => n + 1), []);
  const replace = useCallback(
    (game: AdminGame) => setGames((list) => list?.map((other) => (other.gameId === game.gameId ? game : other)) ?? null),
    [],
  );
  return { games, savedAt, error, reload, replace };
}
