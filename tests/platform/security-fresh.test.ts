import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword } from '../../src/core/contract/auth';
import { needsFreshSession } from '../../src/core/contract/endpoint';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { playRound } from '../../src/core/contract/games';
import { getProfile } from '../../src/core/contract/player';
import { bodyOf, filterCalls, isChange, headersOf, pathOf } from '../support/contract-table';
import type { TableRow } from '../support/contract-table';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;

/** Calls that check the password themselves. */
const WITH_PASSWORD = ['changeEmail', 'changePassword', 'closeAccount', 'confirmPassword', 'removeAdmin', 'resetSecondFactor', 'setAdminRoles'];

/** Calls that work in a session that nobody used for half an hour, each with the reason why no password is needed. */
const WITHOUT: Readonly<Record<string, string>> = {
  closeOperation: 'moves nothing, and only keeps a request from moving something later',
  resendActivation: 'a mail to the address that the account has',
  deleteConsent: 'withdrawing is as easy as giving',
  postConsent: 'one of the given calls: the session id alone does it',
  patchDetails: 'a waiting change of names is no harm; another phone asks inside, see details.test.ts',
  revokeSession: 'locks somebody out, lets nobody in',
  revokeOtherSessions: 'locks somebody out, lets nobody in',
  verifyIdentity: 'proves who the player is by more than a password',
  acknowledgeRealityCheck: 'play asks by itself',
  answerLimitsOffer: 'sets nothing',
  confirmLimit: 'the stake and the deposit that it allows ask by themselves',
  dropPendingLimit: 'protects',
  exclude: 'protects, and must never be in the way',
  setLimit: 'lower protects, higher waits a day',
  setRealityCheck: 'shorter protects, longer waits a day',
  rotateSeeds: 'play asks by itself',
  setClientSeed: 'play asks by itself',
  createDeposit: 'brings money in; the payer’s bank asks by itself, and what is done with it asks, too',
  claimDeposit: 'moves nothing: only the gateway’s word does',
  enquireAccount: 'reads a name from the bank',
  addBankAccount: 'the first withdrawal to it asks, see withdrawals-accounts.test.ts',
  removeBankAccount: 'money goes nowhere by it',
  endLaunch: 'takes a game off the screen; nothing is staked by it',
  addFavourite: 'a heart on a game',
  removeFavourite: 'a heart less',
  setLeaderboardChoice: 'shows or hides a short name',
  orderAdminGames: 'can be changed back, and is in the audit trail',
  exportGames: 'is what the lobby shows, and is in the audit trail',
  noteDeskUse: 'says that somebody is there; in a session that went stale it counts for nothing',
  offerSecondFactor: 'an admin’s session is over by then; a secret that was offered and not proved is nothing',
  enrolSecondFactor: 'an admin’s session is over by then; whoever has a second factor gives it first',
  giveSecondFactor: 'it is the second factor itself',
  challengePasskey: 'an admin’s session is over by then; a challenge that nobody signs is nothing',
  givePasskey: 'it is the second factor itself',
  offerPasskey: 'asks for the second factor',
  addPasskey: 'asks for the second factor',
  removePasskey: 'asks for the second factor',
  renewRecoveryCodes: 'asks for the second factor',
  setOwnPassword: 'there is no password yet that could be asked for, and nothing else is answered before it',
  withdrawProposal: 'changes nothing that holds',
  workOutPromotionCosts: 'works figures out, and stores nothing',
  withdrawForPair: 'changes nothing that holds',
  exportAudit: 'asks for the second factor, and is in the audit trail',
  findCorrectedPlayer: 'reads, and is in the audit trail',
  withdrawCorrection: 'changes nothing that holds',
  sendMessage: 'words to the team; nothing is told that the session could not read',
  sendFeedback: 'words to the team',
  readThread: 'says that an answer was seen',
  answerThread: 'words, and in the audit trail',
  assignThread: 'can be given back, and is in the audit trail',
  writeTemplate: 'is sent to nobody by itself, and is in the audit trail',
  closeThread: 'the next message opens it again, and it is in the audit trail',
  searchPlayers: 'masked values, and a line in the audit trail',
  openPlayer: 'masked values, and a line in the audit trail',
  readPlayerEntries: 'masked values, and a line in the audit trail',
  readPlayerDeposits: 'masked values, and a line in the audit trail',
  readPlayerPayouts: 'masked values, and a line in the audit trail',
  readPlayerRounds: 'masked values, and a line in the audit trail',
  openPlayerRound: 'masked values, and a line in the audit trail',
  readPlayerBonuses: 'masked values, and a line in the audit trail',
  readPlayerProtection: 'masked values, and a line in the audit trail',
  readPlayerSessions: 'masked values, and a line in the audit trail',
  readPlayerThreads: 'masked values, and a line in the audit trail',
  readPlayerFlags: 'masked values, and a line in the audit trail',
  openThread: 'asks for the second factor, and a line in the audit trail',
  getAdminPicture: 'asks for the second factor, and a line in the audit trail',
  openRiskCase: 'masked values, and a line in the audit trail',
  readPlayerNotes: 'masked values, and a line in the audit trail',
  readReportEntries: 'asks for the second factor, and a line in the audit trail',
  readLargePayments: 'asks for the second factor, and a line in the audit trail',
  exportReport: 'asks for the second factor, and a line in the audit trail',
  addPlayerNote: 'words of the team, and in the audit trail',
  revokeInvitation: 'locks somebody out, lets nobody in',
};

