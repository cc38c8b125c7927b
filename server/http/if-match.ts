import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problem';

/**
 * Returns the version that a change starts from: `If-Match: "12"` → 12. Throws 400 for a missing or malformed header, because
 * without it two people (or two phones of one) would overwrite each other.
 */
export function versionOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const header = headers['if-match'];
  const version = /^"(\d{1,15})"$/.exec(header ?? '')?.[1];
  if (version !== undefined) return Number(version);
  const isMissing = header === undefined;
  const detail = `The header If-Match ${isMissing ? 'is missing.' : 'must be a version in quotes, like "3".'}`;
  throw new ProblemError('bad-request', 'Say which version you changed', { detail });
}
