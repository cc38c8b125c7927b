/** Ending a session on the platform, now or with the next connection. */
import { REVOKE_BY_HASH, SIGN_OUT } from '../core/shapes/endpoints';
import { addRevocation, pendingRevocations, removeRevocation } from '../data/revocations';
import { sha256Hex } from '../data/hash';
import { setPendingSignOuts } from '../state/app';
import { database } from './database';
import { callOpen } from './platform';
import type { CallError } from '../core/errors';

const RETRY_MS = 15_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The platform has said something final: the session is ended, or it knows no such call. */
function isSettled(error: CallError): boolean {
  return error.code === 'bad-request' && !error.retryable;
}

/**
 * Ends the session on the platform. The promise to do so is written down first, as a hash; the id itself lives only in
 * memory and only as long as the first try.
 */
export async function revokeSession(sessionId: string): Promise<void> {
  const hash = sha256Hex(sessionId);
  const isKept = await addRevocation(database, hash, Date.now());
  setPendingSignOuts(1);
  const told = await callOpen(SIGN_OUT, { sessionId });
  if (told.ok || isSettled(told.error)) {
    await removeRevocation(database, hash);
    setPendingSignOuts(0);
  } else if (isKept) void flushRevocations();
}

/** Tells the platform of sign-outs that it missed; tries again every 15 s while there are any. */
export async function flushRevocations(): Promise<void> {
  clearTimeout(timer);
  const hashes = await pendingRevocations(database, Date.now());
  let left = hashes.length;
  for (const hash of hashes) {
    const told = await callOpen(REVOKE_BY_HASH, { body: { hash } });
    if (!told.ok && !isSettled(told.error)) break;
    await removeRevocation(database, hash);
    left -= 1;
  }
  setPendingSignOuts(left);
  if (left > 0) timer = setTimeout(() => void flushRevocations(), RETRY_MS);
}
