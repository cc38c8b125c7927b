/** The rules that look for harm. */
import { activeSql, figure, KOBO, threshold } from '../watched-rule';
import type { WatchedRule } from '../watched-rule';
import { DISTRESS_PATTERN } from './distress';

/** Returns the middle value of some amounts; the lower one of two. 0 where there are none. */
export function medianOf(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const depositsAboveUsual: WatchedRule = {
  rule: 'deposits-above-usual',
  sql: `WITH ${activeSql('deposit')}
    SELECT a.user_id, $week::text AS period, w.total AS "weekKobo", (
      SELECT json_agg(b.total) FROM (
        SELECT coalesce(sum(d.deposited), 0)::bigint AS total FROM generate_series(1, 8) n
          LEFT JOIN activity_day d ON d.user_id = a.user_id AND d.day >= $week::date - n * 7 AND d.day < $week::date - (n - 1) * 7 GROUP BY n) b) AS "weeksBeforeKobo"
    FROM active a CROSS JOIN LATERAL (SELECT coalesce(sum(deposited), 0)::bigint AS total FROM activity_day WHERE user_id = a.user_id AND day >= $week::date) w`,
  fires: ({ weekKobo, weeksBeforeKobo }, t) => {
    const before = (Array.isArray(weeksBeforeKobo) ? weeksBeforeKobo : []).filter((amount) => amount > 0);
    return before.length >= threshold(t, 'leastWeeks') && typeof weekKobo === 'number' && weekKobo >= threshold(t, 'leastNaira') * KOBO
      && weekKobo > threshold(t, 'times') * medianOf(before);
  },
};

const failedDeposits: WatchedRule = {
  rule: 'failed-deposits',
  sql: `SELECT d.user_id, to_char(lagos_day(s.at), 'YYYY-MM-DD') AS period, max(c.n)::int AS failed, max(c.asked)::bigint AS "askedKobo"
    FROM deposit_step s JOIN deposit d USING (deposit_id) CROSS JOIN LATERAL (
      SELECT count(*) AS n, sum(o.amount) AS asked FROM deposit o JOIN deposit_step f USING (deposit_id)
      WHERE o.user_id = d.user_id AND o.created_at > s.at - interval '2 days' AND f.step = 'failed' AND f.at <= s.at
        AND f.at > s.at - make_interval(mins => $minutes::int)) c
    WHERE s.step_id > $depositStep AND s.step = 'failed' GROUP BY 1, 2`,
  fires: (figures, t) => figure(figures, 'failed') >= threshold(t, 'failed'),
};

const playAfterWithdrawal: WatchedRule = {
  rule: 'play-after-withdrawal',
  sql: `WITH ${activeSql('stake')}
    SELECT a.user_id, $week::text AS period, count(*)::int AS withdrawals, sum(w.amount)::bigint AS "askedKobo"
    FROM active a JOIN withdrawal w USING (user_id)
    WHERE w.created_at > $now::timestamptz - make_interval(days => $days::int) AND EXISTS (
      SELECT FROM ledger_entry e WHERE e.user_id = a.user_id AND e.balance_after IS NOT NULL AND e.kind = 'stake' AND e.amount < 0
        AND e.at > w.created_at AND e.at <= w.created_at + make_interval(hours => $hours::int))
    GROUP BY a.user_id`,
  fires: (figures, t) => figure(figures, 'withdrawals') >= threshold(t, 'withdrawals'),
};

const nightPlay: WatchedRule = {
  rule: 'night-play',
  sql: `WITH ${activeSql('stake')}
    SELECT a.user_id, $week::text AS period, count(DISTINCT lagos_day(e.at))::int AS nights, sum(-e.amount)::bigint AS "stakedKobo"
    FROM active a JOIN ledger_entry e ON e.user_id = a.user_id AND e.balance_after IS NOT NULL AND e.at >= lagos_midnight($week::date) AND e.at <= $now
    WHERE e.kind = 'stake' AND e.amount < 0
      AND extract(hour FROM e.at AT TIME ZONE 'UTC' + interval '1 hour') >= $fromHour::int AND extract(hour FROM e.at AT TIME ZONE 'UTC' + interval '1 hour') < $toHour::int
    GROUP BY a.user_id`,
  fires: (figures, t) => figure(figures, 'nights') >= threshold(t, 'nights'),
};

const limitRaises: WatchedRule = {
  rule: 'limit-raises',
  sql: `SELECT c.user_id, $month::text AS period, (
      SELECT count(*) FROM limit_change o WHERE o.user_id = c.user_id AND o.what = 'asked' AND o.at > $now::timestamptz - make_interval(days => $days::int))::int AS raises
    FROM limit_change c WHERE c.change_id > $change AND c.what = 'asked' GROUP BY c.user_id`,
  fires: (figures, t) => figure(figures, 'raises') >= threshold(t, 'raises'),
};

const longPlay: WatchedRule = {
  rule: 'long-play',
  sql: `WITH ${activeSql('stake')}
    SELECT a.user_id, to_char(l.play_started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS period,
      floor(extract(epoch FROM l.play_last_at - l.play_started_at) / 60)::int AS "playedMinutes", l.play_staked AS "stakedKobo", l.play_won AS "wonKobo", l.play_rounds AS rounds
    FROM active a JOIN ledger_account l ON l.account_id = 'real:' || a.user_id WHERE l.play_last_at IS NOT NULL`,
  fires: (figures, t) => figure(figures, 'playedMinutes') > threshold(t, 'minutes'),
};

const depositAtZero: WatchedRule = {
  rule: 'deposit-at-zero',
  sql: `WITH ${activeSql('deposit')}
    SELECT e.user_id, $day::text AS period, count(*)::int AS deposits, sum(e.amount)::bigint AS "depositedKobo"
    FROM active a JOIN ledger_entry e ON e.user_id = a.user_id AND e.balance_after IS NOT NULL AND e.account_id = 'real:' || a.user_id AND e.at >= lagos_midnight($day::date)
      JOIN LATERAL (SELECT p.at FROM ledger_entry p WHERE p.user_id = e.user_id AND p.balance_after IS NOT NULL AND p.entry_id < e.entry_id AND p.kind = 'stake'
        ORDER BY p.entry_id DESC LIMIT 1) p ON true
      LEFT JOIN deposit d ON d.transaction_id = e.transaction_id
    WHERE e.kind = 'deposit' AND e.balance_before <= $leftNaira::bigint * 100 AND coalesce(d.created_at, e.at) <= p.at + make_interval(mins => $minutes::int)
    GROUP BY e.user_id`,
  fires: (figures, t) => figure(figures, 'deposits') >= threshold(t, 'deposits'),
};

const distressWords: WatchedRule = {
  rule: 'distress-words',
  sql: `SELECT t.user_id, to_char(lagos_day(m.at), 'YYYY-MM-DD') AS period, count(*)::int AS messages, string_agg(DISTINCT substring(lower(m.text) FROM '${DISTRESS_PATTERN}'), ', ') AS words
    FROM support_thread t JOIN support_message m USING (thread_id)
    WHERE t.state IN ('waiting', 'answered', 'closed') AND t.updated_at > $since AND m.at > $since AND NOT m.from_team AND t.user_id IS NOT NULL AND lower(m.text) ~ '${DISTRESS_PATTERN}'
    GROUP BY 1, 2`,
  fires: (figures, t) => figure(figures, 'messages') >= threshold(t, 'messages'),
};

export const HARM_RULES: readonly WatchedRule[] = [
  depositsAboveUsual, failedDeposits, playAfterWithdrawal, nightPlay, limitRaises, longPlay, depositAtZero, distressWords,
];
