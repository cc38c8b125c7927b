/**
 * Sends what waits, one after the other. The same for the sync worker, which does it for the player, and for the page,
 * which does it for sign-outs; what is outside is given to it.
 */
import type { Result } from '../errors';
import type { OutboxItem } from './item';
import { kindOf } from './kinds';
import type { OutboxTable } from './kinds';
import { outcomeOf } from './outcome';
import type { SendOutcome } from './outcome';

export interface DrainDeps {
  /** What is first in line now, or null. Asked before each, since the player may have chosen anew. */
  readonly next: () => Promise<OutboxItem | null>;
  /** Null: it need not be sent. */
  readonly send: (item: OutboxItem) => Promise<Result<unknown>> | null;
  /** Done with it: it goes, unless the player has chosen anew. */
  readonly settle: (item: OutboxItem) => Promise<void>;
  readonly refuse: (item: OutboxItem) => Promise<void>;
  readonly table: OutboxTable;
}

export interface Drained {
  readonly sent: readonly OutboxItem[];
  /** Also those in conflict, each with what the platform said. */
  readonly refused: readonly OutboxItem[];
  /** Why it stopped before the end; null when nothing is left. */
  readonly stopped: Extract<SendOutcome, 'later' | 'signed-out'> | null;
}

export async function drain({ next, send, settle, refuse, table }: DrainDeps): Promise<Drained> {
  const sent: OutboxItem[] = [];
  const refused: OutboxItem[] = [];
  const tried = new Set<string>();
  for (let item = await next(); item !== null; item = await next()) {
    const kind = kindOf(item.kind, table);
    // Seen before: it could not be taken out of the store. Once per drain is enough.
    if (kind === null || tried.has(item.key)) return { sent, refused, stopped: 'later' };
    tried.add(item.key);
    const result = await send(item);
    if (result === null || result.ok) {
      await settle(item);
      sent.push(item);
      continue;
    }
    const outcome = outcomeOf(result.error, kind);
    if (outcome === 'later' || outcome === 'signed-out') return { sent, refused, stopped: outcome };
    const told: OutboxItem = { ...item, state: outcome, problem: result.error.problem ?? null };
    if (kind.onRefusal === 'forget') await settle(item);
    else {
      await refuse(told);
      refused.push(told);
    }
  }
  return { sent, refused, stopped: null };
}
