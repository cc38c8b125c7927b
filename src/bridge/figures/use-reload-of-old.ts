import { useEffect, useEffectEvent } from 'react';
import type { CallError } from '../../core/errors';
import { onPollAnswered } from '../../state/figures';
import { isSeen } from '../page/visibility';

/** What decides whether a page asks again. */
interface Shown {
  /** A question is under way. */
  readonly isAsking: boolean;
  /** The data are of an earlier time. */
  readonly isOld: boolean;
  /** Of the last try. */
  readonly error: CallError | null;
}

/**
 * Loads again what is old, or failed and may succeed later, after each poll that the platform answers. When the connection comes back
 * all is asked for once; that question may be lost, too, and nothing else would ask again while the page stays open. One that nobody sees
 * asks for nothing: as soon as it is seen again there is a poll.
 */
export function useReloadOfOld(shown: () => Shown, reload: () => void): void {
  const reloadOld = useEffectEvent(() => {
    const { isAsking, isOld, error } = shown();
    // A platform that wants to be left alone for a while is.
    const mayRetry = error === null ? isOld : error.retryable && error.retryAfterMs === undefined;
    if (!isAsking && mayRetry && isSeen()) reload();
  });
  useEffect(() => onPollAnswered(() => reloadOld()), []);
}
