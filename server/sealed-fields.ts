/** Which key seals, and the table, row and field for which a value is sealed. */
import type { Pool, PoolClient } from 'pg';
import type { FieldKeys } from './field-keys';

type Db = Pool | PoolClient;

/** How fields are written now. */
export interface Sealing {
  /** The key that seals. */
  readonly keyId: string;
  /** An older Ayo may run on this database, so that clear columns are written beside the sealed ones. */
  readonly keepsClear: boolean;
}

/** Reads how fields are written. Throws where no process has registered a key yet, which a start does. */
export async function readSealing(db: Db): Promise<Sealing> {
  const { rows } = await db.query<{ keyId: string | null; keepsClear: boolean }>(
    `SELECT (SELECT key_id FROM field_key WHERE retired_at IS NULL ORDER BY number DESC LIMIT 1) AS "keyId", keeps_clear AS "keepsClear" FROM field_sealing`,
  );
  const { keyId = null, keepsClear = false } = rows[0] ?? {};
  if (keyId === null) throw new Error('no field key is registered');
  return { keyId, keepsClear };
}

/** Joins the parts of a place. No part can reach into the next one, whatever stands in it. */
export const placeOf = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

/** A value in its two columns: a row of an older Ayo has the clear one alone, until it was sealed. */
export interface SealedValue {
  readonly sealed: string | null;
  readonly clear: string | null;
}

/** Returns the value. Rejects with a SealedFieldError where the sealed one was changed or is another row's. */
export async function openValue(fieldKeys: FieldKeys, place: string, { sealed, clear }: SealedValue): Promise<string> {
  if (sealed !== null) return fieldKeys.open(place, sealed);
  if (clear !== null) return clear;
  throw new Error(`nothing stands at ${place}`);
}

/** Seals a value, and keeps it clear as well while an older Ayo may read it. */
export async function sealValue(
  fieldKeys: FieldKeys,
  { keyId, keepsClear }: Sealing,
  place: string,
  value: string,
): Promise<SealedValue & { readonly sealed: string }> {
  return { sealed: await fieldKeys.seal(keyId, place, value), clear: keepsClear ? value : null };
}
