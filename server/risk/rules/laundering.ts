/** The rules that look for money laundering, and for people who play for somebody who may not. */
import { activeSql, figure, KOBO, PERSON, threshold } from '../watched-rule';
import type { WatchedRule } from '../watched-rule';

/** The rules that hold payouts run for one player, too. */
const IS_ASKED_ABOUT = '($player::text IS NULL OR w.user_id = $player)';

/**
 * SQL: the real money of a round `r` that was staked and not at risk. All of a round counts as at risk, with two exceptions: nothing of one that
 * paid back exactly its stake, like mines that are left before the first field, and of one with several bets only what it moved (the stake less what
 * it paid, or the other way round), because bets like red and black pay for each other.
 */
const SAFE_STAKE = `((r.stake - least(r.stake, abs(r.stake - r.win))) * (r.stake - r.bonus_staked) / r.stake)`;
const IS_PARTLY_SAFE = `(r.win = r.stake OR CASE WHEN jsonb_typeof(r.bet -> 'bets') = 'array' THEN jsonb_array_length(r.bet -> 'bets') > 1 ELSE false END)`;

const inAndOut: WatchedRule = {
  rule: 'in-and-out',
  sql: `WITH asked AS (
      SELECT w.user_id, lagos_day(w.created_at) AS day, sum(w.amount) AS amount FROM withdrawal_step s JOIN withdrawal w USING (withdrawal_id)
      WHERE s.step_id > $payoutStep AND s.step = 'asked' AND w.state NOT IN ('refused', 'failed') AND ${IS_ASKED_ABOUT} GROUP BY 1, 2)
    SELECT w.user_id, to_char(w.day, 'YYYY-MM-DD') AS period, w.amount::bigint AS "askedKobo", f.deposited::bigint AS "paidInKobo",
      f.staked::bigint AS "stakedKobo", greatest(0, f.staked - coalesce(i.safe, 0))::bigint AS "atRiskKobo"
    FROM asked w CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.deposited), 0) AS deposited, coalesce(sum(d.staked), 0) AS staked FROM activity_day d
      WHERE d.user_id = w.user_id AND d.day > w.day - $days::int AND d.day <= w.day) f
    LEFT JOIN LATERAL (
      SELECT sum(${SAFE_STAKE}) AS safe FROM round r
      WHERE r.user_id = w.user_id AND r.at >= lagos_midnight(w.day - $days::int + 1) AND r.at < lagos_midnight(w.day + 1) AND ${IS_PARTLY_SAFE}) i
      ON f.deposited >= $leastNaira::bigint * ${KOBO}`,
  fires: (figures, t) => {
    const [asked, paidIn, atRisk] = [figure(figures, 'askedKobo'), figure(figures, 'paidInKobo'), figure(figures, 'atRiskKobo')];
    return paidIn >= threshold(t, 'leastNaira') * KOBO && atRisk * 100 < paidIn * threshold(t, 'playedPercent') && asked * 100 >= paidIn * threshold(t, 'backPercent');
  },
};

const sharedPayoutAccount: WatchedRule = {
  rule: 'shared-payout-account',
  sql: `SELECT w.user_id, w.account_ref::text AS period, w.bank_name || ' ••• ' || w.last_four AS account, o.others::int AS others, o.names AS players
    FROM withdrawal_step s JOIN withdrawal w USING (withdrawal_id) JOIN player p ON p.user_id = w.user_id CROSS JOIN LATERAL (
      SELECT count(DISTINCT coalesce(q.person_id, q.user_id)) AS others, string_agg(DISTINCT q.username, ', ') AS names
      FROM withdrawal e JOIN player q ON q.user_id = e.user_id
      WHERE e.account_ref = w.account_ref AND e.created_at < w.created_at AND coalesce(q.person_id, q.user_id) <> ${PERSON}
        AND NOT EXISTS (SELECT FROM withdrawal own WHERE own.user_id = w.user_id AND own.account_ref = w.account_ref AND own.created_at <= e.created_at)) o
    WHERE s.step_id > $payoutStep AND s.step = 'asked' AND o.others > 0 AND ${IS_ASKED_ABOUT}`,
  fires: (figures, t) => figure(figures, 'others') >= threshold(t, 'others'),
};

/** Five million naira are a large transaction; a report of it is due. */
const REPORT_LIMIT_KOBO = 5_000_000 * KOBO;

const IS_JUST_BELOW = 'm.amount * 100 >= l.kobo * $fromPercent::int';
/** SQL: the accounts of the person of this row's player. */
const ofPerson = (row: string): string =>
  `SELECT ${row}.user_id UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = ${row}.user_id`;

const countOf = (way: string): string => `count(*) FILTER (WHERE ${way})`;
const sumOf = (way: string): string => `coalesce(sum(m.amount) FILTER (WHERE ${way}), 0)`;
const SUM_LIMIT = `(l.kobo * CASE WHEN l.kobo = ${REPORT_LIMIT_KOBO} THEN $sumTimesLarge::int ELSE $sumTimes::int END)::bigint`;
/** SQL: the deposits are as many and as much as the rule looks for. The figures are theirs then, otherwise those of the payouts: never of both. */
const PAYMENTS_IN_FIRE = `(${countOf('NOT m.is_out')} >= $sumAmounts::int AND ${sumOf('NOT m.is_out')} >= ${SUM_LIMIT})`;

