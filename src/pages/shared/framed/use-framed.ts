/** Shows a provider's page in a frame and listens to its messages as long as the frame is there. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { steadyNow } from '../../../bridge/platform/clock';
import { messageFrom } from '../../../core/frames/messages';
import { frameOf, stageAfter, withSlow } from './stage';
import type { FrameAddress, Stage } from './stage';

/** After this time without a message from the frame the player is asked whether to keep waiting. */
export const SLOW_MS = 20_000;

/** `onNavigate` is called when the player asks for another page inside the frame; without it that message is ignored. */
export function useFramed<F extends FrameAddress>(onNavigate?: (to: 'deposit' | 'lobby') => void) {
  const [stage, setStage] = useState<Stage<F>>({ is: 'rest' });
  const frame = useRef<HTMLIFrameElement>(null);
  const framed = frameOf(stage);
  const isLoading = stage.is === 'loading' && !stage.slow;

  useEffect(() => {
    if (framed === null) return undefined;
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = messageFrom(event, { origin: framed.origin, source: frame.current?.contentWindow ?? null });
      if (message?.type === 'navigate') onNavigate?.(message.to);
      else if (message !== null) setStage((now) => stageAfter(now, message, steadyNow()));
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
  }, [framed, onNavigate]);

  const loaded = stage.is === 'loading' ? stage.loaded : 0;
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setStage((now) => withSlow(now, true)), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isLoading, loaded]);

  const keepWaiting = useCallback(() => setStage((now) => withSlow(now, false)), []);
  return { stage, setStage, frame, keepWaiting };
}
