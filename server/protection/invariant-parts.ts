/** Parts of SQL that the invariants of accounts and of persons share. */

export const periodOf = (period: string, at: string): string => `date_trunc(${period}, lagos_day(${at})::timestamp)`;

/**
 * Selects the deposits `o` of a player that counted towards the limit `l` when the deposit of the step `s` was requested. An
 * expired deposit counts while the player's claim that it was paid is open.
 */
export const COUNTED_DEPOSITS_JOIN = `JOIN deposit_step a ON a.deposit_id = o.deposit_id AND a.step = 'asked' AND a.step_id < s.step_id
  LEFT JOIN LATERAL (SELECT step, at FROM deposit_step z WHERE z.deposit_id = o.deposit_id AND z.step_id < s.step_id
      AND z.step IN ('credited', 'failed', 'expired', 'cancelled', 'mismatch', 'held') ORDER BY z.step_id DESC LIMIT 1) ended ON true
  WHERE CASE
    WHEN ended.step = 'credited' THEN ${periodOf('l.period', 'ended.at')} = ${periodOf('l.period', 's.at')}
    WHEN ended.step = 'expired' THEN o.closes_at > s.at AND EXISTS (SELECT FROM deposit_step c
      WHERE c.deposit_id = o.deposit_id AND c.step = 'claimed' AND c.step_id < s.step_id)
    ELSE ended.step IS NULL AND coalesce(o.ran_out_at, o.closes_at) > s.at END`;

/** Holds for an exclusion `x` that forbids something and that no correction has ended. */
export const IS_IN_FORCE = `x.state <> 'none'
  AND NOT EXISTS (SELECT FROM exclusion c WHERE c.user_id = x.user_id AND c.is_correction AND c.exclusion_id > x.exclusion_id)`;

/** Selects the exclusions, each with the end of the history that it covers: a correction ends it early. */
export const EXCLUSION_SPANS = `SELECT x.*, c.after_entries AS to_entries, c.after_step AS to_step FROM exclusion x
  LEFT JOIN LATERAL (SELECT after_entries, after_step FROM exclusion c
    WHERE c.user_id = x.user_id AND c.is_correction AND c.exclusion_id > x.exclusion_id ORDER BY exclusion_id LIMIT 1) c ON true
  WHERE x.state <> 'none'`;
