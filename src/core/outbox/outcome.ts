/** Reads an answer for the item that was sent. Pure. */
import type { CallError } from '../errors';
import type { OutboxKind } from './kind';

/**
 * - `refused`: final. - `conflict`: the player decides. - `later`: nothing is known, or the platform can't now; the order
 * stays. - `signed-out`: not with this session; what follows would fare no better.
 */
export type SendOutcome = 'refused' | 'conflict' | 'later' | 'signed-out';

/** Refusals that say nothing about the item: a token that has run out, or the same key still being worked on. */
const NOT_ABOUT_THE_ITEM: ReadonlySet<string> = new Set(['anti-forgery', 'key-running']);

export function outcomeOf(error: CallError, kind: Pick<OutboxKind, 'onConflict' | 'onRefusal'>): SendOutcome {
  if (error.code !== 'bad-request' || error.retryable) return 'later';
  // The session goes on: the player confirms the password and sends it again. The items behind it need not wait for that.
  if (error.problem?.code === 'password-needed') return 'refused';
  // An item whose refusal nobody minds needs no session either.
  if (error.status === 401) return kind.onRefusal === 'forget' ? 'refused' : 'signed-out';
  if (error.problem !== undefined && NOT_ABOUT_THE_ITEM.has(error.problem.code)) return 'later';
  // "Too early" is no refusal either.
  if (error.status === 425) return 'later';
  return error.status === 412 && kind.onConflict === 'keep' ? 'conflict' : 'refused';
}
