/** Raises a flag once, puts it into the person's case of its kind, and does what follows for the player. */
import type { PoolClient } from 'pg';
import { HOUR_MS, DAY_MS, dateTime } from '../../src/core/time';
import { HOURS_TO_DECIDE, LEVEL_DAYS, levelOf } from '../../src/core/risk-rules';
import type { RuleInForce } from '../../src/core/risk-rules';
import { withdrawAllConsents } from '../accounts';
import { holdPayouts } from '../cashier';
import type { HoldKind } from '../cashier';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { advisePlayer } from '../protection';
import { addEvent } from './case-rows';
import type { CaseKind } from './case-rows';
import type { Figures } from './watched-rule';

/** A player gets at most one mail in this time, unless the next flag has a higher level. */
const MAIL_INTERVAL_MS = 7 * DAY_MS;

interface NewFlag {
  readonly inForce: RuleInForce;
  readonly figures: Figures;
  readonly at: Date;
}

type Level = 1 | 2 | 3;

/** Returns false where the same flag was raised before. Runs in the transaction of its rule, or of a withdrawal that is asked for. */
export async function raiseFlag(tx: PoolClient, platform: Platform, { inForce, figures, at }: NewFlag): Promise<boolean> {
  const { rule, version, kind, holds, thresholds } = inForce;
  const { user_id: userId, period, ...facts } = figures;
  const person = await readPerson(tx, userId);
  // An admin's own account never plays, and whoever is no player any more has no case.
  if (person === null) return false;
  const wasRaised = async (): Promise<boolean> => {
    const { rowCount } = await tx.query(
      'SELECT FROM risk_flag WHERE rule = $1 AND version = $2 AND person = $3 AND period = $4', [rule, version, person, period],
    );
    return rowCount !== 0;
  };
  if (await wasRaised()) return false;
  // A new withdrawal has locked the player's row before it comes here, so this locks it first as well, and the two never wait in a circle.
  if (holds) await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  // Two rules that run in two processes must not both open a case of one person, nor both count the flags before.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`risk:${person}`]);
  if (await wasRaised()) return false;
  const level = inForce.level === null ? null : levelOf(inForce.level, await countRecentFlags(tx, person, at));
  const caseId = await findOrOpenCase(tx, platform, { kind: kind === 'harm' && level === 3 ? 'call' : kind, userId, person, at });
  // At level 3 a person calls the player, and no automatic mail should come before the call.
  const isTold = level !== null && level < 3 && (await shouldMail(tx, { person, level, at }));
  const { rows: [flag] } = await tx.query<{ flag_id: number }>(
    `INSERT INTO risk_flag (rule, version, case_id, user_id, person, period, level, facts, is_told, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING flag_id`,
    [rule, version, caseId, userId, person, period, level, JSON.stringify({ figures: facts, thresholds }), isTold, at],
  );
  if (flag === undefined) throw new Error('an insert returns its row');
  await addEvent(tx, { caseId, what: 'flagged', by: null, at, text: rule });
  if (level !== null) await actOnHarm(tx, platform, { userId, level, isTold, at });
  if (holds) {
    const holdKind = rule === 'shared-payout-account' ? 'account-check' : 'money-check';
    await holdPayoutsOfCase(tx, { caseId, userId, flagId: flag.flag_id, kind: holdKind, at });
  }
  return true;
}

async function readPerson(tx: PoolClient, userId: string): Promise<string | null> {
  const { rows: [row] } = await tx.query<{ person: string }>(`SELECT coalesce(person_id, user_id) AS person FROM player WHERE user_id = $1 AND role = 'player'`, [userId]);
  return row?.person ?? null;
}

async function countRecentFlags(tx: PoolClient, person: string, at: Date): Promise<number> {
  const { rows: [row] } = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM risk_flag WHERE person = $1 AND level IS NOT NULL AND at > $2', [person, new Date(at.getTime() - LEVEL_DAYS * DAY_MS)],
  );
  return row?.n ?? 0;
}

interface MailQuestion {
  readonly person: string;
  readonly level: Level;
  readonly at: Date;
}

async function shouldMail(tx: PoolClient, { person, level, at }: MailQuestion): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT FROM risk_flag WHERE person = $1 AND is_told AND at > $2 AND level >= $3 LIMIT 1',
    [person, new Date(at.getTime() - MAIL_INTERVAL_MS), level],
  );
  return rowCount === 0;
}

interface CaseRequest {
  readonly kind: CaseKind;
  readonly userId: string;
  readonly person: string;
  readonly at: Date;
}

/** Returns the person's undecided case of this kind, and opens one where there is none. */
async function findOrOpenCase(tx: PoolClient, platform: Pick<Platform, 'randomBytes'>, { kind, userId, person, at }: CaseRequest): Promise<string> {
  const { rows: [open] } = await tx.query<{ case_id: string }>(
    `SELECT case_id FROM risk_case WHERE person = $1 AND kind = $2 AND state IN ('open', 'assigned') FOR UPDATE`, [person, kind],
  );
  if (open !== undefined) return open.case_id;
  const caseId = newId(platform);
  await tx.query('INSERT INTO risk_case (case_id, kind, user_id, person, opened_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)', [
    caseId, kind, userId, person, at, new Date(at.getTime() + HOURS_TO_DECIDE[kind] * HOUR_MS),
  ]);
  await addEvent(tx, { caseId, what: 'opened', by: null, at, text: null });
  return caseId;
}

interface HarmFlag {
  readonly userId: string;
  readonly level: Level;
  readonly isTold: boolean;
  readonly at: Date;
}

/** 1: the player reads their own figures. 2: a limit is proposed, and marketing stops. 3: marketing stops, and the case asks a person to call. */
async function actOnHarm(tx: PoolClient, platform: Platform, { userId, level, isTold, at }: HarmFlag): Promise<void> {
  if (level >= 2) await withdrawAllConsents(tx, userId, 'protection', at);
  if (isTold) await advisePlayer(tx, platform, { userId, level: level === 1 ? 1 : 2, at });
}

interface HoldRequest {
  readonly caseId: string;
  readonly userId: string;
  readonly flagId: number;
  readonly kind: HoldKind;
  readonly at: Date;
}

async function holdPayoutsOfCase(tx: PoolClient, { caseId, userId, flagId, kind, at }: HoldRequest): Promise<void> {
  const until = await holdPayouts(tx, { userId, kind, flagId, at });
  if (until !== null) await addEvent(tx, { caseId, what: 'held', by: null, at, text: dateTime(until.getTime()) });
}
