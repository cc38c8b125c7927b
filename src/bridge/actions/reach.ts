/** Says whether the platform can be reached, before a payment is started whose answer might get lost. */
import { guestBridge } from '../guest';
import { isReached as isPlatformReached } from '../platform/reach';

/** Costs nothing while the platform answers. Never rejects. */
export const isReached = (): Promise<boolean> => isPlatformReached(guestBridge.calls);
