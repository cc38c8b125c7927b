/** Works out which break or exclusion is active on an account. Pure. */
import { stateOfLength } from '../../src/core/protection';
import type { ExclusionLength, ProtectionState } from '../../src/core/protection';
import { protectionAt } from '../ledger/protection-state';
import type { ProtectedRow } from './player';

export interface ActiveProtection {
  readonly state: Exclude<ProtectionState, 'none'>;
  readonly since: Date;
  /** Null means for good. */
  readonly until: Date | null;
}

type Columns = Pick<ProtectedRow, 'protection' | 'protection_since' | 'protection_until'>;

/** Returns the break or exclusion that is active at `at` on one account; null where there is none. */
export function activeProtectionAt(row: Columns, at: Date): ActiveProtection | null {
  const state = protectionAt(row, at);
  return state === 'none' ? null : { state, since: row.protection_since ?? at, until: row.protection_until };
}

/** Merges a new break or exclusion into the active one: the stricter state, until the later end. Pure. */
export function mergeProtection(a: ActiveProtection | null, b: ActiveProtection): ActiveProtection {
  if (a === null) return b;
  return {
    state: a.state === 'excluded' ? a.state : b.state,
    since: a.since,
    until: a.until === null || b.until === null ? null : new Date(Math.max(a.until.getTime(), b.until.getTime())),
  };
}

/** Compares state and end alone, because nothing else matters to the player. */
export function isSameProtection(a: ActiveProtection | null, b: ActiveProtection): boolean {
  return a?.state === b.state && a.until?.getTime() === b.until?.getTime();
}

/** A row of `exclusion`: a request, one that was carried here from another account, or a correction. */
export interface ExclusionRow {
  /** Null for a correction. */
  readonly length: ExclusionLength | null;
  readonly at: Date;
  readonly ends_at: Date | null;
  /** The request on another account from which this one was carried; null for the player's own. */
  readonly carried_from: number | null;
}

/**
 * Returns the protection that is active at `at` by the player's requests on this account alone; null where there is none. `rows`
 * are in order of time. Pure.
 */
export function ownProtectionAt(rows: readonly ExclusionRow[], at: Date): ActiveProtection | null {
  let active: ActiveProtection | null = null;
  for (const { length, at: since, ends_at: until, carried_from: carriedFrom } of rows) {
    if (length === null || carriedFrom !== null) continue;
    active = mergeProtection(dropEnded(active, since), { state: stateOfLength(length), since, until });
  }
  return dropEnded(active, at);
}

/** Returns the protection, or null where it has ended at `at`. */
function dropEnded(active: ActiveProtection | null, at: Date): ActiveProtection | null {
  const hasEnded = active !== null && active.until !== null && active.until <= at;
  return hasEnded ? null : active;
}