/** Many amounts just below a limit, or any amounts below it whose sum of some days is far above: both look like one that was split. */
const justBelowLimit: WatchedRule = {
  rule: 'just-below-limit',
  sql: `WITH changed AS (
      SELECT w.user_id FROM withdrawal_step s JOIN withdrawal w USING (withdrawal_id) WHERE s.step_id > $payoutStep AND s.step = 'asked'
      UNION SELECT d.user_id FROM deposit_step s JOIN deposit d USING (deposit_id) WHERE s.step_id > $depositStep AND s.step = 'credited')
    SELECT c.user_id, $week::text || ' ' || l.kobo AS period, l.kobo AS "limitKobo",
      count(*) FILTER (WHERE ${IS_JUST_BELOW})::int AS amounts, coalesce(sum(m.amount) FILTER (WHERE ${IS_JUST_BELOW}), 0)::bigint AS "sumKobo",
      (CASE WHEN ${PAYMENTS_IN_FIRE} THEN ${countOf('NOT m.is_out')} ELSE ${countOf('m.is_out')} END)::int AS "smallerAmounts",
      (CASE WHEN ${PAYMENTS_IN_FIRE} THEN ${sumOf('NOT m.is_out')} ELSE ${sumOf('m.is_out')} END)::bigint AS "smallerKobo",
      ${SUM_LIMIT} AS "smallerLimitKobo"
    FROM changed c CROSS JOIN unnest(ARRAY[$automaticKobo::bigint, ${REPORT_LIMIT_KOBO}::bigint]) l (kobo) JOIN LATERAL (
      SELECT amount, true AS is_out FROM withdrawal w
      WHERE w.user_id IN (${ofPerson('c')}) AND w.created_at > $now::timestamptz - make_interval(days => $days::int) AND w.state NOT IN ('refused', 'failed')
      UNION ALL SELECT amount, false FROM deposit d
      WHERE d.user_id IN (${ofPerson('c')}) AND d.created_at > $now::timestamptz - make_interval(days => $days::int) AND d.state = 'success' AND l.kobo = ${REPORT_LIMIT_KOBO}
    ) m ON m.amount <= l.kobo
    GROUP BY c.user_id, l.kobo`,
  fires: (figures, t) => figure(figures, 'amounts') >= threshold(t, 'amounts')
    || (figure(figures, 'smallerAmounts') >= threshold(t, 'sumAmounts') && figure(figures, 'smallerKobo') >= figure(figures, 'smallerLimitKobo')),
};

const PAIRS = [['red', 'black'], ['odd', 'even'], ['low', 'high']] as const;
const stakeOn = (spot: string): string => `coalesce(sum(stake) FILTER (WHERE spot = '${spot}'), 0)`;
/** Each player's rounds have draws of their own, so bets of two players cover nothing for each other: these are opposed within a round. */
const COVERED = PAIRS.map(([one, other]) => `2 * least(${stakeOn(one)}, ${stakeOn(other)})`).join(' + ');

const opposedBets: WatchedRule = {
  rule: 'opposed-bets',
  sql: `WITH ${activeSql('stake')}
    SELECT a.user_id, $day::text AS period, count(*)::int AS rounds, sum(r.stake)::bigint AS "stakedKobo"
    FROM active a JOIN round r ON r.user_id = a.user_id AND r.at >= lagos_midnight($day::date) CROSS JOIN LATERAL (
      SELECT (${COVERED})::bigint AS covered FROM jsonb_to_recordset(CASE WHEN jsonb_typeof(r.bet -> 'bets') = 'array' THEN r.bet -> 'bets' ELSE '[]' END) b (spot text, stake numeric)) c
    WHERE c.covered * 100 >= r.stake * $coveredPercent::int GROUP BY a.user_id`,
  fires: (figures, t) => figure(figures, 'rounds') >= threshold(t, 'rounds'),
};

const largeTransactions: WatchedRule = {
  rule: 'large-transactions',
  sql: `WITH ${activeSql('deposit', 'withdrawal')}, person AS (SELECT DISTINCT ON (${PERSON}) ${PERSON} AS person, p.user_id FROM active JOIN player p USING (user_id) ORDER BY ${PERSON}, p.user_id)
    SELECT o.user_id, to_char(d.day, 'YYYY-MM-DD') AS period, sum(d.deposited)::bigint AS "depositedKobo", sum(d.withdrawn)::bigint AS "withdrawnKobo"
    FROM person o JOIN player p ON p.user_id = o.person OR p.person_id = o.person JOIN activity_day d ON d.user_id = p.user_id AND d.day >= $day::date - 1
    GROUP BY o.user_id, d.day`,
  fires: (figures, t) => Math.max(figure(figures, 'depositedKobo'), figure(figures, 'withdrawnKobo')) >= threshold(t, 'naira') * KOBO,
};

const excludedContact: WatchedRule = {
  rule: 'excluded-contact',
  sql: `WITH ${activeSql('deposit', 'stake')}, contact AS (
      SELECT a.user_id, CASE WHEN h.user_id = a.user_id THEN h.other_id ELSE h.user_id END AS other, h.kind AS shares
      FROM active a JOIN person_hint h ON (h.user_id = a.user_id OR h.other_id = a.user_id) AND h.kind IN ('device', 'payout-account')
      WHERE NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id)
      UNION SELECT a.user_id, o.user_id, 'payout-account' FROM active a JOIN bank_account b USING (user_id) JOIN bank_account o ON o.account_ref = b.account_ref AND o.user_id <> b.user_id)
    SELECT c.user_id, p.user_id AS period, count(*)::int AS contacts, min(p.username) AS other, string_agg(DISTINCT c.shares, ', ') AS shares
    FROM contact c JOIN player p ON p.user_id = c.other
    WHERE p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $now) GROUP BY c.user_id, p.user_id`,
  fires: (figures, t) => figure(figures, 'contacts') >= threshold(t, 'contacts'),
};

export const LAUNDERING_RULES: readonly WatchedRule[] = [
  inAndOut, sharedPayoutAccount, justBelowLimit, opposedBets, largeTransactions, excludedContact,
];
