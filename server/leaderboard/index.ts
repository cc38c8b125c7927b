/** The public interface of `leaderboard`: the leaderboard of a week. */
export { startLeaderboard } from './collect';
export { registerLeaderboard } from './routes';
