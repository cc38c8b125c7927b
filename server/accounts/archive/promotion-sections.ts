/** The archive's files about promotions, the leaderboard and favourites. The files about money hold the bonuses. */
import { count, computed, naira, text, time, yesNo } from './csv-cells';
import type { Section } from './section';

export const PROMOTION_SECTIONS: readonly Section[] = [
  {
    file: 'promotions.csv',
    description: 'Every promotion you claimed, with the version of its terms, and every draw you entered, with what you won in it, or why your entry could not win.',
    format: 'csv',
    sql: `SELECT promotion_id, at, version, wallet_id, NULL AS entry_id, NULL::integer AS place, NULL::bigint AS prize, NULL AS bar
          FROM promotion_claim WHERE user_id = $1
          UNION ALL
          SELECT d.promotion_id, e.at, NULL, NULL, e.entry_id, w.place, w.prize, e.bar
          FROM draw_entry e JOIN draw d USING (draw_id) LEFT JOIN draw_winner w USING (entry_id) WHERE e.user_id = $1
          ORDER BY at, promotion_id`,
    columns: {
      promotion: text('promotion_id'), at: time('at'), termsVersion: count('version'), bonus: text('wallet_id'), entry: text('entry_id'),
      place: count('place'), prize: naira('prize'), couldNotWin: text('bar'),
    },
  },
  {
    file: 'leaderboard.csv',
    description: 'Your choice to appear on the leaderboard, and your best rounds of the weeks that we store.',
    format: 'csv',
    sql: `SELECT 'choice' AS what, changed_at AS at, opted_in AS seen, NULL AS week, NULL AS game_id, NULL::bigint AS multiplier
          FROM leaderboard_choice WHERE user_id = $1
          UNION ALL
          SELECT 'best round', at, shown, week::text, game_id, multiplier FROM leaderboard_best WHERE user_id = $1 AND board = game_id
          ORDER BY at, what`,
    columns: {
      what: text('what'), at: time('at'), seen: yesNo('seen'), week: text('week'), game: text('game_id'),
      multiplier: computed(({ multiplier }) => (typeof multiplier === 'number' ? (multiplier / 100).toFixed(2) : '')),
    },
  },
  {
    file: 'favourites.csv',
    description: 'The games that you marked with a heart.',
    format: 'csv',
    sql: 'SELECT game_id, at FROM favourite WHERE user_id = $1 ORDER BY at, game_id',
    columns: { game: text('game_id'), at: time('at') },
  },
];
