/** Lists the calls of the contract for tests, each with an example of all that it takes. */
import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '../../src/core/contract';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { PASSWORD, newPlayer } from './platform';

export interface TableRow {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** A key under which nobody has ever sent an intent. */
const UNKNOWN_KEY = 'key-of-no-intent-0001';

/** A value of each parameter that may stand in a path. */
const PARAMS: Readonly<Record<string, string>> = {
  gameId: 'adire-gold',
  version: '0'.repeat(64),
  tagCode: 'sms',
  depositId: 'deposit-of-nobody',
  bankAccountId: 'bank-account-of-nobody',
  withdrawalId: 'withdrawal-of-nobody',
  roundId: 'round-of-nobody',
  launchId: 'launch-of-nobody',
  invitationId: 'invitation-of-nobody',
  adminId: 'admin-of-nobody',
  playerId: 'player-of-nobody',
  otherId: 'another-of-nobody',
  proposalId: 'proposal-of-nobody',
  sessionRef: 'session-of-nobody',
  passkeyId: 'passkey-of-nobody',
  kind: 'deposit',
  period: 'day',
  walletId: 'wallet-of-nobody',
  promotionId: 'friday',
  drawId: 'draw-of-nobody',
  caseId: 'case-of-nobody',
  threadId: 'thread-of-nobody',
  messageId: 'message-of-nobody',
  key: UNKNOWN_KEY,
};

/** Makes a body that the call takes; it is made anew each time, because some of them name something that may exist once only. */
const BODIES: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  signUp: () => newPlayer(),
  signIn: () => ({ username: 'nobody', password: 'nothing at all' }),
  confirmPassword: () => ({ password: 'not the right one' }),
  revokeByHash: () => ({ hash: '0'.repeat(64) }),
  changePassword: () => ({ current: 'not the right one', password: 'quiet mango rivers' }),
  requestPasswordReset: () => ({ email: `${randomUUID()}@nobody.example` }),
  resetPassword: () => ({ token: 'x'.repeat(43), password: 'quiet mango rivers' }),
  changeEmail: () => ({ email: `${randomUUID()}@moved.example`, password: 'not the right one' }),
  closeAccount: () => ({ password: 'not the right one' }),
  setLimit: () => ({ amount: 500_000, currency: 'NGN' }),
  confirmLimit: () => ({ amount: 600_000, currency: 'NGN' }),
  setRealityCheck: () => ({ minutes: 30 }),
  exclude: () => ({ length: '24-hours' }),
  activateEmail: () => ({ token: 'x'.repeat(43) }),
  postConsent: () => ({ items: [{ tagCode: 'sms', status: 'Accepted' }] }),
  enquireAccount: () => ({ bankCode: '058', accountNumber: '0000000090' }),
  addBankAccount: () => ({ bankCode: '058', accountNumber: '0000000090' }),
  createWithdrawal: () => ({ bankAccountId: 'bank-account-of-nobody', amount: 5_000, currency: 'NGN' }),
  refuseWithdrawal: () => ({ reason: 'The name does not fit.' }),
  createDeposit: () => ({ method: 'mobile-money', amount: 500, currency: 'NGN' }),
  chooseForDeposit: () => ({ choice: 'send-back' }),
  claimDeposit: () => ({ bankReference: 'FT26112100001' }),
  playRound: () => ({ stake: 10, currency: 'NGN', bet: {} }),
  playAction: () => ({ action: { kind: 'cash-out' }, step: 1 }),
  rotateSeeds: () => ({ clientSeed: 'my-own-seed', commit: '0'.repeat(64) }),
  setClientSeed: () => ({ clientSeed: 'my-own-seed', commit: '0'.repeat(64) }),
  patchDetails: () => ({ firstname: 'Ada', address: { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' } }),
  inviteAdmin: () => ({ email: `${randomUUID()}@admin.example`, roles: ['support'] }),
  setAdminRoles: () => ({ password: 'not the right one', roles: ['support'], seen: [] }),
  acceptInvitation: () => ({ token: 'x'.repeat(43), username: `a${randomUUID().slice(0, 8)}`, password: PASSWORD, firstname: 'Ada', lastname: 'Obi' }),
  verifyIdentity: () => ({ number: '12345678904', consent: true, wordingVersion: '1' }),
  forfeitBonus: () => ({ version: 1 }),
  claimPromotion: () => ({ version: 1 }),
  patchAdminPromotion: () => ({ enabled: false }),
  proposePromotion: () => ({ name: 'Friday reload' }),
  workOutPromotionCosts: () => ({ terms: { kind: 'draw', prizes: [1_000] } }),
  commitDrawSecret: () => ({ attempt: 1, commit: '0'.repeat(64) }),
  revealDrawSecret: () => ({ attempt: 1, secret: '0'.repeat(32) }),
  findCorrectedPlayer: () => ({ name: 'nobody' }),
  proposeAdjustment: () => ({ userId: 'player-of-nobody', direction: 'credit', amount: 500, reasonCode: 'goodwill', note: 'The round was cut off.', playerText: 'Your round was cut off.' }),
  proposePayoutReturn: () => ({ reference: 'withdrawal-of-nobody', bankReference: 'FT26112100001', note: 'The bank has mailed us.', playerText: 'Your bank sent it back.' }),
  proposeDepositSolution: () => ({ depositId: 'deposit-of-nobody', solution: 'credit', note: 'A kobo is missing.', playerText: 'We credited what came.' }),
  proposeDifference: () => ({ gateway: 'simulator', direction: 'in', reference: 'payment-of-nobody', kind: 'missing-here', note: 'A test of the bank.' }),
  exportAudit: () => ({ from: '2026-11-21' }),
  uploadStatement: () => ({ gateway: 'gateway-of-nobody', from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', csv: 'reference,direction,amount,currency,state,at' }),
  proposeForPair: () => ({ what: 'two-persons', reason: 'Both have sent a picture of themselves.' }),
  searchPlayers: () => ({ term: 'nobody' }),
  ...Object.fromEntries(['Entries', 'Deposits', 'Payouts', 'Rounds', 'Bonuses', 'Threads', 'Notes'].map((part) => [`readPlayer${part}`, () => ({})])),
  readReportEntries: () => ({ from: '2026-11-01', to: '2026-11-20', figure: 'ggr', part: 'closed' }),
  readLargePayments: () => ({ from: '2026-11-01', to: '2026-11-20' }),
  exportReport: () => ({ from: '2026-11-01', to: '2026-11-20', what: 'days' }),
  addPlayerNote: () => ({ text: 'Called, and was told how long it takes.' }),
  assignRiskCase: () => ({ to: 'me' }),
  decideRiskCase: () => ({ outcome: 'no-concern', reason: 'The player has told us why.', seen: '1' }),
  releaseRiskHold: () => ({ reason: 'The bank has cleared it up.' }),
  lockPlayer: () => ({ what: 'play', reason: 'The card that paid was stolen.' }),
  unlockPlayer: () => ({ lockId: '1', reason: 'The bank has cleared it up.' }),
  signPlayerOut: () => ({ reason: 'You told us that your phone is lost.' }),
  lowerPlayerLimit: () => ({ kind: 'deposit', period: 'day', amount: 5_000, currency: 'NGN', reason: 'You asked for it on the phone.' }),
  breakForPlayer: () => ({ length: '7-days', reason: 'You asked for it on the phone.' }),
  revealPlayer: () => ({ what: 'phone', reason: 'The bank wants to call back.' }),
  removeAdmin: () => ({ password: 'not the right one', reason: 'Left the company.' }),
  enrolSecondFactor: () => ({ code: '000000' }),
  giveSecondFactor: () => ({ code: '0000-0000-0000-0000' }),
  addPasskey: () => ({ name: 'Laptop', id: 'a', clientDataJSON: 'a', attestationObject: 'a', transports: ['internal'] }),
  givePasskey: () => ({ id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' }),
  resetSecondFactor: () => ({ password: 'not the right one', reason: 'The phone was lost.' }),
  setOwnPassword: () => ({ password: 'quiet mango rivers' }),
  sendMessage: () => ({ text: 'Where is my payment?' }),
  sendFeedback: () => ({ category: 'idea', text: 'More games with drums.' }),
  sendGuestFeedback: () => ({ id: randomUUID(), category: 'idea', text: 'More games with drums.' }),
  answerThread: () => ({ text: 'We are looking at it.', lastSeen: 'message-of-nobody' }),
  assignThread: () => ({ to: null, seen: 'admin-of-nobody' }),
  writeTemplate: () => ({ seen: 7, name: 'A template', text: 'We are looking at it.' }),
  closeThread: () => ({ lastSeen: 'message-of-nobody' }),
  setLeaderboardChoice: () => ({ optedIn: true }),
  patchAdminGame: () => ({ name: 'Adire Gold' }),
  orderAdminGames: () => ({ order: ['adire-gold'] }),
  exportGames: () => ({ format: 'json' }),
  importGames: () => ({ format: 'json', text: '[{"gameId":"adire-gold"}]', revision: 1_000_000 }),
  switchAdminGames: () => ({ enabled: true }),
};

/** Members of bodies that are amounts. */
export const AMOUNTS: readonly string[] = ['amount', 'stake', 'minStake', 'maxStake'];

/** Returns the wanted calls, in the order of the contract. */
export function filterCalls(isWanted: (endpoint: Endpoint) => boolean): TableRow[] {
  return Object.entries(ENDPOINTS)
    .filter(([, endpoint]) => isWanted(endpoint))
    .map(([name, endpoint]) => ({ name, endpoint }));
}

export const hasUserId = ({ path }: Endpoint): boolean => path.includes(':userId');
export const isChange = ({ method }: Endpoint): boolean => method !== 'GET';

/** Makes the call's path with `/api`; `params` replace the examples, without encoding. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? PARAMS[name];
    if (value === undefined) throw new Error(`contract-table.ts has no example of the parameter ${name}.`);
    return value;
  })}`;
}

/** Makes an example of the call's body, or undefined where it takes none. */
export function bodyOf({ name, endpoint }: TableRow): Readonly<Record<string, unknown>> | undefined {
  if (endpoint.body === undefined) return undefined;
  const make = BODIES[name];
  if (make === undefined) throw new Error(`contract-table.ts has no example of the body of ${name}.`);
  return make();
}

/** Makes the headers that the call needs; a key is new each time. */
export function headersOf({ endpoint }: TableRow): Readonly<Record<string, string>> {
  return {
    ...(endpoint.idempotent === true && { 'idempotency-key': `key-${randomUUID()}` }),
    ...((endpoint.method === 'PATCH' || endpoint.path.includes('/proposals') || endpoint.path.includes('/corrections/')) && { 'if-match': '"1"' }),
  };
}
