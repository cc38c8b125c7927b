import * as z from '../zod';
import { STATE_CODES } from '../nigeria-states';
import { endpoint } from './endpoint';
import { mobileNumber, personName } from './person';
import { playerParams } from './primitives';

/** One line of an address. */
const line = (missing: string, maxLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `At most ${maxLength} characters.`),
      z.regex(/^\P{Cc}*$/u, 'Write it in one line.'),
    );

/** Where a player lives. It is given whole or not at all, because half an address is of no use. */
export const address = z.strictObject({
  street: line('Enter the street and the number of the house.', 120),
  city: line('Enter the city or town.', 60),
  state: z.enum(STATE_CODES, 'Choose a state.'),
});
export type Address = z.infer<typeof address>;

/** The player's own details; `version` is what `If-Match` names (as `"<version>"`). */
export const details = z.object({
  firstname: z.string(),
  lastname: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  address: z.nullable(z.object({ street: z.string(), city: z.string(), state: z.string() })),
  version: z.number(),
});
export type Details = z.infer<typeof details>;

/** A member that is left out stays as it is. */
export const detailsPatch = z.strictObject({
  firstname: z.optional(personName),
  lastname: z.optional(personName),
  phone: z.optional(mobileNumber),
  /** null takes the address away. */
  address: z.optional(z.nullable(address)),
});
export type DetailsPatch = z.infer<typeof detailsPatch>;

export const getDetails = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/details',
  access: 'session',
  params: playerParams,
  answer: details,
  etag: true,
});

export const patchDetails = endpoint({
  method: 'PATCH',
  path: '/v1/player/:userId/details',
  access: 'bound',
  params: playerParams,
  body: detailsPatch,
  answer: details,
  idempotent: true,
  money: false,
});
