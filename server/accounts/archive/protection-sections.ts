/** The archive's files about protection: limits, breaks and exclusions, reality checks, and activity by day. */
import { count, naira, text, time } from './csv-cells';
import { toInstant } from './section';
import type { Section } from './section';

export const PROTECTION_SECTIONS: readonly Section[] = [
  {
    file: 'limits.csv',
    description: 'Your limits as they are now, and higher ones that you can still confirm. No amount means no limit.',
    format: 'csv',
    sql: `SELECT 'holds' AS state, kind, period, amount, set_at, NULL::timestamptz AS from_at, NULL::timestamptz AS until_at
          FROM player_limit WHERE user_id = $1
          UNION ALL SELECT 'waits', kind, period, amount, asked_at, from_at, until_at FROM limit_raise WHERE user_id = $1
          ORDER BY kind, period, state`,
    columns: {
      state: text('state'), kind: text('kind'), period: text('period'), amount: naira('amount'), askedAt: time('set_at'),
      from: time('from_at'), until: time('until_at'),
    },
  },
  {
    file: 'limit-changes.csv',
    description: 'Every change of a limit that you requested, and our corrections.',
    format: 'csv',
    sql: 'SELECT at, kind, period, what, amount FROM limit_change WHERE user_id = $1 ORDER BY change_id',
    columns: { at: time('at'), kind: text('kind'), period: text('period'), what: text('what'), amount: naira('amount') },
  },
  {
    file: 'exclusions.csv',
    description: 'Every break and self-exclusion that you requested. No end means for good. No length means a correction by us.',
    format: 'csv',
    sql: 'SELECT at, length, ends_at, state, until FROM exclusion WHERE user_id = $1 ORDER BY exclusion_id',
    columns: { at: time('at'), length: text('length'), endsAt: time('ends_at'), stateThen: text('state'), heldUntil: time('until') },
  },
  {
    file: 'same-person.csv',
    description:
      'Every time another account turned out to be yours or looked like yours, with the reason and the result. The file says nothing else about the other account.',
    format: 'csv',
    // A second account may be a stranger's, so no row says what happens to the person's other accounts later.
    sql: `SELECT at, 'same identity' AS why, at AS ended_at, 'linked' AS how
          FROM (SELECT at, person_id, lag(person_id) OVER (ORDER BY link_id) AS before FROM person_link WHERE user_id = $1) link
          WHERE person_id IS NOT NULL AND before IS NULL
          UNION ALL SELECT at, 'identity', at, CASE WHEN user_id = $1 THEN 'found to be another account’s' ELSE 'found to be yours' END
            FROM person_separation WHERE user_id = $1 OR other_id = $1
          UNION ALL SELECT h.at, h.kind, e.at, e.how FROM person_hint h LEFT JOIN person_hint_end e USING (hint_id)
            WHERE (h.user_id = $1 OR h.other_id = $1) AND (h.user_id <> $1 OR h.kind <> 'nin' OR NOT (
              EXISTS (SELECT FROM person_hint b WHERE b.user_id = $1 AND b.kind = 'nin' AND b.hint_id < h.hint_id)
              OR EXISTS (SELECT FROM person_hint_end b WHERE b.hint_id = h.hint_id AND b.at < e.at)))
          ORDER BY at, why`,
    columns: { at: time('at'), why: text('why'), endedAt: time('ended_at'), how: text('how') },
  },
  {
    file: 'protection-events.json',
    description: 'Your settings of the reality check, the reality checks you saw, and your answer to our offer of limits.',
    format: 'list',
    sql: 'SELECT at, what, detail FROM protection_event WHERE user_id = $1 ORDER BY event_id',
    toJson: (row) => ({ at: toInstant(row['at']), what: row['what'], detail: row['detail'] }),
  },
  {
    file: 'advice.csv',
    description: 'What we told you about your play: your own figures of the seven days before.',
    format: 'csv',
    sql: 'SELECT at, level, deposited, staked, won, played_ms / 60000 AS minutes FROM protection_advice WHERE user_id = $1 ORDER BY advice_id',
    columns: {
      at: time('at'), level: count('level'), paidIn: naira('deposited'), staked: naira('staked'), won: naira('won'), minutesPlayed: count('minutes'),
    },
  },
  {
    file: 'activity.csv',
    description: 'The sums you staked, won, deposited and withdrew on each day in Lagos, and the minutes you played.',
    format: 'csv',
    sql: `SELECT day::text AS day, staked, won, deposited, withdrawn, rounds, played_ms / 60000 AS minutes
          FROM activity_day WHERE user_id = $1 ORDER BY activity_day.day`,
    columns: {
      day: text('day'), staked: naira('staked'), won: naira('won'), deposited: naira('deposited'), withdrawn: naira('withdrawn'),
      rounds: count('rounds'), minutesPlayed: count('minutes'),
    },
  },
];
