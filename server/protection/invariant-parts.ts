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

/** Of an exclusion `x`: it forbids something, and no correction has ended what was carried to the account. */
export const IS_IN_FORCE = `x.state <> 'none'
  AND NOT EXISTS (SELECT FROM exclusion c WHERE c.user_id = x.user_id AND c.is_correction AND c.exclusion_id > x.exclusion_id)`;

/** The exclusions, each with the part of the history in which it held: until its own end, and not beyond a correction. */
export const HELD_EXCLUSIONS = `SELECT x.*, c.after_entries AS to_entries, c.after_step AS to_step FROM exclusion x
  LEFT JOIN LATERAL (SELECT after_entries, after_step FROM exclusion c
    WHERE c.user_id = x.user_id AND c.is_correction AND c.exclusion_id > x.exclusion_id ORDER BY exclusion_id LIMIT 1) c ON true
  WHERE x.state <> 'none'`;
