import { ProblemError } from '../../http/problem';
import type { WithdrawalPosition, WithdrawalRow } from './withdrawal-rows';

/** The cursor for the page that follows this withdrawal. */
export function formatWithdrawalCursor(at: Date, { withdrawal_id: withdrawalId }: Pick<WithdrawalRow, 'withdrawal_id'>): string {
  return `${at.getTime()}.${withdrawalId}`;
}

/** The position of a cursor; null without a cursor. Throws a ProblemError `bad-request` for a malformed one. */
export function parseWithdrawalCursor(cursor: string | undefined): WithdrawalPosition | null {
  if (cursor === undefined) return null;
  const [, at, withdrawalId] = /^(\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (at === undefined || withdrawalId === undefined) throw new ProblemError('bad-request', 'This cursor is not valid.');
  return { at: new Date(Number(at)), withdrawalId };
}
