/** The archive's file of messages between the player and the team. */
import { computed, text, time, yesNo } from './csv-cells';
import type { Section } from './section';

export const SUPPORT_SECTIONS: readonly Section[] = [
  {
    file: 'messages.csv',
    description: 'Your messages to us, and our answers. The file says which had a picture; it does not hold the pictures.',
    format: 'csv',
    // The member of the team must stay unnamed.
    sql: `SELECT m.at, t.kind, t.category, m.from_team, m.text, p.number IS NOT NULL AS has_picture
          FROM support_thread t JOIN support_message m USING (thread_id) LEFT JOIN support_picture p USING (thread_id, number)
          WHERE t.user_id = $1 ORDER BY m.at, t.thread_id, m.number`,
    columns: {
      at: time('at'), kind: text('kind'), category: text('category'), from: computed((row) => (row['from_team'] === true ? 'team' : 'player')),
      text: text('text'), picture: yesNo('has_picture'),
    },
  },
];
