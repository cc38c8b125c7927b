import type { Pool } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { listConsents } from '../../src/core/contract/consents';
import { parseRowCursor } from '../http/cursor';

const DEFAULT_LIMIT = 20;

interface ReceiptRow {
  readonly consent_id: number;
  readonly tag: string;
  readonly given: boolean;
  readonly at: Date;
  readonly wording_version: string;
  readonly channel: 'sign-up' | 'app' | 'implied' | 'protection' | 'second-account';
}

/** Lists every consent that a player gave or withdrew, newest first. Throws `bad-request` for a malformed cursor. */
export async function readConsentReceipts(
  pool: Pool,
  userId: string,
  { cursor, limit = DEFAULT_LIMIT }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<AnswerOf<typeof listConsents>> {
  const { rows } = await pool.query<ReceiptRow>(
    `SELECT consent_id, tag, given, at, wording_version, channel FROM consent
     WHERE user_id = $1 AND ($2::bigint IS NULL OR consent_id < $2) ORDER BY consent_id DESC LIMIT $3`,
    [userId, parseRowCursor(cursor), limit + 1],
  );
  const items = rows.slice(0, limit).map(({ consent_id: id, tag, given, at, wording_version: wording, channel }) => ({
    receiptId: String(id),
    tagCode: tag,
    status: given ? ('Accepted' as const) : ('Withdrawn' as const),
    at: at.toISOString(),
    wordingVersion: wording,
    channel,
  }));
  return { items, next: rows.length > limit ? (items.at(-1)?.receiptId ?? null) : null };
}
