/** Tells whether the platform can be reached, before an intent is made about which it would have to be asked later. */
import { getBalance } from '../../core/contract/player';
import { connectionStore } from '../../state/connection';
import type { Calls } from './calls';

/** Nobody who pressed a button waits longer for a connection that was gone a moment ago. */
export const PROBE_DEADLINE_MS = 3_000;

const isOffline = () => ['offline', 'portal'].includes(connectionStore.getState().reach);

/**
 * True unless the last call did not get through and neither does a short question now, past every cache. Costs nothing
 * while the platform answers. Never rejects.
 */
export async function isReached({ callAsPlayer }: Calls): Promise<boolean> {
  if (!isOffline()) return true;
  // The connection store learns from the answer, as from that of every call.
  await callAsPlayer(getBalance, ({ userId }) => ({ params: { userId }, noStore: true, deadlineMs: PROBE_DEADLINE_MS }));
  return !isOffline();
}
