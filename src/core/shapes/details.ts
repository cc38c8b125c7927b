/** The own details, for pages and the service worker; apart from the other shapes, since the sync worker reads none. */
import type { Details } from '../contract/details';
import type { DetailsEdit } from '../details-edit';
import { USER_ID_PATTERN } from '../user-id';
import { nullable, number, object, optional, pattern, string } from './shape';
import type { Shape } from './shape';

const address = nullable(object({ street: string, city: string, state: string }));

export const detailsShape: Shape<Details> = object({
  firstname: string,
  lastname: string,
  phone: nullable(string),
  address,
  version: number,
});

const someDetails = object({
  firstname: optional(string),
  lastname: optional(string),
  phone: optional(nullable(string)),
  address: optional(address),
});

/** A change of the details as the outbox keeps it. */
export const detailsEditShape: Shape<DetailsEdit> = object({ version: number, base: someDetails, patch: someDetails });

export const DETAILS = {
  method: 'GET',
  path: '/v1/player/:userId/details',
  params: object({ userId: pattern(USER_ID_PATTERN) }),
  answer: detailsShape,
} as const;
