/** Reads an answer for the item that was sent. Pure. */
import type { CallError } from '../errors';
import type { OutboxKind } from './kind-type';

/**
 * - `refused`: final. - `conflict`: the player decides. - `later`: nothing is known, or the platform can't now; the order
 * stays. - `signed-out`: the session has ended, so nothing more is sent with it.
 */
export type SendOutcome = 'refused' | 'conflict' | 'later' | 'signed-out';

/** Refusals that say nothing about the item: a token that has run out, or the same key still being worked on. */
const NOT_ABOUT_THE_ITEM: ReadonlySet<string> = new Set(['anti-forgery', 'key-running']);

export function outcomeOf(error: CallError, kind: Pick<OutboxKind, 'onConflict' | 'onRefusal'>): SendOutcome {
  const { problem, status } = error;
  // Only the platform's own words refuse. A gateway's bare 404 during a deploy, or a firewall's 403, says nothing about the item.
  if (error.code !== 'bad-request' || error.retryable || problem === undefined) return 'later';
  // It is refused, because the player sends it again after confirming the password, as a new item. The session goes on, and so do the items behind.
  if (problem.code === 'password-needed') return 'refused';
  // An item that is forgotten when it is refused belongs to nobody, so it needs no session, and a 401 is a refusal like any other.
  if (status === 401) return kind.onRefusal === 'forget' ? 'refused' : 'signed-out';
  if (NOT_ABOUT_THE_ITEM.has(problem.code)) return 'later';
  // "Too early" is no refusal either.
  if (status === 425) return 'later';
  return status === 412 && kind.onConflict === 'keep' ? 'conflict' : 'refused';
}
