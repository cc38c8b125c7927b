/** The columns of an entry that both the list of transactions and the statement read. */
export interface EntryRow {
  readonly entry_id: number;
  readonly at: Date;
  readonly kind: string;
  readonly account_id: string;
  readonly amount: number;
  readonly balance_before: number;
  readonly balance_after: number;
  readonly reference: string;
}

/** Selects the columns of `EntryRow` from an entry `e` and its transaction `t`. */
export const ENTRY_COLUMNS = 'e.entry_id, e.at, e.kind, e.account_id, e.amount, e.balance_before, e.balance_after, t.reference';
