/** Lists for admins the draws that are not over, with what an admin can do in each: commit to a secret, or reveal it. */
import type { AdminDraw } from '../../../src/core/contract/draw-commits';
import type { DecisionContext } from '../../four-eyes';
import type { Db } from '../../ledger/accounts';
import { readAttempts } from './attempts';
import type { Attempt } from './attempts';
import { findCommitRefusal } from './committers';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';

type OpenDraw = DrawRow & { readonly entries: number };

const OPEN_DRAWS = `SELECT ${DRAW_COLUMNS}, (SELECT count(*) FROM draw_entry e WHERE e.draw_id = d.draw_id AND NOT e.left_out) AS entries
  FROM draw d WHERE d.drawn_at IS NULL`;

/** Lists the draws that are not over; the one that closes first comes first. */
export async function listAdminDraws(db: Db, context: DecisionContext): Promise<AdminDraw[]> {
  const { rows } = await db.query<OpenDraw>(`${OPEN_DRAWS} ORDER BY d.closes_at, d.draw_id`);
  return toAdminDraws(db, context, rows);
}

/** Reads one of them; undefined where it is over or does not exist. */
export async function readAdminDraw(db: Db, context: DecisionContext, drawId: string): Promise<AdminDraw | undefined> {
  const { rows } = await db.query<OpenDraw>(`${OPEN_DRAWS} AND d.draw_id = $1`, [drawId]);
  return (await toAdminDraws(db, context, rows))[0];
}

async function toAdminDraws(db: Db, context: DecisionContext, rows: readonly OpenDraw[]): Promise<AdminDraw[]> {
  const attempts = await readAttempts(db, rows.map((row) => row.draw_id));
  const items: AdminDraw[] = [];
  for (const row of rows) {
    const drawAttempts = attempts.filter(({ draw_id: drawId }) => drawId === row.draw_id);
    const running = drawAttempts.find(({ voided_at: voidedAt }) => voidedAt === null);
    // Nothing is named yet for a moment after an upgrade.
    if (running !== undefined) items.push(await toAdminDraw(db, context, row, drawAttempts, running));
  }
  return items;
}

async function toAdminDraw(db: Db, context: DecisionContext, row: OpenDraw, attempts: readonly Attempt[], running: Attempt): Promise<AdminDraw> {
  const { commits, ends_at: endsAt } = running;
  const own = commits.find(({ userId }) => userId === context.adminId);
  const needsCommit = running.source === 'admins' && commits.length < 2 && own === undefined;
  const refusal = needsCommit ? await findCommitRefusal(db, context, attempts) : null;
  return {
    drawId: row.draw_id,
    week: row.week,
    closesAt: row.closes_at.toISOString(),
    frozenAt: row.frozen_at?.toISOString() ?? null,
    entriesHash: row.entries_hash,
    entries: row.entries,
    attempt: running.number,
    source: running.source,
    beaconAt: running.beacon?.at.toISOString() ?? null,
    until: endsAt?.toISOString() ?? null,
    commits: commits.map(({ userId, username, commit, at, revealedAt }) => ({
      by: username, isOwn: userId === context.adminId, commit, at: at.toISOString(), revealedAt: revealedAt?.toISOString() ?? null,
    })),
    voided: attempts.length - 1,
    canCommit: needsCommit && refusal === null,
    whyNot: refusal?.detail ?? null,
    canReveal: own !== undefined && own.secret === null && running.source === 'admins' && endsAt !== null && endsAt > context.now,
  };
}
