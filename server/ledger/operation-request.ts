import { createHash } from 'node:crypto';
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

/**
 * JSON with the members of every object in the order of their names, so that equal bodies are equal texts.
 * Throws a ProblemError `bad-request` for a value that is nested deeper than `MAX_DEPTH`.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (depth >= MAX_DEPTH) throw new ProblemError('bad-request', 'This is nested too deeply.');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, depth + 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** The SHA-256, in hex, of the request that a key belongs to. */
export function bodyHash(request: OperationRequest): string {
  return createHash('sha256').update(canonicalJson([request.kind, request.body])).digest('hex');
}
