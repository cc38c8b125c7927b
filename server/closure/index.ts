/** The door of `closure`: how a player closes the account. */
export { registerClosure } from './routes';
