/** The public interface of `identity`: the check of the national identity number. */
export { registerIdentity } from './routes';
