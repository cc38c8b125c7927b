/** What the player wrote to the team, and what the team answered. */
import { made, text, time, yesNo } from './cells';
import type { Section } from './section';

export const SUPPORT_SECTIONS: readonly Section[] = [
  {
    file: 'messages.csv',
    about: 'What you wrote to us, and what we answered. A picture you sent along is told, not repeated.',
    is: 'csv',
    // Never who of the team it was.
    sql: `SELECT m.at, t.kind, t.category, m.from_team, m.text, p.number IS NOT NULL AS has_picture
          FROM support_thread t JOIN support_message m USING (thread_id) LEFT JOIN support_picture p USING (thread_id, number)
          WHERE t.user_id = $1 ORDER BY m.at, t.thread_id, m.number`,
    columns: {
      at: time('at'), kind: text('kind'), category: text('category'), from: made((row) => (row['from_team'] === true ? 'team' : 'player')),
      text: text('text'), picture: yesNo('has_picture'),
    },
  },
];
