/** The public interface of `support`: messages and feedback to the team, and its answers. */
export { registerSupport } from './routes';
