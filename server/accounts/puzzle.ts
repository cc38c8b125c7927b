/**
 * Puzzles for whoever comes without a session while it is busy (`core/proof-of-work`). A puzzle is a signed text that says what
 * it is good for: nothing is stored of it until it is solved, and then only that it was used.
 */
import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Proof, ProofRequest } from '../../src/core/contract/proof-of-work';
import { isSolution } from '../../src/core/proof-of-work';
import { equalSecrets } from '../http/cookies';
import type { Platform } from '../platform';
import { readPlatformSecret } from '../platform-secret';
import { secretHash } from '../secrets';

/** A slow phone needs some seconds; somebody may put it away for a while. */
export const PUZZLE_LIFETIME_MS = 5 * 60_000;
const SECRET_NAME = 'puzzle';
const NONCE_BYTES = 6;

/** What a puzzle is for: the call, and who makes it from where. Nobody needs to read it out of the puzzle. */
export interface Purpose {
  readonly kind: string;
  readonly subject: string;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes'>;

async function signatureOf(platform: Deps, { kind, subject }: Purpose, said: string): Promise<string> {
  const secret = await readPlatformSecret(platform.pool, platform, SECRET_NAME);
  return createHmac('sha256', secret).update(JSON.stringify([kind, subject, said])).digest('base64url');
}

/** A puzzle of so many bits. It is short enough to be hashed in one block with any answer. */
export async function makePuzzle(platform: Deps, purpose: Purpose, bits: number): Promise<ProofRequest> {
  const expiresAt = platform.now().getTime() + PUZZLE_LIFETIME_MS;
  const said = `${bits}.${expiresAt.toString(36)}.${platform.randomBytes(NONCE_BYTES).toString('base64url')}`;
  return { puzzle: `${said}.${(await signatureOf(platform, purpose, said)).slice(0, 22)}`, bits };
}

/** The bits of a solved puzzle, or 0 where it is not one of ours for this purpose, is too old, or is not solved. */
export async function bitsOf(platform: Deps, purpose: Purpose, { puzzle, answer }: Proof): Promise<number> {
  const [bits = '', expiresAt = '', nonce = '', signature = '', ...rest] = puzzle.split('.');
  const expected = (await signatureOf(platform, purpose, `${bits}.${expiresAt}.${nonce}`)).slice(0, 22);
  if (rest.length > 0 || !equalSecrets(signature, expected)) return 0;
  if (Number.parseInt(expiresAt, 36) <= platform.now().getTime()) return 0;
  return isSolution(puzzle, Number(bits), answer) ? Number(bits) : 0;
}

/** False where it was used before. Part of the caller's transaction: what is refused for another reason leaves it good. */
export async function usePuzzle(tx: PoolClient, { now }: Pick<Platform, 'now'>, { puzzle }: Proof): Promise<boolean> {
  const { rowCount } = await tx.query('INSERT INTO used_proof (proof_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    secretHash(puzzle), new Date(now().getTime() + PUZZLE_LIFETIME_MS),
  ]);
  return rowCount === 1;
}
