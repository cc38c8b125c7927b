/** The calls of the contract as a table that tests go through: each with an example of everything it takes. */
import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '../../src/core/contract';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { PASSWORD, newPlayer } from './platform';

export interface TableRow {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Of an intent that nobody ever had. */
const UNKNOWN_KEY = 'key-of-no-intent-0001';

/** A value of each parameter that may stand in a path. */
const PARAMS: Readonly<Record<string, string>> = {
  gameId: 'adire-gold',
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
  kind: 'deposit',
  period: 'day',
  walletId: 'wallet-of-nobody',
  promotionId: 'friday',
  drawId: 'draw-of-nobody',
  threadId: 'thread-of-nobody',
  messageId: 'message-of-nobody',
  key: UNKNOWN_KEY,
};

/** A body that each call takes; made anew each time, since some name something that may be there once only. */
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
  setClientSeed: () => ({ clientSeed: 'my-own-seed', commit: '0'.repeat(64) }),
  patchDetails: () => ({ firstname: 'Ada', address: { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' } }),
  inviteAdmin: () => ({ email: `${randomUUID()}@admin.example` }),
  acceptInvitation: () => ({ token: 'x'.repeat(43), username: `a${randomUUID().slice(0, 8)}`, password: PASSWORD, firstname: 'Ada', lastname: 'Obi' }),
  verifyIdentity: () => ({ number: '12345678904', consent: true, wordingVersion: '1' }),
  forfeitBonus: () => ({ version: 1 }),
  claimPromotion: () => ({ version: 1 }),
  patchAdminPromotion: () => ({ enabled: false }),
  proposePromotion: () => ({ name: 'Friday reload' }),
  proposeForPair: () => ({ what: 'two-persons', reason: 'Both have sent a picture of themselves.' }),
  removeAdmin: () => ({ password: 'not the right one', reason: 'Left the company.' }),
  setOwnPassword: () => ({ password: 'quiet mango rivers' }),
  sendMessage: () => ({ text: 'Where is my payment?' }),
  sendFeedback: () => ({ category: 'idea', text: 'More games with drums.' }),
  sendGuestFeedback: () => ({ id: randomUUID(), category: 'idea', text: 'More games with drums.' }),
  answerThread: () => ({ text: 'We are looking at it.', lastSeen: 'message-of-nobody' }),
  closeThread: () => ({ lastSeen: 'message-of-nobody' }),
  setLeaderboardChoice: () => ({ optedIn: true }),
  patchAdminGame: () => ({ name: 'Adire Gold' }),
  orderAdminGames: () => ({ order: ['adire-gold'] }),
  switchAdminGames: () => ({ enabled: true }),
};

/** Members of bodies that are amounts. */
export const AMOUNTS: readonly string[] = ['amount', 'stake', 'minStake', 'maxStake'];

/** The calls that fit, in the order of the contract. */
export function callsWhere(fits: (endpoint: Endpoint) => boolean): TableRow[] {
  return Object.entries(ENDPOINTS)
    .filter(([, endpoint]) => fits(endpoint))
    .map(([name, endpoint]) => ({ name, endpoint }));
}

export const hasUserId = ({ path }: Endpoint): boolean => path.includes(':userId');
export const changes = ({ method }: Endpoint): boolean => method !== 'GET';

/** The call's path with `/api`; `params` come before the examples, raw. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? PARAMS[name];
    if (value === undefined) throw new Error(`contract-table.ts has no example of the parameter ${name}.`);
    return value;
  })}`;
}

/** An example of the call's body, or undefined where it takes none. */
export function bodyOf({ name, endpoint }: TableRow): Readonly<Record<string, unknown>> | undefined {
  if (endpoint.body === undefined) return undefined;
  const make = BODIES[name];
  if (make === undefined) throw new Error(`contract-table.ts has no example of the body of ${name}.`);
  return make();
}

/** What else the call needs, in headers; a key is new each time. */
export function headersOf({ endpoint }: TableRow): Readonly<Record<string, string>> {
  return {
    ...(endpoint.idempotent === true && { 'idempotency-key': `key-${randomUUID()}` }),
    ...((endpoint.method === 'PATCH' || endpoint.path.includes('/proposals')) && { 'if-match': '"1"' }),
  };
}
