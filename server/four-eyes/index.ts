/** The door of `four-eyes`: whose decisions count as those of several persons, and what waits for a second yes. */
export { countPersons, lookingAs, moneyFromOf, onePersonAmong, onePersonWith, onePersonWords, readMoneyFrom, tooNewWords } from './eyes';
export type { Looking, Other } from './eyes';
export { findAdminWithPhone } from './own-phone';
export { isOwnPlayer } from './own-player';
export { PROPOSAL_COLUMNS, PROPOSAL_TABLES, canWithdraw, endProposal, hearYes, mustBeThere, refuseNotCounted, tellProposal } from './proposals';
export type { Proposal } from './proposals';
export { whyNotCounted } from './second-yes';
export type { Proposed } from './second-yes';
export { originOf } from './traces';
export type { Browser, Origin } from './traces';
