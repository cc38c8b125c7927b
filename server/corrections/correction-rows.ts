/** Reads and stores corrections. */
import type { PoolClient } from 'pg';
import { PROPOSAL_COLUMNS } from '../four-eyes';
import type { Origin, Proposal } from '../four-eyes';
import type { TimePosition } from '../http/cursor';
import type { Db } from '../ledger/accounts';

/** A correction before it is proposed. */
export interface NewCorrection {
  readonly kind: string;
  /** What it is about. At most one correction of it is open. */
  readonly subject: string;
  /** Null where it is about no player. */
  readonly userId: string | null;
  /** Kobo, signed: what the player's real balance gets. */
  readonly amount: number;
  readonly reasonCode: string;
  readonly note: string;
  readonly playerText: string | null;
  readonly takesBack: string | null;
  readonly bankReference: string | null;
  /** What it rests on, as it was when it was proposed; plain JSON. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface CorrectionRow extends Proposal {
  readonly kind: string;
  readonly subject: string;
  readonly user_id: string | null;
  readonly amount: number;
  readonly reason_code: string;
  readonly note: string;
  readonly player_text: string | null;
  readonly takes_back: string | null;
  readonly bank_reference: string | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly ended_at: Date | null;
  /** The username of whoever ended it. */
  readonly ender: string | null;
  readonly transaction_id: number | null;
}

export const toNewCorrection = (row: CorrectionRow): NewCorrection => ({
  kind: row.kind, subject: row.subject, userId: row.user_id, amount: row.amount, reasonCode: row.reason_code, note: row.note,
  playerText: row.player_text, takesBack: row.takes_back, bankReference: row.bank_reference, facts: row.facts,
});

const ROWS = `SELECT r.kind, r.subject, r.user_id, r.amount, r.reason_code, r.note, r.player_text, r.takes_back, r.bank_reference, r.facts, r.ended_at,
    e.username AS ender, r.transaction_id, ${PROPOSAL_COLUMNS}
  FROM correction r JOIN player p ON p.user_id = r.proposed_by LEFT JOIN player e ON e.user_id = r.ended_by`;

/** Locks a correction until the transaction ends, so that whoever confirms or withdraws it waits and sees this decision. */
export async function lockCorrection(tx: PoolClient, proposalId: string): Promise<CorrectionRow | undefined> {
  const { rows } = await tx.query<CorrectionRow>(`${ROWS} WHERE r.proposal_id = $1 FOR UPDATE OF r`, [proposalId]);
  return rows[0];
}

export async function readCorrection(db: Db, proposalId: string): Promise<CorrectionRow | undefined> {
  const { rows } = await db.query<CorrectionRow>(`${ROWS} WHERE r.proposal_id = $1`, [proposalId]);
  return rows[0];
}

export type CorrectionPart = 'adjustments' | 'payments';

export interface CorrectionQuery {
  readonly part: CorrectionPart;
  readonly after: TimePosition | null;
  readonly limit: number;
}

export interface CorrectionPage {
  readonly rows: readonly CorrectionRow[];
  readonly hasMore: boolean;
}

/** Holds for the corrections of the part `$1`. */
const OF_PART = `(r.kind = 'adjustment') = ($1 = 'adjustments')`;

const pageOf = (rows: readonly CorrectionRow[], limit: number): CorrectionPage => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit });

/** Lists the corrections that wait, oldest first. */
export async function listOpenCorrections(db: Db, { part, after, limit }: CorrectionQuery): Promise<CorrectionPage> {
  const { rows } = await db.query<CorrectionRow>(
    `${ROWS} WHERE r.ended_at IS NULL AND ${OF_PART} AND ($2::timestamptz IS NULL OR (r.proposed_at, r.proposal_id) > ($2, $3))
     ORDER BY r.proposed_at, r.proposal_id LIMIT $4`,
    [part, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return pageOf(rows, limit);
}

/** Lists the corrections that were confirmed or withdrawn, the newest decision first. */
export async function listEndedCorrections(db: Db, { part, after, limit }: CorrectionQuery): Promise<CorrectionPage> {
  const { rows } = await db.query<CorrectionRow>(
    `${ROWS} WHERE r.ended_at IS NOT NULL AND ${OF_PART} AND ($2::timestamptz IS NULL OR (r.ended_at, r.proposal_id) < ($2, $3))
     ORDER BY r.ended_at DESC, r.proposal_id DESC LIMIT $4`,
    [part, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return pageOf(rows, limit);
}

export async function hasOpenCorrection(tx: PoolClient, subject: string): Promise<boolean> {
  return (await tx.query('SELECT FROM correction WHERE subject = $1 AND ended_at IS NULL', [subject])).rowCount === 1;
}

interface Proposing extends Origin {
  readonly proposalId: string;
  readonly by: string;
  readonly at: Date;
}

export async function insertCorrection(tx: PoolClient, fresh: NewCorrection, { proposalId, by, at, network, device }: Proposing): Promise<void> {
  await tx.query(
    `INSERT INTO correction (proposal_id, kind, subject, user_id, amount, reason_code, note, player_text, takes_back, bank_reference, facts,
       proposed_by, proposed_at, network, device)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      proposalId, fresh.kind, fresh.subject, fresh.userId, fresh.amount, fresh.reasonCode, fresh.note, fresh.playerText, fresh.takesBack,
      fresh.bankReference, JSON.stringify(fresh.facts), by, at, network, device,
    ],
  );
}

/** Ends a correction that was confirmed, with the posting that moved its money (null: it moved none). */
export async function storeConfirmation(
  tx: PoolClient,
  proposalId: string,
  { by, at, transactionId }: { readonly by: string; readonly at: Date; readonly transactionId: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE correction SET ended_at = $2, end_reason = 'confirmed', ended_by = $3, transaction_id = $4 WHERE proposal_id = $1`,
    [proposalId, at, by, transactionId],
  );
}
