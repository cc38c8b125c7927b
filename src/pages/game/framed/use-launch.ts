/** One launch of a framed game: from the press on Load until its frame is gone. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { launchFramed, leaveLaunch, lookAtLaunch } from '../../../bridge/actions/frames';
import { beBusy } from '../../../bridge/busy';
import { sinceStart } from '../../../bridge/clock';
import { loadProtection } from '../../../bridge/protection';
import { recheckSession } from '../../../bridge/sync-worker';
import { messageFrom } from '../../../core/frames/messages';
import type { FrameMessage } from '../../../core/frames/messages';
import type { CallError } from '../../../core/errors';
import { ZERO_KOBO, nairaToKobo, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { countRound, hearProtecting } from '../use-reality-check';
import { frameOrigin } from './frame-origin';

/** Without a word of the game for this long, the player is asked whether to wait on. */
export const SLOW_MS = 20_000;
const LOOK_MS = 5_000;

export interface Framed {
  readonly launchId: string;
  readonly url: string;
  readonly origin: string;
}

export type Stage =
  | { readonly is: 'rest' | 'launching' }
  | { readonly is: 'loading'; readonly framed: Framed; readonly loaded: number; readonly slow: boolean }
  | { readonly is: 'ready'; readonly framed: Framed; readonly startedAt: number }
  | { readonly is: 'refused'; readonly error: CallError }
  | { readonly is: 'failed' | 'blocked' }
  | { readonly is: 'ended'; readonly reason: string };

export interface Sum {
  readonly staked: Kobo;
  readonly won: Kobo;
}

const NOTHING: Sum = { staked: ZERO_KOBO, won: ZERO_KOBO };

/** What stops play for the player’s sake has words of its own on the page, once that is known here. */
function afterEnd(reason: string): Stage {
  if (reason !== 'protected' && reason !== 'reality-check') return { is: 'ended', reason };
  void loadProtection();
  void recheckSession();
  return { is: 'rest' };
}

export const framedOf = (stage: Stage): Framed | null => ('framed' in stage ? stage.framed : null);

export function useLaunch(gameId: string, onNavigate: (to: 'deposit' | 'lobby') => void) {
  const [stage, setStage] = useState<Stage>({ is: 'rest' });
  const [sum, setSum] = useState(NOTHING);
  const frame = useRef<HTMLIFrameElement>(null);
  const here = useRef(true);
  const framed = framedOf(stage);
  const launchId = framed?.launchId ?? null;
  const isLoading = stage.is === 'loading' && !stage.slow;

  const start = useCallback(async () => {
    setStage({ is: 'launching' });
    setSum(NOTHING);
    const result = await launchFramed(gameId);
    if (!result.ok) {
      if (result.error.problem) hearProtecting(result.error.problem);
      setStage(result.error.code === 'canceled' ? { is: 'rest' } : { is: 'refused', error: result.error });
      return;
    }
    const { launchId: id, url } = result.data;
    const origin = frameOrigin(url, location.hostname);
    if (origin === null || !here.current) {
      void leaveLaunch(id);
      setStage({ is: 'failed' });
      return;
    }
    setStage({ is: 'loading', framed: { launchId: id, url, origin }, loaded: 0, slow: false });
  }, [gameId]);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  // As long as the frame stands nobody loads the page anew; whichever way it goes, the platform is told.
  useEffect(() => {
    if (launchId === null) return undefined;
    const free = beBusy();
    return () => {
      free();
      void leaveLaunch(launchId);
    };
  }, [launchId]);

  const hear = useCallback((message: FrameMessage) => {
    if (message.type === 'navigate') return onNavigate(message.to);
    setStage((now) => {
      if (!('framed' in now)) return now;
      if (message.type === 'error') return { is: 'failed' };
      if (now.is === 'ready') return now;
      return message.type === 'ready' ? { is: 'ready', framed: now.framed, startedAt: sinceStart() } : { ...now, loaded: message.loaded, slow: false };
    });
  }, [onNavigate]);

  useEffect(() => {
    if (framed === null) return undefined;
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = messageFrom(event, { origin: framed.origin, source: frame.current?.contentWindow ?? null });
      if (message !== null) hear(message);
    };
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setStage({ is: 'blocked' });
    };
    addEventListener('message', onMessage);
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => {
      removeEventListener('message', onMessage);
      document.removeEventListener('securitypolicyviolation', onViolation);
    };
  }, [framed, hear]);

  const loaded = stage.is === 'loading' ? stage.loaded : 0;
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setStage((now) => (now.is === 'loading' ? { ...now, slow: true } : now)), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isLoading, loaded]);

  // What the game moved, and whether it may go on, is the platform's word.
  useEffect(() => {
    if (launchId === null) return undefined;
    const given = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known = NOTHING;
    const look = async (): Promise<void> => {
      const result = document.hidden ? null : await lookAtLaunch(launchId, given.signal);
      if (given.signal.aborted) return;
      if (result?.ok) {
        const { state, endReason = '' } = result.data;
        const next = { staked: nairaToKobo(result.data.staked) ?? ZERO_KOBO, won: nairaToKobo(result.data.won) ?? ZERO_KOBO };
        if (next.staked !== known.staked || next.won !== known.won) countRound(subKobo(next.staked, known.staked), subKobo(next.won, known.won));
        known = next;
        setSum(next);
        if (state === 'ended') {
          setStage(afterEnd(endReason));
          return;
        }
      }
      timer = setTimeout(() => void look(), LOOK_MS);
    };
    timer = setTimeout(() => void look(), LOOK_MS);
    return () => {
      given.abort();
      clearTimeout(timer);
    };
  }, [launchId]);

  const stop = useCallback(() => setStage({ is: 'rest' }), []);
  const waitOn = useCallback(() => setStage((now) => (now.is === 'loading' ? { ...now, slow: false } : now)), []);
  return { stage, sum, frame, start, stop, waitOn };
}
