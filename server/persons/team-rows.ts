/** What the team sees of players whom a lookalike stops, and what two admins decide about them. */
import type { PoolClient } from 'pg';
import type { AdminLookalike, LookalikeProposal } from '../../src/core/contract/lookalikes';
import type { Looking } from '../admin/eyes';
import { whyNotCounted } from '../admin/second-yes';
import type { Proposed } from '../admin/second-yes';
import type { Db } from '../ledger/accounts';
import { readPairs } from './alike-rows';
import type { Pair } from './alike-rows';
import type { HintKind } from './lookalikes';
import { questionOf } from './question';

/** People decide on a handful a week; those that waited longest come first. */
const MOST = 100;

/** Two accounts: who is stopped, and because of whom. */
export interface Two {
  readonly playerId: string;
  readonly otherId: string;
}

export interface ProposalRow extends Proposed {
  readonly proposal_id: string;
  readonly user_id: string;
  readonly other_id: string;
  readonly reason: string;
  /** Username. */
  readonly proposer: string;
  readonly end_reason: 'confirmed' | 'withdrawn' | null;
  readonly ended_by: string | null;
}

const PROPOSALS = `SELECT r.proposal_id, r.user_id, r.other_id, r.reason, r.proposed_by, p.username AS proposer, r.proposed_at, r.network, r.device, r.end_reason, r.ended_by
  FROM person_hint_proposal r JOIN player p ON p.user_id = r.proposed_by`;

/** What is still asked of the player because of the other one although identity was shown; null = nothing that people decide on. */
export async function openPair(db: Db, { playerId, otherId }: Two, at: Date): Promise<Pair | null> {
  return (await pairsForTeam(db, playerId, at)).find((pair) => pair.otherId === otherId) ?? null;
}

async function pairsForTeam(db: Db, playerId: string, at: Date): Promise<readonly Pair[]> {
  return (await readPairs(db, playerId)).filter((pair) => pair.self.is_identified && questionOf(pair, at) !== null);
}

interface AccountRow {
  readonly user_id: string;
  readonly username: string;
  readonly name: string;
  readonly created_at: Date;
}

interface SharedRow {
  readonly a: string;
  readonly b: string;
  readonly kind: HintKind;
  readonly since: Date;
}

/** Those who wait for people, each with what is proposed, as the admin who asks may confirm it. */
export async function listLookalikes(db: Db, looking: Looking): Promise<AdminLookalike[]> {
  const { rows: stopped } = await db.query<{ user_id: string }>(
    `SELECT user_id FROM player p WHERE identity_check = 'play' AND (verification = 'verified' OR person_id IS NOT NULL)
     ORDER BY (SELECT min(at) FROM person_hint h WHERE h.user_id = p.user_id OR h.other_id = p.user_id), user_id LIMIT $1`,
    [MOST],
  );
  const found: (Two & { readonly pair: Pair })[] = [];
  for (const { user_id: playerId } of stopped) {
    found.push(...(await pairsForTeam(db, playerId, looking.now)).map((pair) => ({ playerId, otherId: pair.otherId, pair })));
  }
  const ids = [...new Set(found.flatMap(({ playerId, otherId }) => [playerId, otherId]))];
  const accounts = await readAccounts(db, ids);
  const shared = await readShared(db, ids);
  const { rows: proposals } = await db.query<ProposalRow>(`${PROPOSALS} WHERE r.ended_at IS NULL`);
  const whyNot = await whyNotCounted(db, looking, proposals);
  return found.map(({ playerId, otherId, pair: { other } }): AdminLookalike => {
    const at = proposals.findIndex((row) => row.user_id === playerId && row.other_id === otherId);
    const open = proposals[at];
    return {
      player: accountOf(accounts, playerId),
      other: { ...accountOf(accounts, otherId), until: other.protection_until?.toISOString() ?? null, hasHeldMoney: other.has_held_money },
      shared: shared.filter(({ a, b }) => a === playerId && b === otherId).map(({ kind, since }) => ({ kind, since: since.toISOString() })),
      proposal: open === undefined ? null : toProposal(open, looking.adminId, whyNot[at] ?? null),
    };
  });
}

