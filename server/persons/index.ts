/** The door of `persons`: several accounts of one person. */
export { answerHints, becomes, follow, lockInvolved, makeSecond, passOn } from './link';
export type { Becomes } from './link';
export { registerLookalikes } from './routes';
