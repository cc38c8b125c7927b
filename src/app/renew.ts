import { reloadPage } from '../state/reload';

/** Loads the page anew, as the newest version where there is one. */
export async function renew(): Promise<void> {
  const runtime = await import('../bridge/runtime').catch(() => null);
  if (runtime) await runtime.renewPage();
  else reloadPage();
}
