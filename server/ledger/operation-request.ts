import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/core/canonical-json';
import { ProblemError } from '../http/problem';

/** A call under an idempotency key. */
export interface OperationRequest {
  readonly userId: string;
  /** The checked `Idempotency-Key`; a key of the platform's own has a colon, which no player can send. */
  readonly key: string;
  /** The kind of the call, for instance `deposit`. */
  readonly kind: string;
  /** Everything that distinguishes two requests: the body, and the parts of the path that matter. Plain JSON. */
  readonly body: unknown;
}

/** This is far more than any valid body needs; a bet of 100,000 brackets would overflow the stack. */
const MAX_DEPTH = 32;

/** Throws a ProblemError `bad-request` where objects and arrays are nested deeper than `MAX_DEPTH`. */
function assertNotTooDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) throw new ProblemError('bad-request', 'This is nested too deeply.');
  for (const member of Object.values(value)) assertNotTooDeep(member, depth + 1);
}

/** Returns the SHA-256, in hex, of the request that a key belongs to. Throws a ProblemError `bad-request` for a body that is nested too deeply. */
export function bodyHash({ kind, body }: OperationRequest): string {
  const hashed = [kind, body ?? null];
  assertNotTooDeep(hashed);
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex');
}
