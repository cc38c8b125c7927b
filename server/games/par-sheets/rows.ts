/** Stores the versions of the rules. No version is ever deleted, because rounds name the version that they were played by. */
import type { PoolClient } from 'pg';
import { PLATFORM_ITSELF, writeAudit } from '../../audit';
import type { Db } from '../../ledger/accounts';
import { PAR_SHEETS } from '.';

/** The action of a line in the audit trail. */
export const RULES_CHANGED = 'rules-changed';

/**
 * Selects the rules by which each game was last played here: those of its newest line in the audit trail, or else its first ones. The newest
 * sheet would not do, because a build that is put back brings back older rules.
 */
const RULES_IN_USE = `
  SELECT g.game_id, coalesce(
    (SELECT a.after ->> 'rules' FROM admin_audit a WHERE a.subject = g.game_id AND a.action = $2 ORDER BY a.chain_no DESC LIMIT 1),
    (SELECT p.version FROM par_sheet p WHERE p.game_id = g.game_id ORDER BY p.number LIMIT 1)) AS version
  FROM unnest($1::text[]) g (game_id)`;

const INSERT = 'INSERT INTO par_sheet (version, game_id, sheet, published_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';

async function readRulesInUse(tx: PoolClient): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await tx.query<{ game_id: string; version: string | null }>(RULES_IN_USE, [[...PAR_SHEETS.keys()], RULES_CHANGED]);
  return new Map(rows.map(({ game_id: gameId, version }) => [gameId, version]));
}

/** Publishes the sheets of this build's rules. A game that gets other rules gets a line in the audit trail with them. */
export async function publishParSheets(tx: PoolClient, at: Date): Promise<void> {
  const sheets = [...PAR_SHEETS.values()];
  const isInUse = (inUse: ReadonlyMap<string, string | null>) => sheets.every(({ gameId, version }) => inUse.get(gameId) === version);
  if (isInUse(await readRulesInUse(tx))) return;
  // Several processes may start at once; one of them writes.
  await tx.query('LOCK TABLE par_sheet IN SHARE ROW EXCLUSIVE MODE');
  const inUse = await readRulesInUse(tx);
  for (const { gameId, version, text } of sheets) {
    const before = inUse.get(gameId) ?? null;
    if (before === version) continue;
    await tx.query(INSERT, [version, gameId, text, at]);
    if (before === null) continue;
    const change = { before: { rules: before }, after: { rules: version } };
    await writeAudit(tx, { at, userId: PLATFORM_ITSELF, action: RULES_CHANGED, subject: gameId, ...change });
  }
}

/** Reads the text of a version; null where this database has no such rules of the game. */
export async function readParSheet(db: Db, gameId: string, version: string): Promise<string | null> {
  const { rows } = await db.query<{ sheet: string }>({
    name: 'par-sheet',
    text: 'SELECT sheet FROM par_sheet WHERE version = $1 AND game_id = $2',
    values: [version, gameId],
  });
  return rows[0]?.sheet ?? null;
}
