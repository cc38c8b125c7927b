/**
 * The check of everything, in slices: each is one short transaction on a connection that is given back at once. Where it was interrupted it
 * goes on.
 */
import type { Pool } from 'pg';
import { findInSnapshot, mergeViolations } from './invariants';
import type { Invariant, RuleQuery, Violation } from './invariants';
import { SUBJECT_NAMES, nextEnd, startOf } from './subjects';
import type { SubjectName } from './subjects';

/** Where a check stands. */
export interface WalkState {
  /** The subject whose next slice is due; null where the rules without one are. */
  readonly subject: SubjectName | null;
  /** The last key that was checked. */
  readonly after: string;
  readonly found: readonly Violation[];
}

export const WALK_START: WalkState = { subject: null, after: '', found: [] };

export interface WalkOptions {
  readonly from?: WalkState;
  /** Called after each slice with where the next one begins; null at the end. With false the walk ends there. */
  readonly onSlice?: (next: WalkState | null, found: readonly Violation[]) => Promise<unknown>;
}

/** Checks the invariants along their subjects, and returns all violations that were found until it ended. */
export async function walkInvariants(
  pool: Pool, invariants: readonly Invariant[], { from = WALK_START, onSlice }: WalkOptions = {},
): Promise<readonly Violation[]> {
  for (let state = from; ;) {
    const { found, next } = await checkSlice(pool, invariants, state);
    const violations = mergeViolations(state.found, found);
    const nextState = next === null ? null : { ...next, found: violations };
    const goesOn = await onSlice?.(nextState, violations);
    if (nextState === null || goesOn === false) return violations;
    state = nextState;
  }
}

type NextSlice = Pick<WalkState, 'subject' | 'after'>;

interface CheckedSlice {
  readonly found: readonly Violation[];
  readonly next: NextSlice | null;
}

async function checkSlice(pool: Pool, invariants: readonly Invariant[], { subject, after }: NextSlice): Promise<CheckedSlice> {
  if (subject === null) {
    const found: Violation[] = [];
    for (const rule of invariants.filter((each) => each.subject === undefined)) {
      found.push(...await findInSnapshot(pool, [{ ...rule, sql: rule.violations, values: [] }]));
    }
    return { found, next: nextSubject(null) };
  }
  const rules = invariants.flatMap((rule) => (rule.subject === subject ? [{ id: rule.id, rule: rule.rule, sql: rule.violationsInSlice }] : []));
  if (rules.length === 0) return { found: [], next: nextSubject(subject) };
  const { rows } = await pool.query<{ last: string | null }>(nextEnd(subject), [after]);
  const last = rows[0]?.last ?? null;
  const queries: RuleQuery[] = rules.map((rule) => ({ ...rule, values: [after, last] }));
  return { found: await findInSnapshot(pool, queries), next: last === null ? nextSubject(subject) : { subject, after: last } };
}

function nextSubject(subject: SubjectName | null): NextSlice | null {
  const next = SUBJECT_NAMES[subject === null ? 0 : SUBJECT_NAMES.indexOf(subject) + 1];
  return next === undefined ? null : { subject: next, after: startOf(next) };
}

/** Reads a state that was stored as JSON. What another version of Ayo stored and this one does not know begins anew. */
export function toWalkState(stored: Partial<WalkState>): WalkState {
  const { subject, after, found } = stored;
  if (subject === undefined || subject === null || !SUBJECT_NAMES.includes(subject) || after === undefined || found === undefined) return WALK_START;
  return { subject, after, found };
}
