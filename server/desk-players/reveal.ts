/** Shows a value of a player in full, for a reason that the audit trail keeps. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import type { Revealed } from '../../src/core/contract/desk-player-acts';
import { localPhone } from '../../src/core/phone';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { actOnPlayer } from './act';
import type { Actor } from './act';

const MAY_SEE: Readonly<Record<Revealed, readonly AdminRole[]>> = {
  name: ['payments', 'risk', 'owner'],
  phone: ['risk', 'owner'],
  email: ['risk', 'owner'],
  birthday: ['risk', 'owner'],
  address: ['risk', 'owner'],
};

/** What somebody with these roles may have shown in full. */
export const revealedFor = (roles: readonly AdminRole[]): Revealed[] =>
  (Object.keys(MAY_SEE) as Revealed[]).filter((what) => MAY_SEE[what].some((role) => roles.includes(role)));

/** Throws as `actOnPlayer`, and `forbidden` where none of the roles may see it. */
export function reveal(
  platform: Platform, actor: Actor,
  { what, reason, roles }: { readonly what: Revealed; readonly reason: string; readonly roles: readonly AdminRole[] },
): Promise<{ value: string | null }> {
  if (!revealedFor(roles).includes(what)) throw new ProblemError('forbidden', 'You don’t have access to this.', { detail: 'This value is for other roles than yours. Ask a colleague who has one.' });
  return actOnPlayer(platform, { ...actor, roles: MAY_SEE[what] }, 'player-value-shown', async (tx) =>
    ({ answer: { value: await readValue(tx, actor.playerId, what) }, before: null, after: { shown: what, reason } }));
}

interface ValueRow {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthday: string | null;
  readonly address: string | null;
}

async function readValue(tx: PoolClient, playerId: string, what: Revealed): Promise<string | null> {
  const { rows: [row] } = await tx.query<ValueRow>(
    `SELECT firstname || ' ' || lastname AS name, phone, email, date_of_birth AS birthday, street || ', ' || city || ', ' || state AS address FROM player WHERE user_id = $1`,
    [playerId],
  );
  const value = row?.[what] ?? null;
  return value !== null && what === 'phone' ? localPhone(value) : value;
}
