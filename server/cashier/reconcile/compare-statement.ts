import type { Kobo } from '../../../src/core/money';
import type { StatementLine } from '../../gateways';

/** A deposit or a withdrawal in our books. */
export interface OurLine {
  readonly reference: string;
  readonly direction: StatementLine['direction'];
  readonly amount: Kobo;
  readonly currency: string;
  /**
   * `done`: the money has moved in the ledger for good · `open`: it may still move · `ended`: it did not move, or came back ·
   * `leaving`: it moved and was on its way back when the statement ended, so the statement may show it either way
   */
  readonly status: 'done' | 'open' | 'ended' | 'leaving';
  /** The state in our books. */
  readonly state: string;
}

/**
 * - `missing-here`: the gateway moved money that is not in our books
 * - `missing-there`: we moved money in the ledger that is not in the gateway's statement
 * - `amount-differs`, `state-differs`: both have it, with another amount or state
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
 * Finds all differences between a statement and our books. Pure. `recorded` has our lines for the statement's references, by `keyOf`,
 * from any time; `expected` has our lines that must be in the statement. Attempts that moved no money on either side are no
 * difference, whatever their states are called.
 */
export function compare(
  lines: readonly StatementLine[],
  recorded: ReadonlyMap<string, OurLine>,
  expected: readonly OurLine[],
): Difference[] {
  const groups = new Map<string, StatementLine[]>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group === undefined) groups.set(keyOf(line), [line]);
    else group.push(line);
  }
  const differences = [...groups.entries()].flatMap(([key, group]) => compareReference(group, recorded.get(key) ?? null));
  const missing = expected.filter((ours) => !groups.has(keyOf(ours)));
  return [...differences, ...missing.map((ours) => difference('missing-there', ours, ours, null))];
}

function compareReference(group: readonly StatementLine[], ours: OurLine | null): Difference[] {
  const sortedLines = group.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.state === 'reversed') - Number(b.state === 'reversed'));
  const movedLines = findMovedLines(sortedLines);
  const [theirs] = movedLines;
  const last = sortedLines.at(-1);
  if (theirs === undefined) {
    return last !== undefined && ours?.status === 'done' ? [difference('state-differs', last, ours, last)] : [];
  }
  const duplicates = movedLines.length > 1 ? [difference('duplicate', theirs, ours, theirs)] : [];
  if (ours === null) return [...duplicates, difference('missing-here', theirs, null, theirs)];
  if (ours.amount !== theirs.amount || ours.currency !== theirs.currency) return [...duplicates, difference('amount-differs', theirs, ours, theirs)];
  return ours.status === 'done' || ours.status === 'leaving' ? duplicates : [...duplicates, difference('state-differs', theirs, ours, theirs)];
}

/** Returns the lines that moved money for good; a later reversal cancels the line before it. */
function findMovedLines(sortedLines: readonly StatementLine[]): StatementLine[] {
  const movedLines: StatementLine[] = [];
  for (const line of sortedLines) {
    if (line.state === 'success') movedLines.push(line);
    if (line.state === 'reversed') movedLines.pop();
  }
  return movedLines;
}

function difference(kind: Difference['kind'], { direction, reference }: LineIdentity, ours: OurLine | null, theirs: StatementLine | null): Difference {
  return {
    kind, direction, reference,
    ours: ours === null ? null : { state: ours.state, amount: ours.amount },
    theirs: theirs === null ? null : { state: theirs.state, amount: theirs.amount, currency: theirs.currency },
  };
}
