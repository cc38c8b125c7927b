/** Lists the seed pairs that a player has used up, with which every round drawn from them can be checked. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { listRevealedPairs } from '../../src/core/contract/games';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

interface RevealedRow {
  /** Rises in the order in which the pairs were used. */
  readonly number: number;
  readonly server_seed: string;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
  readonly revealed_at: Date;
}

const DEFAULT_LIMIT = 100;

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const errors = [{ field: 'cursor', message: 'This cursor is not from this list.' }];
  throw new ProblemError('validation', 'This page cannot be shown.', { errors });
}

/** Reads one page, the newest first, without the pair in use and the next one. Throws `validation` for a cursor that we did not make. */
export async function readRevealedPairs(
  db: Db,
  userId: string,
  { cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listRevealedPairs>,
): Promise<AnswerOf<typeof listRevealedPairs>> {
  const { rows } = await db.query<RevealedRow>(
    `SELECT number, server_seed, commit_hash, client_seed, nonce, revealed_at FROM seed_pair
     WHERE user_id = $1 AND state = 'revealed' AND ($2::bigint IS NULL OR number < $2) ORDER BY number DESC LIMIT $3`,
    [userId, cursor === undefined ? null : readCursor(cursor), limit + 1],
  );
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map((row) => ({
      commit: row.commit_hash,
      clientSeed: row.client_seed,
      nonce: row.nonce,
      serverSeed: row.server_seed,
      revealedAt: row.revealed_at.toISOString(),
    })),
    next: rows.length > pageRows.length && last !== undefined ? String(last.number) : null,
  };
}
