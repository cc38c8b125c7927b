/** Brings to the platform what waits in the outbox of the signed-in player, in order, by one tab at a time. */
import type { Client } from '../api/http';
import { drain } from '../core/outbox/drain';
import type { Drained } from '../core/outbox/drain';
import type { OutboxItem } from '../core/outbox/item';
import { kindOf, PLAYER_KINDS } from '../core/outbox/kinds';
import { putOff } from '../core/outbox/put-off';
import { inOrder, nextInLine } from '../core/outbox/queue';
import type { NextInLine } from '../core/outbox/queue';
import type { Database } from '../data/database';
import { markInOutbox, outboxOf, removeFromOutbox } from '../data/outbox';
import type { WorkerSession } from './contract';
import type { Locks } from './leader';

const LOCK = 'ayo-outbox';

export interface OutboxDeps {
  readonly client: Client;
  readonly db: Database;
  readonly locks: Locks | null;
  readonly session: WorkerSession;
  /** The consents of the profile as the platform last said, live; null while it has not. */
  readonly given: Readonly<Record<string, boolean>> | null;
  /** Epoch ms by the clock that the items were made by, which is the phone's, right or wrong. */
  readonly wall: () => number;
  /** Ends with the session of this tab. */
  readonly signal: AbortSignal;
}

export const can = ({ capabilities }: WorkerSession) => (capability: string) => capabilities?.includes(capability) ?? true;

export interface OutboxDrained extends Drained {
  /** Ms until the first of those that were put off may be tried again; null where none was. */
  readonly waitMs: number | null;
}

/** Sends everything that waits, as far as it goes. Queued behind the tab that is at it. */
export async function drainOutbox(deps: OutboxDeps): Promise<OutboxDrained> {
  let drained: OutboxDrained = { sent: [], refused: [], stopped: 'later', waitMs: null };
  const held = async () => {
    drained = await drainHere(deps);
  };
  // Rejects when the session ends while it waits for its turn: then there is nothing to send any more.
  if (deps.locks) await deps.locks.request(LOCK, { signal: deps.signal }, held).catch(() => undefined);
  else await held();
  return drained;
}

async function drainHere({ client, db, session, given, wall, signal }: OutboxDeps): Promise<OutboxDrained> {
  const { userId, sessionId } = session;
  const able = can(session);

  function send(item: OutboxItem) {
    const kind = kindOf(item.kind, PLAYER_KINDS);
    const fit = kind?.body.safeParse(item.body);
    // Left by a build that knew better, or worse: nothing that could be sent.
    if (!kind || !fit?.success || (given && kind.isDone?.(fit.data, given))) return null;
    const sending = { at: item.at, nowMs: wall(), isOurs: able('withdraw-consent') };
    const { params, ...request } = kind.request(fit.data, sending);
    return client.call(kind.call, { ...request, body: request.body, params: { ...params, userId }, sessionId, key: item.key, signal });
  }

  let line: NextInLine = { item: null, waitMs: null };
  async function next(): Promise<OutboxItem | null> {
    if (signal.aborted) return null;
    line = nextInLine(inOrder(await outboxOf(db, userId), able, PLAYER_KINDS), PLAYER_KINDS, wall());
    return line.item;
  }

  const drained = await drain({
    table: PLAYER_KINDS,
    send,
    next,
    settle: (item) => removeFromOutbox(db, item),
    refuse: (item) => markInOutbox(db, item),
    putOff: (item, error) => markInOutbox(db, putOff(item, error, kindOf(item.kind, PLAYER_KINDS) ?? {}, wall())),
  });
  // Those that were put off before this drain are left, too.
  return { ...drained, stopped: drained.stopped ?? (line.waitMs === null ? null : 'later'), waitMs: line.item === null ? line.waitMs : null };
}
