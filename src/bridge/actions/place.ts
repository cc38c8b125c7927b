/** Where the platform sees this browser; the answer is `useApp((app) => app.place)`. */
export { loadPlace } from '../platform/known-place';
