/** Resolves a change of the details that met another one. Pure. */
import { details } from './contract/details';
import type { Details } from './contract/details';
import { contestedMembers, editOf } from './details-edit';
import type { DetailMember, DetailsEdit } from './details-edit';
import { detailsEdit } from './details-edit-schema';
import type { OutboxItem } from './outbox/item';

export interface DetailsConflict {
  /** The platform's details when it refused. */
  readonly current: Details;
  /** The members that both changed, differently: only the player can decide about them. Empty: nobody is needed. */
  readonly contestedMembers: readonly DetailMember[];
  /** The change, made again on top of the platform's details; null where these have all of it already. */
  readonly nextEdit: DetailsEdit | null;
}

/** Null for an item that is no change of details in conflict, or that this build can't read. */
export function detailsConflict({ kind, state, body, problem }: OutboxItem): DetailsConflict | null {
  if (kind !== 'edit-profile' || state !== 'conflict') return null;
  const [edit, current] = [detailsEdit.safeParse(body), details.safeParse(problem?.current)];
  if (!edit.success || !current.success) return null;
  return { current: current.data, contestedMembers: contestedMembers(edit.data, current.data), nextEdit: editOf(current.data, edit.data.patch) };
}
