/** Where the platform sees this browser; the answer is `useApp((app) => app.place)`. */
import { bridge } from '../index';

export const { load: loadPlace } = bridge.place;
