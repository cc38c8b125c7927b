/**
 * The subjects of invariants: the tables along which a check goes in slices, each of a few thousand rows, so that no statement reads a whole
 * table and no snapshot stays open for long.
 */
interface Subject {
  readonly table: string;
  readonly key: string;
  readonly type: 'bigint' | 'text';
  /** So many rows are one slice. */
  readonly size: number;
  /** SQL that selects the keys that belong to the ledger transactions after $1, up to $2. Without it no transaction leads to this subject. */
  readonly touched?: string;
}

const ROUND_KINDS = `('round', 'round-step', 'round-end', 'round-void')`;
const TRANSACTIONS = 'SELECT reference FROM ledger_transaction WHERE transaction_id > $1 AND transaction_id <= $2 AND kind IN';

/** In the order in which a check of everything goes. */
const ALL = {
  transaction: { table: 'ledger_transaction', key: 'transaction_id', type: 'bigint', size: 2_000 },
  // A slice of players ends after so many of their entries: see `nextEnd`.
  player: {
    table: 'ledger_account', key: 'user_id', type: 'text', size: 500,
    touched: `SELECT user_id FROM ledger_transaction WHERE transaction_id > $1 AND transaction_id <= $2
      AND kind IN ('deposit', 'deposit-hold', 'deposit-return', 'withdrawal', 'payout', 'withdrawal-return')`,
  },
  deposit: { table: 'deposit', key: 'deposit_id', type: 'text', size: 2_000, touched: `${TRANSACTIONS} ('deposit', 'deposit-hold', 'deposit-return')` },
  withdrawal: { table: 'withdrawal', key: 'withdrawal_id', type: 'text', size: 2_000, touched: `${TRANSACTIONS} ('withdrawal', 'payout', 'withdrawal-return')` },
  wallet: { table: 'bonus_wallet', key: 'wallet_id', type: 'text', size: 200 },
  round: { table: 'round', key: 'round_id', type: 'text', size: 2_000, touched: `${TRANSACTIONS} ${ROUND_KINDS}` },
  framedRound: { table: 'frame_round', key: 'round_id', type: 'text', size: 1_000, touched: `${TRANSACTIONS} ${ROUND_KINDS}` },
  draw: { table: 'draw', key: 'draw_id', type: 'text', size: 5 },
  auditLine: { table: 'admin_audit', key: 'chain_no', type: 'bigint', size: 5_000 },
  seedPair: { table: 'seed_pair', key: 'seed_pair_id', type: 'text', size: 5_000 },
  entryPart: { table: 'ledger_part', key: 'last_entry', type: 'bigint', size: 1 },
  transactionPart: { table: 'ledger_transaction_part', key: 'last_transaction', type: 'bigint', size: 1 },
  roundPart: { table: 'round_part', key: 'part_no', type: 'bigint', size: 1 },
} as const satisfies Readonly<Record<string, Subject>>;

export type SubjectName = keyof typeof ALL;

export const SUBJECTS: Readonly<Record<SubjectName, Subject>> = ALL;
export const SUBJECT_NAMES: readonly SubjectName[] = ['transaction', 'player', 'deposit', 'withdrawal', 'wallet', 'round', 'framedRound', 'draw', 'auditLine', 'seedPair', 'entryPart', 'transactionPart', 'roundPart'];

/** How a rule is checked among some rows of a subject. */
export interface SlicedRule {
  /** SQL that reads everything. */
  readonly violations: string;
  readonly subject: SubjectName;
  /** SQL that reads what belongs to the keys after $1, up to $2; null is the end. */
  readonly violationsInSlice: string;
  /** SQL that reads what the ledger transactions after $1, up to $2, belong to. */
  readonly violationsOfTransactions?: string;
}

/** Makes the condition that a column with the subject's key is in the slice. */
export type IsInSlice = (column: string) => string;

/** Makes a rule that can be checked in slices, from SQL with the condition in it. */
export function inSlices(subject: SubjectName, violations: (isInSlice: IsInSlice) => string): SlicedRule {
  const { touched } = SUBJECTS[subject];
  const ofTransactions: IsInSlice = (column) => (subject === 'transaction' ? `(${column} > $1 AND ${column} <= $2)` : `${column} IN (${String(touched)})`);
  return {
    ...onlyInSlices(subject, violations),
    ...((subject === 'transaction' || touched !== undefined) && { violationsOfTransactions: violations(ofTransactions) }),
  };
}

/** The same for a rule that reads everything that a player or a bonus ever had, so that it can't be checked with each of their transactions. */
export function onlyInSlices(subject: SubjectName, violations: (isInSlice: IsInSlice) => string): SlicedRule {
  const { type } = SUBJECTS[subject];
  return {
    violations: violations(() => 'true'),
    subject,
    violationsInSlice: violations((column) => `(${column} > $1::${type} AND ($2::${type} IS NULL OR ${column} <= $2::${type}))`),
  };
}

/** What is before the first key. */
export const startOf = (subject: SubjectName): string => (SUBJECTS[subject].type === 'bigint' ? '-1' : '');

/** SQL that returns `last`, the last key of the slice after $1; null where that slice is the last one. */
export function nextEnd(subject: SubjectName): string {
  const { table, key, type, size } = SUBJECTS[subject];
  if (subject === 'player') return PLAYERS_END;
  return `SELECT CASE WHEN count(*) = ${size} THEN max(${key})::text END AS last
    FROM (SELECT ${key} FROM ${table} WHERE ${key} > $1::${type} ORDER BY ${key} LIMIT ${size}) slice`;
}

/** Players with many entries make a slice of few. */
const PLAYER_SLICE_ENTRIES = 5_000;
const PLAYERS_END = `SELECT CASE WHEN count(*) < ${ALL.player.size} AND bool_and(before < ${PLAYER_SLICE_ENTRIES}) THEN NULL ELSE max(user_id) FILTER (WHERE before < ${PLAYER_SLICE_ENTRIES}) END AS last
  FROM (SELECT user_id, sum(chain_length) OVER (ORDER BY user_id ROWS UNBOUNDED PRECEDING) - chain_length AS before
        FROM (SELECT user_id, chain_length FROM ledger_account WHERE user_id > $1::text AND kind = 'real' ORDER BY user_id LIMIT ${ALL.player.size}) next) slice`;
