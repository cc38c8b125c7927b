/** Stores par sheets under their versions. They are public, and never change. */
import * as z from '../core/zod';
import type { RawSheet } from '../core/fairness/sheet-version';
import type { Database } from './database';
import { PUBLIC_USER } from './schema';
import { getSnapshot, putSnapshot } from './snapshots';

const rawSheet = z.record(z.string(), z.unknown());
const kindOf = (version: string): string => `par-sheet ${version}`;

export async function getSheet(db: Database, version: string): Promise<RawSheet | null> {
  return (await getSnapshot(db, PUBLIC_USER, kindOf(version), rawSheet))?.data ?? null;
}

/** Returns false where this browser stores nothing. */
export function putSheet(db: Database, version: string, data: RawSheet, savedAt: number): Promise<boolean> {
  return putSnapshot(db, { userId: PUBLIC_USER, kind: kindOf(version), savedAt, etag: null, balanceVersion: null, data }, 0, rawSheet);
}