async function readAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AccountRow>> {
  const { rows } = await db.query<AccountRow>(
    `SELECT user_id, username, firstname || ' ' || lastname AS name, created_at FROM player WHERE user_id = ANY($1)`, [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

function accountOf(accounts: ReadonlyMap<string, AccountRow>, userId: string): AdminLookalike['player'] {
  const row = accounts.get(userId);
  if (row === undefined) throw new Error('a hint is about players');
  return { userId, username: row.username, name: row.name, memberSince: row.created_at.toISOString() };
}

/** Since when each kind is known, from the sight of either account. */
async function readShared(db: Db, ids: readonly string[]): Promise<readonly SharedRow[]> {
  const { rows } = await db.query<SharedRow>(
    `SELECT a, b, kind, min(at) AS since FROM (
       SELECT user_id AS a, other_id AS b, kind, at, hint_id FROM person_hint UNION ALL SELECT other_id, user_id, kind, at, hint_id FROM person_hint) h
     WHERE a = ANY($1) AND b = ANY($1) AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id AND e.how = 'by-team')
     GROUP BY a, b, kind ORDER BY since, kind`,
    [ids],
  );
  return rows;
}

/** Locked until the transaction ends; undefined where there never was one, or it is about others. */
export async function lockProposal(tx: PoolClient, { playerId, otherId }: Two, proposalId: string): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(`${PROPOSALS} WHERE r.user_id = $1 AND r.other_id = $2 AND r.proposal_id = $3 FOR UPDATE OF r`, [
    playerId, otherId, proposalId,
  ]);
  return rows[0];
}

export async function hasOpenProposal(tx: PoolClient, { playerId, otherId }: Two): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM person_hint_proposal WHERE user_id = $1 AND other_id = $2 AND ended_at IS NULL', [playerId, otherId]);
  return rowCount !== 0;
}

export async function insertProposal(
  tx: PoolClient,
  row: Pick<ProposalRow, 'proposal_id' | 'user_id' | 'other_id' | 'reason' | keyof Proposed>,
): Promise<void> {
  await tx.query(
    'INSERT INTO person_hint_proposal (proposal_id, user_id, other_id, reason, proposed_by, proposed_at, network, device) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [row.proposal_id, row.user_id, row.other_id, row.reason, row.proposed_by, row.proposed_at, row.network, row.device],
  );
}

export async function endProposal(
  tx: PoolClient,
  proposalId: string,
  end: { readonly reason: NonNullable<ProposalRow['end_reason']>; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.query('UPDATE person_hint_proposal SET ended_at = $2, end_reason = $3, ended_by = $4 WHERE proposal_id = $1', [proposalId, end.at, end.reason, end.by]);
}

/** What the two share asks nothing any more, from the sight of either. */
export async function endHintsByTeam(tx: PoolClient, { playerId, otherId }: Two, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO person_hint_end (hint_id, at, how) SELECT hint_id, $3, 'by-team' FROM person_hint
     WHERE (user_id = $1 AND other_id = $2) OR (user_id = $2 AND other_id = $1) ON CONFLICT (hint_id, how) DO NOTHING`,
    [playerId, otherId, at],
  );
}

/** `whyNot`: why a yes of the admin who asks would not count; for one of their own nothing more is said. */
export function toProposal(row: ProposalRow, adminId: string, whyNot: string | null): LookalikeProposal {
  const isOwn = row.proposed_by === adminId;
  return {
    proposalId: row.proposal_id, proposedBy: row.proposer, proposedAt: row.proposed_at.toISOString(), reason: row.reason,
    isOwn, whyNot: isOwn ? null : whyNot,
  };
}
