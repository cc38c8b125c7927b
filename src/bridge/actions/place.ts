/** Where the platform sees this browser; the answer is `useApp((app) => app.place)`. */
import { guestBridge } from '../guest';

export const { load: loadPlace } = guestBridge.place;
