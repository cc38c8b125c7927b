import { useEffect, useRef, useState } from 'react';
import type { Showing, StageProps } from '../face';
import { prefersReducedMotion } from '../../ui/reduced-motion';

export interface ShowingState {
  /** The round is being shown, and its result must not be visible yet. */
  readonly isMoving: boolean;
  /** The round on the stage; while it moves, `moving` is true. */
  readonly showing: Showing | null;
}

/**
 * Shows a round for `durationMs`, then reports that it was seen. A timer decides and the animation follows, so a tab that was hidden, or a
 * phone that drops frames, comes to the same end. With reduced motion the round stands at once.
 */
export function useShowing({ showing, onShown }: Pick<StageProps, 'showing' | 'onShown'>, durationMs: number): ShowingState {
  const [finishedKey, setFinishedKey] = useState<string | null>(null);
  const latestOnShown = useRef(onShown);
  useEffect(() => {
    latestOnShown.current = onShown;
  });
  const key = showing?.key ?? null;
  const isStill = showing !== null && !showing.moving;
  useEffect(() => {
    if (key === null) return undefined;
    const stand = () => {
      setFinishedKey(key);
      latestOnShown.current(key);
    };
    if (isStill) {
      stand();
      return undefined;
    }
    const timer = setTimeout(stand, prefersReducedMotion() ? 0 : durationMs);
    return () => clearTimeout(timer);
    // The key identifies the round; no other change shows it again.
  }, [key, isStill, durationMs]);
  return { isMoving: showing !== null && showing.moving && finishedKey !== key, showing };
}