const isGuarded = ({ access }: Endpoint): boolean => access !== 'public';
const CALLS = filterCalls((endpoint) => isChange(endpoint) && isGuarded(endpoint));
const FRESH = CALLS.filter(({ endpoint }) => needsFreshSession(endpoint));

let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform();
});
afterAll(() => test.close());

const send = (client: TestClient, row: TableRow) =>
  client.request(row.endpoint.method, pathOf(row.endpoint, { userId: userIdOf(client) }), { body: bodyOf(row), headers: headersOf(row) });

/** A session of a player, or of an admin, in which nothing was done for half an hour, though it was polled. */
async function stale(role: 'player' | 'admin' = 'player'): Promise<TestClient> {
  const client = await test.signUp({ role });
  for (let n = 0; n < 31; n += 1) {
    test.pass(MINUTE_MS);
    await client.call(getProfile, { params: paramsOf(client) });
  }
  return client;
}

describe('asking for the password after half an hour (row 7)', () => {
  it('is decided for every call that changes something: by money, by the contract, by its body, or by a stated reason not to', () => {
    const undecided = CALLS.filter(({ name, endpoint }) => {
      const ways = [needsFreshSession(endpoint), WITH_PASSWORD.includes(name), Object.hasOwn(WITHOUT, name)];
      return ways.filter(Boolean).length !== 1;
    });
    expect(undecided.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(WITHOUT).filter((name) => !CALLS.some((row) => row.name === name))).toEqual([]);
  });

  it('is required by every call that moves money, except a deposit, by the archive, and by what admins decide about others', () => {
    expect(FRESH.map(({ name }) => name).sort()).toEqual([
      'approveWithdrawal', 'assignRiskCase', 'breakForPlayer', 'chooseForDeposit', 'claimPromotion', 'closeRiskCase', 'commitDrawSecret', 'confirmAdmin', 'confirmCorrection', 'confirmForPair',
      'confirmInvitation', 'confirmPromotion', 'createWithdrawal', 'decideRiskCase', 'forfeitBonus', 'importGames', 'inviteAdmin', 'launchGame', 'lockPlayer', 'lowerPlayerLimit',
      'patchAdminGame', 'patchAdminPromotion', 'playAction', 'playRound',
      'proposeAdjustment', 'proposeDepositSolution', 'proposeDifference', 'proposeForPair', 'proposePayoutReturn', 'proposePromotion', 'refuseWithdrawal', 'releaseRiskHold',
      'requestArchive', 'resendPlayerActivation', 'revealDrawSecret', 'revealPlayer', 'signPlayerOut', 'switchAdminGames', 'unlockPlayer', 'uploadStatement',
    ]);
  });

  it('is what the platform does at each of these calls', async () => {
    const [player, admin] = [await stale(), await stale('admin')];
    for (const row of FRESH) {
      const answer = await send(row.endpoint.access === 'admin' ? admin : player, row);
      expect({ name: row.name, status: answer.status, code: answer.problem?.code }).toEqual({ name: row.name, status: 401, code: 'password-needed' });
    }
  });

  it('is not done by the other calls; those that take a password check it themselves', async () => {
    const [player, admin] = [await stale(), await stale('admin')];
    for (const row of CALLS.filter(({ endpoint }) => !needsFreshSession(endpoint))) {
      const { problem } = await send(row.endpoint.access === 'admin' ? admin : player, row);
      expect({ name: row.name, code: problem?.code }).not.toEqual({ name: row.name, code: 'password-needed' });
      if (WITH_PASSWORD.includes(row.name)) expect({ name: row.name, code: problem?.code }).toEqual({ name: row.name, code: 'invalid-credentials' });
    }
  });
});

describe('a session that has gone stale', () => {
  const stake = (client: TestClient) =>
    client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: newKey() });

  it('is brought back by the password and by nothing else that can be done in it', async () => {
    const player = await stale();
    for (const row of CALLS.filter(({ endpoint, name }) => endpoint.access !== 'admin' && !needsFreshSession(endpoint) && name !== 'confirmPassword')) {
      await send(player, row);
      expect({ after: row.name, code: (await stake(player)).problem?.code }).toEqual({ after: row.name, code: 'password-needed' });
    }
    expect((await player.call(confirmPassword, { params: paramsOf(player), body: { password: PASSWORD } })).status).toBe(204);
    expect((await stake(player)).problem?.code).not.toBe('password-needed');
  });

  it('is kept fresh by any action before that', async () => {
    const player = await test.signUp();
    const actions = CALLS.filter(({ endpoint, name }) => endpoint.action === true && endpoint.access === 'bound' && !needsFreshSession(endpoint) && !WITH_PASSWORD.includes(name));
    expect(actions.length).toBeGreaterThan(8);
    for (const row of actions) {
      test.pass(20 * MINUTE_MS);
      await send(player, row);
    }
    expect((await stake(player)).problem?.code).not.toBe('password-needed');
  });
});
