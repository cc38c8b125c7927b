/** Reads what admins see of players whom a lookalike prevents from playing. */
import type { AdminLookalike } from '../../src/core/contract/lookalikes';
import type { ProtectionState } from '../../src/core/protection';
import type { DecisionContext } from '../four-eyes';
import type { Db } from '../ledger/accounts';
import { readPairs, requiredCheck } from '../lookalikes';
import type { LookalikePair, HintKind } from '../lookalikes';
import { readOpenProposals } from './proposal-rows';
import type { AccountPair } from './proposal-rows';

/** The list shows only this many, those that have waited longest first, because people decide on a handful a week. */
const MAX_PLAYERS = 100;

/**
 * Returns the pair that still requires a check although the player has shown an identity; null where people have nothing to
 * decide.
 */
export async function findOpenPair(db: Db, { playerId, otherId }: AccountPair, at: Date): Promise<LookalikePair | null> {
  return (await readOpenPairs(db, playerId, at)).find((pair) => pair.otherId === otherId) ?? null;
}

async function readOpenPairs(db: Db, playerId: string, at: Date): Promise<readonly LookalikePair[]> {
  return (await readPairs(db, playerId)).filter((pair) => pair.self.is_identified && requiredCheck(pair, at) !== null);
}

/** An account as admins see it. */
export interface AccountRow {
  readonly user_id: string;
  readonly username: string;
  readonly name: string;
  readonly created_at: Date;
  readonly protection: ProtectionState;
  readonly protection_until: Date | null;
  /** True where the player has set limits. */
  readonly limited: boolean;
}

interface SharedRow {
  readonly a: string;
  readonly b: string;
  readonly kind: HintKind;
  readonly since: Date;
}

/** Lists the players who wait for a decision, each with the open proposal, as the admin who asks may confirm it. */
export async function listLookalikes(db: Db, context: DecisionContext): Promise<AdminLookalike[]> {
  const { rows: stoppedRows } = await db.query<{ user_id: string }>(
    `SELECT user_id FROM player p WHERE identity_check = 'play' AND (verification = 'verified' OR person_id IS NOT NULL)
     ORDER BY (SELECT min(at) FROM person_hint h WHERE h.user_id = p.user_id OR h.other_id = p.user_id), user_id LIMIT $1`,
    [MAX_PLAYERS],
  );
  const openPairs: (AccountPair & { readonly pair: LookalikePair })[] = [];
  for (const { user_id: playerId } of stoppedRows) {
    openPairs.push(...(await readOpenPairs(db, playerId, context.now)).map((pair) => ({ playerId, otherId: pair.otherId, pair })));
  }
  const ids = [...new Set(openPairs.flatMap(({ playerId, otherId }) => [playerId, otherId]))];
  const accounts = await readAccounts(db, ids);
  const shared = await readShared(db, ids);
  const proposals = await readOpenProposals(db, context, 'two-persons');
  return openPairs.map(({ playerId, otherId, pair: { other } }): AdminLookalike => ({
    player: toAdminAccount(accounts, playerId),
    other: { ...toAdminAccount(accounts, otherId), until: other.protection_until?.toISOString() ?? null, hasHeldMoney: other.has_held_money },
    shared: selectShared(shared, { playerId, otherId }),
    proposal: proposals.findProposal({ playerId, otherId }),
  }));
}

export async function readAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AccountRow>> {
  const { rows } = await db.query<AccountRow>(
    `SELECT user_id, username, firstname || ' ' || lastname AS name, created_at, protection, protection_until, limited FROM player WHERE user_id = ANY($1)`, [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

export function requireAccountRow(accounts: ReadonlyMap<string, AccountRow>, userId: string): AccountRow {
  const row = accounts.get(userId);
  if (row === undefined) throw new Error('the hint has no players');
  return row;
}

export function toAdminAccount(accounts: ReadonlyMap<string, AccountRow>, userId: string): AdminLookalike['player'] {
  const row = requireAccountRow(accounts, userId);
  return { userId, username: row.username, name: row.name, memberSince: row.created_at.toISOString() };
}

export function selectShared(shared: readonly SharedRow[], { playerId, otherId }: AccountPair): AdminLookalike['shared'] {
  return shared.filter(({ a, b }) => a === playerId && b === otherId).map(({ kind, since }) => ({ kind, since: since.toISOString() }));
}

/** Reads when each kind of hint was first found, once for either order of the two accounts. */
export async function readShared(db: Db, ids: readonly string[]): Promise<readonly SharedRow[]> {
  const { rows } = await db.query<SharedRow>(
    `SELECT a, b, kind, min(at) AS since FROM (
       SELECT user_id AS a, other_id AS b, kind, at, hint_id FROM person_hint UNION ALL SELECT other_id, user_id, kind, at, hint_id FROM person_hint) h
     WHERE a = ANY($1) AND b = ANY($1) AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id AND e.how = 'by-team')
     GROUP BY a, b, kind ORDER BY since, kind`,
    [ids],
  );
  return rows;
}
