/** Reads the flags and cases of a player for the player's page, as far as the roles of whoever asks go. */
import type { AdminRole } from '../../src/core/admin-roles';
import type { PlayerFlags } from '../../src/core/contract/risk';
import { readHold } from '../cashier';
import type { Db } from '../ledger/accounts';
import type { CaseRow } from './case-rows';
import { toFlag } from './read-case';
import type { FlagRow } from './read-case';

const MAX_SHOWN = 50;

function viewOf(roles: readonly AdminRole[]): PlayerFlags['sees'] {
  if (roles.includes('risk') || roles.includes('owner')) return 'all';
  return roles.includes('support') ? 'harm' : 'hold';
}

/** Only risk and owners may know of laundering; others do not even see that a flag or a case of it exists. */
const VISIBLE_KINDS: Readonly<Record<PlayerFlags['sees'], readonly CaseRow['kind'][]>> = {
  all: ['harm', 'call', 'laundering'], harm: ['harm', 'call'], hold: [],
};

interface FlagsQuery {
  readonly playerId: string;
  readonly roles: readonly AdminRole[];
  readonly now: Date;
}

export async function readFlagsOf(db: Db, { playerId, roles, now }: FlagsQuery): Promise<PlayerFlags> {
  const sees = viewOf(roles);
  const hold = await readHold(db, playerId, now);
  const { rows: flags } = await db.query<FlagRow>(
    `SELECT f.flag_id, f.rule, f.version, f.period, f.level, f.facts, f.is_told, f.at FROM risk_flag f JOIN risk_case c USING (case_id)
     WHERE f.user_id = $1 AND c.kind = ANY($2) ORDER BY f.flag_id DESC LIMIT ${MAX_SHOWN}`, [playerId, VISIBLE_KINDS[sees]],
  );
  const { rows: cases } = await db.query<Pick<CaseRow, 'case_id' | 'kind' | 'state' | 'opened_at' | 'outcome'>>(
    `SELECT case_id, kind, state, opened_at, outcome FROM risk_case WHERE user_id = $1 AND kind = ANY($2)
     ORDER BY opened_at DESC, case_id LIMIT ${MAX_SHOWN}`,
    [playerId, VISIBLE_KINDS[sees]],
  );
  return {
    sees,
    hold: hold === null ? null : { from: hold.from.toISOString(), until: hold.until.toISOString() },
    flags: flags.map((row) => (sees === 'all' ? toFlag(row) : { ...toFlag(row), figures: [], thresholds: [] })),
    cases: cases.map((row) => ({ caseId: row.case_id, kind: row.kind, state: row.state, openedAt: row.opened_at.toISOString(), outcome: sees === 'all' ? row.outcome : null })),
  };
}
