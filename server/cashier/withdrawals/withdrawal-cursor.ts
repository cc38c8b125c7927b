import { invalidCursor } from '../../http/cursor';
import type { WithdrawalPosition, WithdrawalRow } from './withdrawal-rows';

/** Makes the cursor for the page that follows this withdrawal. */
export function formatWithdrawalCursor(at: Date, { withdrawal_id: withdrawalId }: Pick<WithdrawalRow, 'withdrawal_id'>): string {
  return `${at.getTime()}.${withdrawalId}`;
}

/** Parses a cursor; null without a cursor. Throws `bad-request` for a malformed one. */
export function parseWithdrawalCursor(cursor: string | undefined): WithdrawalPosition | null {
  if (cursor === undefined) return null;
  const [, at, withdrawalId] = /^(\d{1,15})\.([0-9a-f]{24,46})$/.exec(cursor) ?? [];
  if (at === undefined || withdrawalId === undefined) throw invalidCursor();
  return { at: new Date(Number(at)), withdrawalId };
}
