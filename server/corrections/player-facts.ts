/** Reads the facts on which a decision about a player's money rests. */
import type { CorrectedPlayer } from '../../src/core/contract/corrections';
import { kobo, koboToNaira } from '../../src/core/money';
import { toE164 } from '../../src/core/phone';
import { findPlayer, findPlayerByName } from '../accounts';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { countSearch, maskTerm } from '../desk-players';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { readBalance } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import { maskName } from '../masks';
import type { Platform } from '../platform';
import { TAKEN_BACK } from './adjustments/adjustment';
import { readLeftToday } from './adjustments/day-caps';
import { ownPlayerProblem } from './own-player';

const ENTRIES_SHOWN = 5;
const ADJUSTMENTS_SHOWN = 10;

const naira = (amount: number): number => koboToNaira(kobo(amount));

/** Null where there is no such player. */
export async function readCorrectedPlayer(db: Db, platform: Pick<Platform, 'config'>, userId: string, at: Date): Promise<CorrectedPlayer | null> {
  const { rows: [player] } = await db.query<PlayerFacts>(
    `SELECT username, firstname, lastname, created_at, verification, closed_at,
       CASE WHEN protection_until IS NULL OR protection_until > $2 THEN protection ELSE 'none' END AS protection
     FROM player WHERE user_id = $1`,
    [userId, at],
  );
  if (player === undefined) return null;
  const { real, held } = await readBalance(db, userId);
  const { rows: entries } = await db.query<EntryFacts>(
    `SELECT e.at, e.kind, e.amount, e.balance_after, t.reference
     FROM (SELECT * FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL ORDER BY entry_id DESC LIMIT $2) e
     JOIN ledger_transaction t USING (transaction_id) ORDER BY e.entry_id DESC`,
    [userId, ENTRIES_SHOWN],
  );
  const { rows: adjustments } = await db.query<AdjustmentFacts>(
    `SELECT c.proposal_id, c.ended_at, c.amount, c.reason_code, c.note, ${TAKEN_BACK} AS taken_back FROM correction c
     WHERE c.user_id = $1 AND c.kind = 'adjustment' AND c.end_reason = 'confirmed' ORDER BY c.ended_at DESC LIMIT $2`,
    [userId, ADJUSTMENTS_SHOWN],
  );
  return {
    userId,
    username: player.username,
    name: maskName(player.firstname, player.lastname),
    memberSince: player.created_at.toISOString(),
    verification: player.verification,
    protection: player.protection,
    isClosed: player.closed_at !== null,
    real: koboToNaira(real),
    held: koboToNaira(held),
    leftToday: koboToNaira(await readLeftToday(db, platform, userId, at)),
    entries: entries.map((entry) => ({
      at: entry.at.toISOString(), kind: entry.kind, amount: naira(entry.amount), balanceAfter: naira(entry.balance_after), reference: entry.reference,
    })),
    adjustments: adjustments.map((row) => ({
      proposalId: row.proposal_id, at: row.ended_at.toISOString(), amount: naira(row.amount), reasonCode: row.reason_code, note: row.note,
      takenBack: naira(row.taken_back),
    })),
  };
}

interface PlayerFacts {
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly created_at: Date;
  readonly verification: 'none' | 'verified';
  readonly protection: 'none' | 'cool-off' | 'excluded';
  readonly closed_at: Date | null;
}

interface EntryFacts {
  readonly at: Date;
  readonly kind: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reference: string;
}

interface AdjustmentFacts {
  readonly proposal_id: string;
  readonly ended_at: Date;
  readonly amount: number;
  readonly reason_code: string;
  readonly note: string;
  readonly taken_back: number;
}

/**
 * Finds the player whom somebody names, and writes into the audit trail that they were looked up, or that nobody was found. It counts
 * as a search for players. A phone number that several players have finds none. The admin's own account, and that of somebody who counts as one
 * person with them, shows nothing: a line in the audit trail and an alert stay.
 *
 * @throws ProblemError not-found, own-request, too-many-requests
 */
export async function lookUpPlayer(
  platform: Platform, { adminId, name, device }: { readonly adminId: string; readonly name: string; readonly device: Device },
): Promise<CorrectedPlayer> {
  const context = createDecisionContext(platform, adminId);
  const { now: at } = context;
  await countSearch(platform.pool, adminId, at);
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'payments');
    const named = (await findPlayerByName(tx, name)) ?? (await findPlayer(tx, name.trim())) ?? (await findPlayer(tx, await findByPhone(tx, name)));
    const found = named?.role === 'admin' ? undefined : named;
    const deviceCookie = device.cookie ?? null;
    const refusal = found === undefined ? null : await findOwnPlayerRefusal(tx, context, { playerId: found.user_id, deviceCookie }, 'earlier');
    if (found !== undefined && refusal !== null) {
      await auditOwnPlayer(tx, context, { action: 'player-act-refused', subject: found.user_id, refusal });
      return { refusal, playerId: found.user_id };
    }
    const facts = found === undefined ? null : await readCorrectedPlayer(tx, platform, found.user_id, at);
    const line = facts === null
      ? { subject: 'players', after: { for: 'adjustment', term: maskTerm(name, []), found: 0 } } : { subject: facts.userId, after: { for: 'adjustment' } };
    await writeAudit(tx, { at, userId: adminId, action: 'player-looked-up', before: null, ...line });
    return { facts };
  });
  // This throws only after the commit, so that the audit trail keeps the line.
  if ('refusal' in result) {
    platform.log('desk.own-player', { alert: true, adminId, playerId: result.playerId, ...result.refusal });
    throw ownPlayerProblem();
  }
  const { facts: player } = result;
  if (player === null) throw new ProblemError('not-found', 'No player has this name.', { detail: 'Enter the whole username, e-mail, phone number or user id.' });
  return player;
}

/** Returns the only player with this phone number, as people write numbers; an empty id for none. */
async function findByPhone(db: Db, name: string): Promise<string> {
  const digits = name.replaceAll(/[\s().-]/g, '');
  if (!/^\+?\d{10,13}$/.test(digits)) return '';
  const { rows } = await db.query<{ user_id: string }>(`SELECT user_id FROM player WHERE phone = $1 AND closed_at IS NULL AND role = 'player' LIMIT 2`, [toE164(digits)]);
  return rows.length === 1 ? (rows[0]?.user_id ?? '') : '';
}
