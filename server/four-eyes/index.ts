/**
 * The public interface of `four-eyes`: it decides which admins count as several persons, and handles proposals that wait for a
 * second confirmation. It also checks what an admin may do at the desk.
 */
export { countPersons, createDecisionContext, findSamePerson, findSamePersons, describeSamePerson } from './one-person';
export type { DecisionContext, OtherAdmin } from './one-person';
export { describeNewness, describeTooNew, isNewOwnerAt, moneyDecisionsFrom, readMoneyWait, readNewRoles, readOwnerWait } from './waiting-time';
export type { MoneyWait } from './waiting-time';
export { ROLE_IS_HELD, isOwnerSql, requireRole } from './desk-role';
export { findAdminWithPhone } from './admin-phones';
export { browserGroup } from './shared-browsers';
export { auditOwnPlayer, findOwnPlayerRefusal, findOwnPlayers, readPlayerOwners } from './own-player';
export type { CountedPhones, OwnPlayerKind, OwnPlayerRefusal, PlayerOwner } from './own-player';
export { CONFIRMING_ROLES, ROLE_OF_PROPOSALS } from './proposal-roles';
export type { ProposalTable } from './proposal-roles';
export { PROPOSAL_COLUMNS, canWithdraw, endProposal, checkConfirmation, requireProposal, throwConfirmationRefusal, toProposalView } from './proposals';
export type { Proposal } from './proposals';
export { describeConfirmationRefusals } from './second-confirmation';
export type { ProposedRow } from './second-confirmation';
export { readOrigin, recordPlayersSignIn, recordTraces } from './traces';
export type { Browser, Origin } from './traces';
