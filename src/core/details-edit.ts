/** A player's change of the own details, as it waits for a connection and meets changes made elsewhere. Pure. */
import type { Details } from './contract/details';

export const DETAIL_MEMBERS = ['firstname', 'lastname', 'phone', 'address'] as const;
export type DetailMember = (typeof DETAIL_MEMBERS)[number];
export type DetailValues = Pick<Details, DetailMember>;
export type SomeDetails = { readonly [M in DetailMember]?: DetailValues[M] | undefined };

/** Only the members that the player changed: what they are to be, and what they were. */
export interface DetailsEdit {
  /** The version that the player saw. */
  readonly version: number;
  readonly base: SomeDetails;
  readonly patch: SomeDetails;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || addressText(a) === addressText(b);
}

/** Gives the same text for equal addresses, whatever the order of their members. */
function addressText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const pick = (from: SomeDetails, members: readonly DetailMember[]): SomeDetails =>
  Object.fromEntries(members.map((member) => [member, from[member]]));

/** The edit that makes `details` become `target`; null where they are the same. Members that `target` lacks stay. */
export function editOf(details: Details, target: SomeDetails): DetailsEdit | null {
  const changedMembers = DETAIL_MEMBERS.filter((member) => target[member] !== undefined && !isSame(target[member], details[member]));
  if (changedMembers.length === 0) return null;
  return { version: details.version, base: pick(details, changedMembers), patch: pick(target, changedMembers) };
}

/** The details as the player wants them. */
export function withEdit(details: Details, edit: DetailsEdit | null): Details {
  const { firstname, lastname, phone, address } = edit?.patch ?? {};
  return {
    ...details,
    firstname: firstname ?? details.firstname,
    lastname: lastname ?? details.lastname,
    phone: phone === undefined ? details.phone : phone,
    address: address === undefined ? details.address : address,
  };
}

/** Members that the player and somebody else changed differently: only these need the player's decision. */
export function contestedMembers({ base, patch }: DetailsEdit, current: Details): readonly DetailMember[] {
  return DETAIL_MEMBERS.filter(
    (member) => patch[member] !== undefined && !isSame(current[member], base[member]) && !isSame(current[member], patch[member]),
  );
}
