/** Reads what decides whether a player can claim: the person's earlier claims and draw entries, and bars of the account. Stores claims. */
import type { CallerPlace } from '../place/rules';
import { notServedReason } from '../place/guard';
import type { Db } from '../ledger/accounts';
import type { GuardReason } from '../ledger/guard-problem';
import { findGuardReason } from '../ledger/guards';
import type { IdentityCheck } from '../ledger/guards';
import { ACCOUNTS_SHARING_CLAIMS } from '../ledger/accounts-of-person';
import type { CLAIM_REFUSALS } from '../../src/core/contract/promotions';

export type ClaimRefusal = (typeof CLAIM_REFUSALS)[number];

/** A claim that counts. A claim whose bonus ended before it was granted does not count; it can be made again. */
export interface Claim {
  readonly promotion_id: string;
  readonly user_id: string;
  readonly wallet_id: string;
  /** The Monday of the claim's week in Lagos. */
  readonly week: string;
}

export interface Entry {
  readonly draw_id: string;
  readonly user_id: string;
}

export interface ClaimHistory {
  readonly userId: string;
  /** The claims of the player and of the person's other accounts, the newest first. */
  readonly claims: readonly Claim[];
  /** The player's own entries, and those that another account made with the player's identity, in draws that are still to come. */
  readonly entries: readonly Entry[];
  /** The account has a verified identity. */
  readonly isVerified: boolean;
}

export async function readClaimHistory(db: Db, userId: string): Promise<ClaimHistory> {
  const { rows: claims } = await db.query<Claim>(
    `SELECT c.promotion_id, c.user_id, c.wallet_id, c.week FROM promotion_claim c JOIN bonus_wallet w USING (wallet_id)
     WHERE c.user_id IN (${ACCOUNTS_SHARING_CLAIMS}) AND (w.ended_at IS NULL OR w.activated_at IS NOT NULL) ORDER BY c.at DESC`,
    [userId],
  );
  const { rows: entries } = await db.query<Entry>(
    `SELECT e.draw_id, e.user_id FROM draw d JOIN draw_entry e USING (draw_id)
     WHERE d.drawn_at IS NULL AND (e.user_id = $1 OR e.person_hash = (SELECT person_hash FROM identity WHERE user_id = $1 AND passed_at IS NULL))`,
    [userId],
  );
  const { rowCount } = await db.query('SELECT FROM identity WHERE user_id = $1 AND passed_at IS NULL', [userId]);
  return { userId, claims, entries, isVerified: rowCount === 1 };
}

interface PlayerRow {
  role: 'player' | 'admin';
  email_activated_at: Date | null;
  closed_at: Date | null;
  closing_at: Date | null;
  protection: 'none' | 'cool-off' | 'excluded';
  protection_until: Date | null;
  is_second: boolean;
  play_locked: boolean;
  identity_check: IdentityCheck | null;
  state: string | null;
  date_of_birth: string | null;
}

const REFUSALS_BY_GUARD: Readonly<Record<Exclude<GuardReason, 'money-closed'>, ClaimRefusal>> = {
  'account-closed': 'excluded', 'admin-account': 'admin', 'email-not-activated': 'email', 'cool-off': 'cool-off', excluded: 'excluded', 'play-locked': 'switched-off',
  'second-account': 'second-account', 'identity-needed': 'identity-needed',
};

/** Finds the reason why the player can claim nothing at all at `at`, and when it ends, by the rules of the ledger's guards. */
export async function findClaimBar(
  db: Db,
  { userId, place, at }: { readonly userId: string; readonly place: CallerPlace; readonly at: Date },
): Promise<{ readonly reason: ClaimRefusal; readonly from: Date | null } | null> {
  const { rows } = await db.query<PlayerRow>(
    `SELECT role, email_activated_at, closed_at, closing_at, protection, protection_until, is_second, play_locked, identity_check, state, date_of_birth FROM player WHERE user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the session has no player');
  const facts = {
    isMoneyOpen: true, isAdmin: row.role === 'admin', isEmailActivated: row.email_activated_at !== null, isClosed: row.closed_at !== null || row.closing_at !== null,
    protection: row.protection, protectionUntil: row.protection_until, isPlayLocked: row.play_locked, isSecondAccount: row.is_second,
    identityCheck: row.identity_check,
  };
  const reason = findGuardReason(facts, 'bonus', at);
  if (reason !== null && reason !== 'money-closed') {
    const refusal = REFUSALS_BY_GUARD[reason];
    return { reason: refusal, from: refusal === 'cool-off' || refusal === 'excluded' ? row.protection_until : null };
  }
  return notServedReason(row, place, at) === null ? null : { reason: 'place', from: null };
}

/** Stores a claim with the version of its terms. */
export async function insertClaim(tx: Db, claim: Claim & { readonly version: number; readonly at: Date }): Promise<void> {
  await tx.query('INSERT INTO promotion_claim (wallet_id, promotion_id, user_id, version, at, week) VALUES ($1, $2, $3, $4, $5, $6)', [
    claim.wallet_id, claim.promotion_id, claim.user_id, claim.version, claim.at, claim.week,
  ]);
}
