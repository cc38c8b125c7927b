import { invalidCursor } from '../../http/cursor';

/** The last deposit of a page, after which the next one begins. */
interface DepositPosition {
  readonly createdAt: Date;
  readonly depositId: string;
}

export function formatDepositCursor(last: { readonly created_at: Date; readonly deposit_id: string }): string {
  return `${last.created_at.getTime()}.${last.deposit_id}`;
}

/** Parses a cursor; null without a cursor. Throws `bad-request` for a malformed one. */
export function parseDepositCursor(cursor: string | undefined): DepositPosition | null {
  if (cursor === undefined) return null;
  const [, at, depositId] = /^(\d{1,15})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (at === undefined || depositId === undefined) throw invalidCursor();
  return { createdAt: new Date(Number(at)), depositId };
}
