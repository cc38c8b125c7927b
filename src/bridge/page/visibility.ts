/** Whether somebody can see the page. A hidden page asks for nothing, because the player pays for each question. */

export const isSeen = (): boolean => document.visibilityState === 'visible';

function afterChange(target: boolean, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isSeen() === target || end.aborted) resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: end });
    end.addEventListener('abort', check, { once: true });
    check();
  });
}

/** Resolves as soon as the page is in sight: at once where it is. */
export function whenSeen(): Promise<void> {
  const end = new AbortController();
  return afterChange(true, end.signal).finally(() => end.abort());
}

/** Resolves after `ms`, when the signal ends, and as soon as the page is out of sight. */
export async function pauseInSight(ms: number, signal: AbortSignal): Promise<void> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), ms);
  const stop = () => end.abort();
  signal.addEventListener('abort', stop, { signal: end.signal });
  if (signal.aborted) stop();
  await afterChange(false, end.signal);
  clearTimeout(timer);
  stop();
}
