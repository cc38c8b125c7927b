import { CONSENT_TAGS } from '../../../core/contract/consents';
import type { ConsentTag } from '../../../core/contract/consents';
import type { ConsentReceipt } from '../../../core/contract/consents';
import type { OutboxItem } from '../../../core/outbox/item';

export interface ConsentRow {
  readonly tag: ConsentTag;
  /** The choice that waits to be sent, otherwise the platform's. */
  readonly isGiven: boolean;
  /** The platform does not know of the choice yet. */
  readonly isWaiting: boolean;
  /** The choice that the platform refused; null when there is none. */
  readonly refusedItem: OutboxItem | null;
}

export type Choices = Readonly<Partial<Record<string, boolean>>>;

/** The rows of the six consents. `choices`: made a moment ago and not stored yet. `outbox`: items that wait or were refused. */
export function consentRows(
  answers: Readonly<Record<string, boolean>>,
  choices: Choices,
  outbox: readonly OutboxItem[],
): readonly ConsentRow[] {
  return CONSENT_TAGS.map((tag) => {
    const isAccepted = answers[tag] === true;
    const item = outbox.findLast(({ slot }) => slot === `consent:${tag}`);
    const queuedChoice = item?.state === 'waiting' ? item.kind === 'give-consent' : undefined;
    const isGiven = choices[tag] ?? queuedChoice ?? isAccepted;
    return { tag, isGiven, isWaiting: isGiven !== isAccepted, refusedItem: item && item.state !== 'waiting' ? item : null };
  });
}

/** The receipts that no switch shows. A switch shows the newest of its tag, unless its last choice is not sent yet. */
export function earlierReceipts(receipts: readonly ConsentReceipt[], rows: readonly ConsentRow[]): readonly ConsentReceipt[] {
  const newest = latestByTag(receipts);
  const shown = new Set(rows.filter(({ isWaiting }) => !isWaiting).map(({ tag }) => newest.get(tag)));
  return receipts.filter((receipt) => !shown.has(receipt));
}

/** The newest receipt of each tag. `receipts` are newest first. */
export function latestByTag(receipts: readonly ConsentReceipt[]): ReadonlyMap<string, ConsentReceipt> {
  return new Map(receipts.toReversed().map((receipt) => [receipt.tagCode, receipt]));
}
