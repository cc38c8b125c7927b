/**
 * The public interface of `four-eyes`: it decides which admins count as several persons, and handles proposals that wait for a
 * second confirmation.
 */
export { countPersons, createDecisionContext, moneyDecisionsFrom, findSamePerson, findSamePersons, describeSamePerson, readMoneyDecisionsFrom, describeTooNew } from './one-person';
export type { DecisionContext, OtherAdmin } from './one-person';
export { findAdminWithPhone } from './admin-phones';
export { browserGroup } from './shared-browsers';
export { auditOwnPlayer, findOwnPlayerRefusal, readPlayerOwners } from './own-player';
export type { OwnPlayerKind, OwnPlayerRefusal, PlayerOwner } from './own-player';
export { PROPOSAL_COLUMNS, PROPOSAL_TABLES, canWithdraw, endProposal, checkConfirmation, requireProposal, throwConfirmationRefusal, toProposalView } from './proposals';
export type { Proposal } from './proposals';
export { describeConfirmationRefusals } from './second-confirmation';
export type { ProposedRow } from './second-confirmation';
export { readOrigin, recordPlayersSignIn, recordTraces } from './traces';
export type { Browser, Origin } from './traces';
