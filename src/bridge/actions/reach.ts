/** Whether money can leave the phone at all, asked before something is made that has to be asked about later. */
import { bridge } from '../index';
import { isReached as isPlatformReached } from '../platform/reach';

/** Costs nothing while the platform answers. Never rejects. */
export const isReached = (): Promise<boolean> => isPlatformReached(bridge.calls);
