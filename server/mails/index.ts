/** The door of `mails`: letters to a player. */
export { mailPlayer, momentWords } from './to-player';
export type { Sends } from './to-player';
