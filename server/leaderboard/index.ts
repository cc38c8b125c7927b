/** The public interface of `leaderboard`: the leaderboard of a week. */
export { collectRounds, startLeaderboard } from './collect';
export { registerLeaderboard } from './routes';
