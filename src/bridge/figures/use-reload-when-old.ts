import { useEffect, useEffectEvent } from 'react';
import type { CallError } from '../../core/errors';
import { onPollAnswered } from '../../state/figures';
import { isPageVisible } from '../page/visibility';

/** The state of a page's data, which decides whether they are loaded again. */
interface DataState {
  /** A load is under way. */
  readonly isAsking: boolean;
  /** The data are of an earlier time. */
  readonly isOld: boolean;
  /** The error of the last load; null where it succeeded. */
  readonly error: CallError | null;
}

/**
 * After each poll that the platform answers, loads data again that are old, or whose load failed and may succeed later. When the
 * connection comes back all pages load once, but that call may be lost, too, and nothing else would repeat it while the page
 * stays open. A hidden page loads nothing, because a poll follows as soon as it is visible.
 */
export function useReloadWhenOld(currentData: () => DataState, reload: () => void): void {
  const reloadOld = useEffectEvent(() => {
    const { isAsking, isOld, error } = currentData();
    // A platform that asked for a pause (`Retry-After`) gets it.
    const mayRetry = error === null ? isOld : error.retryable && error.retryAfterMs === undefined;
    if (!isAsking && mayRetry && isPageVisible()) reload();
  });
  useEffect(() => onPollAnswered(() => reloadOld()), []);
}
