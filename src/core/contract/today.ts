/** What the desk opens with: the work that waits for people, the state of money, and what the house won yesterday. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, nairaAmount } from './primitives';

/** Work that waits: how many, and since when the oldest. Each is somewhere on a tab of the desk. */
export const WORK_KINDS = [
  'approvals', 'identity', 'cases', 'messages', 'returned-payouts', 'mismatched-deposits', 'differences', 'payment-solutions', 'adjustments', 'promotions', 'draws',
  'invitations',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const today = z.object({
  /** Every kind that the admin's roles may see, also where nothing waits. Newer platforms have other kinds. */
  work: z.array(z.object({ kind: z.string(), count: z.number(), oldest: z.nullable(instant) })),
  /** `since`: when money was last opened or closed; null: it was never closed. `reason`: for those who may know it. */
  money: z.object({ isOpen: z.boolean(), since: z.nullable(instant), reason: z.nullable(z.string()) }),
  /** Stakes less wins of a whole day in Lagos, before the costs of bonuses; null: not for these roles. */
  yesterday: z.nullable(z.object({ day: z.iso.date(), ggr: nairaAmount })),
});
export type Today = z.infer<typeof today>;

export const readToday = endpoint({
  method: 'GET',
  path: '/v1/admin/today',
  access: 'admin',
  roles: 'any',
  answer: today,
});
