/** The public interface of `support`: messages and feedback to the team, and its answers. */
export { deleteOldPictures } from './old-pictures';
export { listThreadsOf } from './player-threads';
export { registerSupport } from './routes';
