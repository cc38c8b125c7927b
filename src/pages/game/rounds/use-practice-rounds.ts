import { useCallback, useState } from 'react';
import { minimumCycleMs } from '../../../core/play-times';
import type { GameFace, Showing } from '../../../games/face';
import { readOpenPracticeRound, startPractice, takePracticeStep } from '../../../games/practice-store';
import type { PracticeRound } from '../../../games/practice';
import type { RoundPhase } from './spin-state';
import type { Rounds, RoundRequest } from './rounds';

const showingOf = (round: PracticeRound, moving: boolean): Showing => ({ ...round, key: crypto.randomUUID(), moving });

/** Plays rounds for practice, which this device decides at once. A round that was left open in this tab continues. */
export function usePracticeRounds({ engine }: GameFace): Rounds {
  const [showing, setShowing] = useState<Showing | null>(() => {
    const open = readOpenPracticeRound(engine);
    return open === null ? null : showingOf(open, false);
  });
  const [readyAt, setReadyAt] = useState(0);
  const show = useCallback((round: PracticeRound | null) => {
    if (round !== null) setShowing(showingOf(round, true));
  }, []);
  const start = useCallback(
    ({ stake, bet }: RoundRequest) => {
      const round = startPractice(engine, stake, bet);
      if (round !== null) setReadyAt(Date.now() + minimumCycleMs(engine.kind));
      show(round);
    },
    [engine, show],
  );
  const act = useCallback((action: unknown) => show(takePracticeStep(engine, action)), [engine, show]);
  const onShown = useCallback((key: string) => {
    setShowing((before) => (before?.key === key ? { ...before, moving: false } : before));
  }, []);
  const phase: RoundPhase = showing?.moving ? 'showing' : showing?.isOpen ? 'open' : 'idle';
  return { phase, showing, isPast: false, readyAt, refusal: null, isUnreadable: false, start, act, onShown };
}
