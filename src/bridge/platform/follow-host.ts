/**
 * Asks the host again, because the platform's capabilities may change while the app is open: an operator deploys, or a host that
 * started before its platform reaches it at last.
 */
import { hostStore } from '../../state/catalogue';
import type { Host } from './host';

/** How often a host is asked again that could not ask its platform yet. */
export const PROVISIONAL_MS = 60_000;
/** An app that is looked at again after so long asks whether anything changed; the answer is a 304 nearly always. */
export const RECHECK_MS = 5 * 60_000;

/** After the first question, which the start asks. Never while the app is hidden. */
export function followHost(host: Host): void {
  let lastAskedAt = performance.now();
  const ask = () => {
    lastAskedAt = performance.now();
    void host.load();
  };
  const askIfOld = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && performance.now() - lastAskedAt >= RECHECK_MS) ask();
  };
  document.addEventListener('visibilitychange', askIfOld);
  window.addEventListener('online', askIfOld);
  setInterval(() => {
    const isProvisional = hostStore.getState().config?.provisional === true;
    if (isProvisional && document.visibilityState === 'visible') ask();
  }, PROVISIONAL_MS);
}
