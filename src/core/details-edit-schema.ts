/** A change of the details as the outbox keeps it. */
import * as z from './zod';
import { details } from './contract/details';

const { firstname, lastname, phone, address } = details.shape;
const someDetails = z.object({
  firstname: z.optional(firstname),
  lastname: z.optional(lastname),
  phone: z.optional(phone),
  address: z.optional(address),
});

export const detailsEdit = z.object({ version: z.number(), base: someDetails, patch: someDetails });
