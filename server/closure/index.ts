/** The public interface of `closure`: closing an account. */
export { registerClosure } from './routes';
