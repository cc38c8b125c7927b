/** Reads what a player's page shows first: who they are, masked, and what money there is. */
import type { AdminRole } from '../../src/core/admin-roles';
import type { DeskPlayer, PlayerAct, PlayerPart } from '../../src/core/contract/desk-players';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import { protectionAt } from '../ledger/protection-state';
import type { ProtectionColumns } from '../ledger/protection-state';
import { ProblemError } from '../http/problem';
import { readLocks } from './locks';
import { maskEmail, maskName, maskPhone } from '../masks';
import { revealedFor } from './reveal';

interface FactsRow extends ProtectionColumns {
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
  readonly email_activated_at: Date | null;
  readonly phone: string | null;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly created_at: Date;
  readonly closed_at: Date | null;
  readonly verification: 'none' | 'verified';
  readonly is_second: boolean;
  readonly identity_check: 'money-in' | 'play' | null;
  readonly kind: string | null;
  readonly last_four: string | null;
  readonly verified_at: Date | null;
  readonly real: number;
  readonly held: number;
  readonly suspense: number;
  readonly bonus: number;
  readonly deposited: number;
  readonly withdrawn: number;
  readonly staked: number;
  readonly won: number;
}

/** Sums a player's accounts of one kind. */
const balanceOf = (kind: string): string => `coalesce(sum(balance) FILTER (WHERE kind = '${kind}'), 0)::bigint AS ${kind}`;

const FACTS = `
  SELECT p.username, p.firstname, p.lastname, p.email, p.email_activated_at, p.phone, p.date_of_birth, p.city, p.state, p.created_at, p.closed_at,
    p.verification, p.is_second, p.identity_check, p.protection, p.protection_until, i.kind, i.last_four, i.verified_at,
    m.real, m.held, m.suspense, m.bonus, a.deposited, a.withdrawn, a.staked, a.won
  FROM player p
  LEFT JOIN identity i ON i.user_id = p.user_id AND i.passed_at IS NULL
  CROSS JOIN LATERAL (SELECT ${['real', 'held', 'suspense', 'bonus'].map(balanceOf).join(', ')} FROM ledger_account l WHERE l.user_id = p.user_id) m
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(deposited), 0)::bigint AS deposited, coalesce(sum(withdrawn), 0)::bigint AS withdrawn,
      coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won FROM activity_day d WHERE d.user_id = p.user_id) a
  WHERE p.user_id = $1 AND p.role = 'player'`;

/** Who decides on identities sees which number was shown. */
const SEES_IDENTITY: readonly AdminRole[] = ['risk', 'owner'];

interface Asked {
  readonly playerId: string;
  readonly at: Date;
  readonly roles: readonly AdminRole[];
  readonly parts: readonly PlayerPart[];
  readonly acts: readonly PlayerAct[];
}

/** Throws `not-found` where there is no such player. */
export async function readFacts(db: Db, { playerId, at, roles, parts, acts }: Asked): Promise<DeskPlayer> {
  const { rows: [row] } = await db.query<FactsRow>(FACTS, [playerId]);
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  const state = protectionAt(row, at);
  const seesIdentity = roles.some((role) => SEES_IDENTITY.includes(role));
  return {
    playerId,
    username: row.username,
    name: maskName(row.firstname, row.lastname),
    email: row.email === null ? null : maskEmail(row.email),
    isEmailConfirmed: row.email_activated_at !== null,
    phone: row.phone === null ? null : maskPhone(row.phone),
    bornIn: row.date_of_birth?.slice(0, 4) ?? null,
    place: row.city === null || row.state === null ? null : `${row.city}, ${row.state}`,
    memberSince: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    isVerified: row.verification === 'verified',
    identity: seesIdentity && row.kind !== null && row.verified_at !== null
      ? { kind: row.kind, lastFour: row.last_four, verifiedAt: row.verified_at.toISOString() } : null,
    isSecond: row.is_second,
    identityCheck: row.identity_check,
    protection: { state, until: state === 'none' ? null : (row.protection_until?.toISOString() ?? null) },
    money: {
      currency: CURRENCY,
      real: naira(row.real), held: naira(row.held), suspense: naira(row.suspense), bonus: naira(row.bonus),
      paidIn: naira(row.deposited), paidOut: naira(row.withdrawn), staked: naira(row.staked), won: naira(row.won),
    },
    locks: await readLocks(db, playerId),
    parts: [...parts],
    acts: [...acts],
    reveals: revealedFor(roles),
  };
}
