/** Sends the items of the signed-in player's outbox to the platform, in order and by one tab at a time. */
import type { Client } from '../api/http';
import { getProfile } from '../core/contract/player';
import { failure, isAnswer } from '../core/errors';
import type { CallError } from '../core/errors';
import { drain } from '../core/outbox/drain';
import type { DrainResult } from '../core/outbox/drain';
import type { OutboxItem } from '../core/outbox/item';
import { PLAYER_KINDS } from '../core/outbox/kinds';
import type { ReadItem } from '../core/outbox/kinds';
import { remainingWaitMs, putOff } from '../core/outbox/put-off';
import { sendableItems, nextInLine } from '../core/outbox/queue';
import type { NextInLine } from '../core/outbox/queue';
import type { Database } from '../data/database';
import { markInOutbox, outboxOf, settleInOutbox } from '../data/outbox';
import { can } from './can';
import type { WorkerSession } from './contract';
import type { Locks } from './leader';

const LOCK = 'ayo-outbox';

export interface OutboxDeps {
  readonly client: Client;
  readonly db: Database;
  readonly locks: Locks | null;
  readonly session: WorkerSession;
  /** The consents in the last live profile; null before there was one. */
  readonly consents: Readonly<Record<string, boolean>> | null;
  /** Epoch ms by the phone's clock, right or wrong, because items are dated by it. */
  readonly wall: () => number;
  /** Epoch ms by the best estimate of the right time. */
  readonly now: () => number;
  /** Aborted when the session of this tab ends or the tab is hidden. */
  readonly signal: AbortSignal;
}

export interface OutboxDrainResult extends DrainResult {
  /**
   * Ms until the first item that was put off may be tried again. Null where none was, or where the drain stopped before an item that could
   * be sent.
   */
  readonly waitMs: number | null;
  /** True where this drain has put an item off. */
  readonly hasPutOff: boolean;
}

/** Sends everything that can be sent now. Waits for another tab that is sending. */
export async function drainOutbox(deps: OutboxDeps): Promise<OutboxDrainResult> {
  let result: OutboxDrainResult = { sent: [], refused: [], stopReason: 'later', waitMs: null, hasPutOff: false };
  const run = async () => {
    result = await drainHere(deps);
  };
  // The request rejects when this tab is hidden or its session ends while it waits; the items stay.
  if (deps.locks) await deps.locks.request(LOCK, { signal: deps.signal }, run).catch(() => undefined);
  else await run();
  return result;
}

async function drainHere({ client, db, session, wall, now, signal }: OutboxDeps): Promise<OutboxDrainResult> {
  const { userId, sessionId } = session;
  const canDo = can(session);

  /**
   * Returns true if the platform has the choice already. On a platform that lets consents be withdrawn a choice is always sent: the last
   * profile may be older than a withdrawal elsewhere, and a consent that was only assumed is no proof.
   */
  async function isStored({ kind, body }: ReadItem): Promise<boolean> {
    if (!kind.isDone || canDo('withdraw-consent')) return false;
    const result = await askProfile();
    return result.ok && result.savedAt === null && kind.isDone(body, result.data.consents ?? {});
  }

  async function send(item: OutboxItem, read: ReadItem) {
    const { kind, body } = read;
    if (await isStored(read)) return null;
    const sending = { at: item.at, nowMs: wall(), isOurs: canDo('withdraw-consent') };
    const { params, ...request } = kind.request(body, sending);
    return client.call(kind.call, { ...request, body: request.body, params: { ...params, userId }, sessionId, key: item.key, signal });
  }

  let line: NextInLine = { item: null, waitMs: null };
  async function next(): Promise<OutboxItem | null> {
    if (signal.aborted) return null;
    line = nextInLine(sendableItems(await outboxOf(db, userId), canDo, PLAYER_KINDS), PLAYER_KINDS, wall());
    return line.item;
  }

  /** Asks for the profile, because every platform has that, and uses no cache. */
  const askProfile = () => client.call(getProfile, { params: { userId }, sessionId, noStore: true, signal });

  async function isReached(): Promise<boolean> {
    const result = await askProfile();
    return result.ok ? result.savedAt === null : isAnswer(result.error);
  }

  let hasSeenPlatform = false;
  async function checkStored({ kind, body }: ReadItem): Promise<CallError | null> {
    if (hasSeenPlatform && !kind.isShown) return null;
    const result = await askProfile();
    const isLive = result.ok && result.savedAt === null;
    hasSeenPlatform = isLive;
    if (!isLive) return failure('network').error;
    // Where the platform was reached and has not done it, a later try may succeed.
    const isDone = kind.isShown?.(body, result.data.consents ?? {}) ?? true;
    return isDone ? null : failure('bad-response', { status: result.status, retryable: true }).error;
  }

  let hasPutOff = false;
  const result = await drain({
    table: PLAYER_KINDS,
    isReached,
    checkStored,
    send,
    next,
    settle: (item, kind, answer) => {
      const changes = answer === undefined ? {} : (kind.stores?.(answer) ?? {});
      return settleInOutbox(db, item, { changes, savedAt: now(), wallAt: wall(), binds: kind.binds === true });
    },
    refuse: (item) => markInOutbox(db, item),
    putOff: (item, error, kind, isPlatformReached) => {
      const heldItem = putOff(item, error, kind, wall(), isPlatformReached);
      hasPutOff ||= isPlatformReached && remainingWaitMs(heldItem, wall()) > 0;
      return markInOutbox(db, heldItem);
    },
  });
  // Items that an earlier drain put off still wait, and after an abort others may, too; `drain` knows of neither.
  return { ...result, stopReason: result.stopReason ?? (line.waitMs === null && !signal.aborted ? null : 'later'), waitMs: line.item === null ? line.waitMs : null, hasPutOff };
}
