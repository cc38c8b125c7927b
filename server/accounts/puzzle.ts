/**
 * Makes and checks puzzles for calls without a session while the platform is busy (`core/proof-of-work`). A puzzle is a signed
 * text that names its purpose, so we store nothing until it is solved, and then only that it was used.
 */
import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Proof, ProofRequest } from '../../src/core/contract/proof-of-work';
import { isSolution } from '../../src/core/proof-of-work';
import { equalSecrets } from '../http/cookies';
import type { Platform } from '../platform';
import { readSharedSecret } from '../platform-secret';
import { secretHash } from '../secrets';

/** A slow phone needs some seconds, and its user may put it away for a while. */
export const PUZZLE_LIFETIME_MS = 5 * 60_000;
const SECRET_NAME = 'puzzle';
const NONCE_BYTES = 6;

/** The call that a puzzle is for and its caller. The signature covers them, so the puzzle need not contain them. */
export interface Purpose {
  readonly kind: string;
  readonly subject: string;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes' | 'fieldKeys'>;

function signPuzzle(secret: Buffer, { kind, subject }: Purpose, payload: string): string {
  return createHmac('sha256', secret).update(JSON.stringify([kind, subject, payload])).digest('base64url').slice(0, 22);
}

/** Makes a puzzle of `bits`. It is so short that the puzzle and any answer fit into one block of the hash. */
export async function createPuzzle(platform: Deps, purpose: Purpose, bits: number): Promise<ProofRequest> {
  const expiresAt = platform.now().getTime() + PUZZLE_LIFETIME_MS;
  const payload = `${bits}.${expiresAt.toString(36)}.${platform.randomBytes(NONCE_BYTES).toString('base64url')}`;
  const { current } = await readSharedSecret(platform.pool, platform, SECRET_NAME);
  return { puzzle: `${payload}.${signPuzzle(current, purpose, payload)}`, bits };
}

/** Returns the bits of a solved puzzle; 0 where its signature or purpose is wrong, it has expired, or the answer is wrong. */
export async function readSolvedBits(platform: Deps, purpose: Purpose, { puzzle, answer }: Proof): Promise<number> {
  const [bits = '', expiresAt = '', nonce = '', signature = '', ...rest] = puzzle.split('.');
  const { current, previous } = await readSharedSecret(platform.pool, platform, SECRET_NAME);
  const isSignedWith = (secret: Buffer) => equalSecrets(signature, signPuzzle(secret, purpose, `${bits}.${expiresAt}.${nonce}`));
  if (rest.length > 0 || !(isSignedWith(current) || (previous !== null && isSignedWith(previous)))) return 0;
  if (Number.parseInt(expiresAt, 36) <= platform.now().getTime()) return 0;
  return isSolution(puzzle, Number(bits), answer) ? Number(bits) : 0;
}

/** Marks a puzzle as used; returns false where it was used before. A rollback of the caller's transaction keeps it valid. */
export async function usePuzzle(tx: PoolClient, { now }: Pick<Platform, 'now'>, { puzzle }: Proof): Promise<boolean> {
  const { rowCount } = await tx.query('INSERT INTO used_proof (proof_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    secretHash(puzzle), new Date(now().getTime() + PUZZLE_LIFETIME_MS),
  ]);
  return rowCount === 1;
}
