/** The public interface of `desk-work`: the work that waits for people at the desk. */
export { registerDeskWork } from './routes';
