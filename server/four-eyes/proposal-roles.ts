/** Names the tables that hold proposals, with the roles in which people decide about them. */
import type { AdminRole } from '../../src/core/admin-roles';

/** The role that proposes in each table. */
export const ROLE_OF_PROPOSALS = { promotion_proposal: 'games', person_hint_proposal: 'risk', correction: 'payments' } as const satisfies Readonly<Record<string, AdminRole>>;
export type ProposalTable = keyof typeof ROLE_OF_PROPOSALS;

/** The roles that confirm. */
export const CONFIRMING_ROLES: Readonly<Record<ProposalTable, readonly AdminRole[]>> = {
  promotion_proposal: ['games', 'owner'], person_hint_proposal: ['risk'], correction: ['payments', 'owner'],
};
