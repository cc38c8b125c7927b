/** Tells whether the page is visible, and waits for that. A hidden page asks for nothing, because the player pays for each question. */

export const isPageVisible = (): boolean => document.visibilityState === 'visible';

function whenVisibilityIs(target: boolean, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isPageVisible() === target || end.aborted) resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: end });
    end.addEventListener('abort', check, { once: true });
    check();
  });
}

/** Resolves as soon as the page is visible: at once where it is. */
export function whenPageVisible(): Promise<void> {
  const end = new AbortController();
  return whenVisibilityIs(true, end.signal).finally(() => end.abort());
}

/** Resolves after `ms`, or earlier when the signal ends or the page is hidden. */
export async function pauseWhileVisible(ms: number, signal: AbortSignal): Promise<void> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), ms);
  const stop = () => end.abort();
  signal.addEventListener('abort', stop, { signal: end.signal });
  if (signal.aborted) stop();
  await whenVisibilityIs(false, end.signal);
  clearTimeout(timer);
  stop();
}
