/** One launch of a framed game, from the press on Load until its frame is gone. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { launchFramedGame, closeLaunch, pollLaunch } from '../../../bridge/actions/frames';
import { beBusy } from '../../../bridge/actions/update';
import { loadProtection } from '../../../bridge/actions/protection';
import { recheckSession } from '../../../bridge/actions/sync';
import { ZERO_KOBO, nairaToKobo, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { stageOfAnswer, frameOf } from '../../shared/framed/stage';
import type { FrameAddress, Stage } from '../../shared/framed/stage';
import { useFramed } from '../../shared/framed/use-framed';
import { countRound, applyProtectionRefusal } from '../session/use-reality-check';

const REFRESH_MS = 5_000;

type Launched = FrameAddress & { readonly launchId: string };

export interface Sum {
  readonly staked: Kobo;
  readonly won: Kobo;
}

const NOTHING: Sum = { staked: ZERO_KOBO, won: ZERO_KOBO };

/** Protection that stops play has words of its own on the page, once this device knows of it. */
function afterEnd(reason: string): Stage<Launched> {
  if (reason !== 'protected' && reason !== 'reality-check') return { is: 'ended', reason };
  void loadProtection();
  void recheckSession();
  return { is: 'rest' };
}

export function useLaunch(gameId: string, onNavigate: (to: 'deposit' | 'lobby') => void) {
  const { stage, setStage, frame, keepWaiting } = useFramed<Launched>(onNavigate);
  const [sum, setSum] = useState(NOTHING);
  const isMounted = useRef(true);
  const launchId = frameOf(stage)?.launchId ?? null;

  const start = useCallback(async () => {
    setStage({ is: 'launching' });
    setSum(NOTHING);
    const result = await launchFramedGame(gameId);
    if (!result.ok && result.error.problem) applyProtectionRefusal(result.error.problem);
    const next = stageOfAnswer(result, location.hostname);
    const isWanted = next.is === 'loading' && isMounted.current;
    if (result.ok && !isWanted) void closeLaunch(result.data.launchId);
    setStage(result.ok && !isWanted ? { is: 'failed' } : next);
  }, [gameId, setStage]);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  // The page does not reload itself while the frame is open. However the frame closes, the platform gets to know.
  useEffect(() => {
    if (launchId === null) return undefined;
    const free = beBusy();
    return () => {
      free();
      void closeLaunch(launchId);
    };
  }, [launchId]);

  // Only the platform knows what the game moved, and if it may continue.
  useEffect(() => {
    if (launchId === null) return undefined;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = NOTHING;
    const refresh = async (): Promise<void> => {
      const result = document.hidden ? null : await pollLaunch(launchId, control.signal);
      if (control.signal.aborted) return;
      if (result?.ok) {
        const { state, endReason = '' } = result.data;
        const next = { staked: nairaToKobo(result.data.staked) ?? ZERO_KOBO, won: nairaToKobo(result.data.won) ?? ZERO_KOBO };
        if (next.staked !== before.staked || next.won !== before.won) countRound(subKobo(next.staked, before.staked), subKobo(next.won, before.won));
        before = next;
        setSum(next);
        if (state === 'ended') {
          setStage(afterEnd(endReason));
          return;
        }
      }
      timer = setTimeout(() => void refresh(), REFRESH_MS);
    };
    timer = setTimeout(() => void refresh(), REFRESH_MS);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [launchId, setStage]);

  const stop = useCallback(() => setStage({ is: 'rest' }), [setStage]);
  return { stage, sum, frame, start, stop, keepWaiting };
}
