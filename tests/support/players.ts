/** Players and money for tests of the platform's services, written straight into the database. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import { post } from '../../server/ledger/post';
import { newE164Phone } from './phones';
import { insertAdmin } from './insert-admin';

const CREATED_AT = new Date('2026-01-02T09:00:00Z');

export interface PlayerOptions {
  readonly role?: 'player' | 'admin';
  readonly activated?: boolean;
  /** Made by `hasherOf(platform).hash`; without it the player can't sign in. */
  readonly passwordHash?: string;
  readonly username?: string;
}

/** Makes a player with random names and returns the userId. */
export async function makePlayer(pool: Pool, options: PlayerOptions = {}): Promise<string> {
  const userId = `u_${randomBytes(6).toString('hex')}`;
  const username = options.username ?? userId;
  const activatedAt = options.activated === false ? null : CREATED_AT;
  await pool.query(
    `INSERT INTO player (user_id, username, username_key, email, email_activated_at, password_hash, firstname, lastname,
                         date_of_birth, phone, role, created_at)
     VALUES ($1, $2, lower($2), $1 || '@example.com', $3, $4, 'Ada', 'Obi', '1990-05-17', $7, $5, $6)`,
    [userId, username, activatedAt, options.passwordHash ?? 'none', options.role ?? 'player', CREATED_AT, newE164Phone()],
  );
  if (options.role === 'admin') await insertAdmin(pool, userId);
  return userId;
}

/** Posts real money as a deposit would, in kobo. */
export async function giveMoney(pool: Pool, userId: string, amount: Kobo, at = CREATED_AT, { isPlayed = true } = {}): Promise<void> {
  await transaction(pool, (tx) =>
    post(tx, {
      userId,
      kind: 'deposit',
      reference: `dep-${randomBytes(8).toString('hex')}`,
      at,
      moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount }],
      ...(isPlayed && { turnoverStake: amount }),
    }),
  );
}

/** Makes a player with money, in decimal naira, and returns the userId. */
export async function makeRichPlayer(pool: Pool, naira = 1_000): Promise<string> {
  const userId = await makePlayer(pool);
  await giveMoney(pool, userId, kobo(naira * 100));
  return userId;
}
