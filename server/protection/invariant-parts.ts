/** What the invariants of accounts and of persons have in common. */

export const PERIOD_OF = (period: string, at: string): string => `date_trunc(${period}, lagos_day(${at})::timestamp)`;

/**
 * Of the deposits `o` of a player: those that counted when the deposit of the step `s` was asked for, by the limit `l`. One that
 * ran out counts while the player says that it was paid.
 */
export const COUNTED_ENDS = `JOIN deposit_step a ON a.deposit_id = o.deposit_id AND a.step = 'asked' AND a.step_id < s.step_id
  LEFT JOIN LATERAL (SELECT step, at FROM deposit_step z WHERE z.deposit_id = o.deposit_id AND z.step_id < s.step_id
      AND z.step IN ('credited', 'failed', 'expired', 'cancelled', 'mismatch', 'held') ORDER BY z.step_id DESC LIMIT 1) ended ON true
  WHERE CASE
    WHEN ended.step = 'credited' THEN ${PERIOD_OF('l.period', 'ended.at')} = ${PERIOD_OF('l.period', 's.at')}
    WHEN ended.step = 'expired' THEN o.closes_at > s.at AND EXISTS (SELECT FROM deposit_step c
      WHERE c.deposit_id = o.deposit_id AND c.step = 'claimed' AND c.step_id < s.step_id)
    ELSE ended.step IS NULL AND coalesce(o.ran_out_at, o.closes_at) > s.at END`;
