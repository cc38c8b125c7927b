import { DETAILS_SLOT } from '../../bridge/figures/details';
import { useDetails } from '../../bridge/figures/use-details';
import { useOutbox } from '../../bridge/outbox/use-outbox';
import { detailsConflict } from '../../core/details-conflict';
import { contestedMembers, withEdit } from '../../core/details-edit';
import type { DetailMember, DetailsEdit } from '../../core/details-edit';
import type { Details } from '../../core/contract/details';
import { detailsEdit } from '../../core/details-edit-schema';
import type { OutboxItem } from '../../core/outbox/item';
import { outboxItemAt } from '../../state/outbox';
import type { DetailsState } from '../../state/details';

/** A change that waits, was refused, or met another change. */
export interface PendingEdit {
  readonly item: OutboxItem;
  readonly edit: DetailsEdit;
}

export interface OwnDetails extends DetailsState {
  /** The platform's details, in their newest version; null while unknown. */
  readonly base: Details | null;
  /** The details as the player wants them: with the waiting change. */
  readonly edited: Details | null;
  readonly pending: PendingEdit | null;
  /** Members that were changed here and elsewhere, differently. */
  readonly contestedMembers: readonly DetailMember[];
}

/** Null for an item of a build with another format. */
export function pendingEditOf(item: OutboxItem | undefined): PendingEdit | null {
  const edit = item === undefined ? null : detailsEdit.safeParse(item.body);
  return item !== undefined && edit?.success ? { item, edit: edit.data } : null;
}

/** The newest known details. A conflict brings the platform's. */
export function baseOf(details: Details | null, pending: PendingEdit | null): Details | null {
  const conflict = pending && detailsConflict(pending.item);
  if (!conflict) return details;
  return details !== null && details.version >= conflict.current.version ? details : conflict.current;
}

/** Combines the details of platform, device and outbox. */
export function useOwnDetails(): OwnDetails {
  const details = useDetails();
  const pending = pendingEditOf(useOutbox((outbox) => outboxItemAt(outbox, DETAILS_SLOT)));
  const base = baseOf(details.details, pending);
  return {
    ...details,
    base,
    pending,
    edited: base && withEdit(base, pending?.edit ?? null),
    contestedMembers: base && pending?.item.state === 'conflict' ? contestedMembers(pending.edit, base) : [],
  };
}
