import type { IntentKind, IntentRecord, IntentState, Refusal } from './intent';

const STATES: Readonly<Record<IntentState, true>> = { draft: true, sending: true, unknown: true, confirmed: true, refused: true };
const KINDS: Readonly<Record<IntentKind, true>> = {
  deposit: true, withdrawal: true, round: true, action: true, claim: true, forfeit: true, choice: true,
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isKeyOf = (table: object, value: unknown): boolean => typeof value === 'string' && Object.hasOwn(table, value);

function isRefusal(value: unknown): value is Refusal {
  return isRecord(value) && (value['because'] === 'not-sent' || (value['because'] === 'platform' && 'problem' in value));
}

/** Returns true if a stored record is an intent. A record that is not can't be resumed, and is dropped. */
export function isIntentRecord(value: unknown): value is IntentRecord {
  if (!isRecord(value)) return false;
  const { key, userId, at, sentAt, gameId, kind, state, refusal } = value;
  return (
    typeof key === 'string' &&
    typeof userId === 'string' &&
    typeof at === 'number' &&
    (sentAt === null || typeof sentAt === 'number') &&
    (gameId === null || typeof gameId === 'string') &&
    (refusal === null || isRefusal(refusal)) &&
    isKeyOf(KINDS, kind) &&
    isKeyOf(STATES, state)
  );
}
