/**
 * Asks the host again, because the platform's capabilities may change while the app is open: an operator deploys, or a host that
 * started before its platform reaches it at last.
 */
import { hostStore } from '../../state/catalogue';
import type { Host } from './host';

/** A host that could not ask its platform yet is asked again this often. */
export const PROVISIONAL_MS = 60_000;
/** An app that becomes visible after this time asks whether anything changed. The answer is nearly always a 304. */
export const RECHECK_MS = 5 * 60_000;

/**
 * Starts to follow the host after the first question, which the start of the page asks. A hidden app asks nothing. The returned function ends
 * it.
 */
export function followHost(host: Host): () => void {
  const isOver = new AbortController();
  let lastAskedAt = performance.now();
  const ask = () => {
    lastAskedAt = performance.now();
    void host.load();
  };
  const askIfOld = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && performance.now() - lastAskedAt >= RECHECK_MS) ask();
  };
  document.addEventListener('visibilitychange', askIfOld, { signal: isOver.signal });
  window.addEventListener('online', askIfOld, { signal: isOver.signal });
  const timer = setInterval(() => {
    const isProvisional = hostStore.getState().config?.provisional === true;
    if (isProvisional && document.visibilityState === 'visible') ask();
  }, PROVISIONAL_MS);
  return () => {
    isOver.abort();
    clearInterval(timer);
  };
}
