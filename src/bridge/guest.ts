/** The part of this page's bridge that every page needs. It is made when the first module imports this file. */
import { createGuestBridge } from './create-guest-bridge';

export const guestBridge = createGuestBridge((input, init) => globalThis.fetch(input, init));
