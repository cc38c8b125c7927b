import type { Kobo } from '../../../src/core/money';
import type { StatementLine } from '../../gateways';

/** A deposit or a withdrawal, as our books have it. */
export interface OurLine {
  readonly reference: string;
  readonly direction: StatementLine['direction'];
  readonly amount: Kobo;
  readonly currency: string;
  /**
   * `done`: the money has moved in the ledger for good · `open`: it may still · `ended`: it did not, or came back ·
   * `leaving`: it moved, and was on its way back when the statement ended: it may have it either way
   */
  readonly status: 'done' | 'open' | 'ended' | 'leaving';
  /** Our own word for it. */
  readonly state: string;
}

/**
 * - `missing-here`: the gateway moved money that we never heard of
 * - `missing-there`: we moved money in the ledger that the gateway's statement does not have
 * - `amount-differs`, `state-differs`: both know it, but not the same of it
 * - `duplicate`: the gateway moved the money of one reference more than once
 */
export const DIFFERENCE_KINDS = ['missing-here', 'missing-there', 'amount-differs', 'state-differs', 'duplicate'] as const;

export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  readonly direction: StatementLine['direction'];
  readonly reference: string;
  readonly ours: Pick<OurLine, 'state' | 'amount'> | null;
  readonly theirs: Pick<StatementLine, 'state' | 'amount' | 'currency'> | null;
}

type LineIdentity = Pick<StatementLine, 'direction' | 'reference'>;

export function keyOf({ direction, reference }: LineIdentity): string {
  return `${direction} ${reference}`;
}

/**
 * All differences between a statement and our books. Pure. `known`: what we have of the statement's references, by
 * `keyOf`, whenever it was. `expected`: what must be in the statement. Only money that moved on one side at least can
 * differ: attempts that came to nothing on both are no difference, whatever they are called.
 */
export function compare(
  lines: readonly StatementLine[],
  recorded: ReadonlyMap<string, OurLine>,
  expected: readonly OurLine[],
): Difference[] {
  const groups = new Map<string, StatementLine[]>();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  const found = [...groups.entries()].flatMap(([key, group]) => compareReference(group, recorded.get(key) ?? null));
  const missing = expected.filter((ours) => !groups.has(keyOf(ours)));
  return [...found, ...missing.map((ours) => difference('missing-there', ours, ours, null))];
}

function compareReference(group: readonly StatementLine[], ours: OurLine | null): Difference[] {
  const sortedLines = group.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.state === 'reversed') - Number(b.state === 'reversed'));
  const moved = movedLines(sortedLines);
  const [theirs] = moved;
  const last = sortedLines.at(-1);
  if (theirs === undefined) {
    return last !== undefined && ours?.status === 'done' ? [difference('state-differs', last, ours, last)] : [];
  }
  const duplicates = moved.length > 1 ? [difference('duplicate', theirs, ours, theirs)] : [];
  if (ours === null) return [...duplicates, difference('missing-here', theirs, null, theirs)];
  if (ours.amount !== theirs.amount || ours.currency !== theirs.currency) return [...duplicates, difference('amount-differs', theirs, ours, theirs)];
  return ours.status === 'done' || ours.status === 'leaving' ? duplicates : [...duplicates, difference('state-differs', theirs, ours, theirs)];
}

/** The lines that moved money for good: what was brought back later did not. */
function movedLines(sortedLines: readonly StatementLine[]): StatementLine[] {
  const moved: StatementLine[] = [];
  for (const line of sortedLines) {
    if (line.state === 'success') moved.push(line);
    if (line.state === 'reversed') moved.pop();
  }
  return moved;
}

function difference(kind: Difference['kind'], { direction, reference }: LineIdentity, ours: OurLine | null, theirs: StatementLine | null): Difference {
  return {
    kind, direction, reference,
    ours: ours === null ? null : { state: ours.state, amount: ours.amount },
    theirs: theirs === null ? null : { state: theirs.state, amount: theirs.amount, currency: theirs.currency },
  };
}
