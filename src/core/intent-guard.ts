import { INTENT_KINDS } from './intent';
import type { Intent } from './intent';

const STATES: ReadonlySet<unknown> = new Set(['draft', 'sending', 'unknown', 'confirmed', 'refused']);
const KINDS: ReadonlySet<unknown> = new Set(INTENT_KINDS);

/** Whether a stored record is an intent; one that is not can't be resumed and is dropped. */
export function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<keyof Intent, unknown>>;
  return (
    typeof record.key === 'string' &&
    typeof record.userId === 'string' &&
    typeof record.at === 'number' &&
    (record.sentAt === null || typeof record.sentAt === 'number') &&
    (record.gameId === null || typeof record.gameId === 'string') &&
    KINDS.has(record.kind) &&
    STATES.has(record.state)
  );
}
