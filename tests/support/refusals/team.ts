/** Refusals of the calls of the team, and of calls that write to it. */
import { randomBytes } from 'node:crypto';
import { listAdminGames } from '../../../src/core/contract/admin';
import { approveWithdrawal, refuseWithdrawal } from '../../../src/core/contract/approvals';
import { listAdminPromotions } from '../../../src/core/contract/promotions';
import { sendFeedback, sendGuestFeedback, sendMessage } from '../../../src/core/contract/support';
import { answerThread } from '../../../src/core/contract/support-team';
import { ART_LIMIT } from '../../../server/catalogue/art';
import { countAttempt } from '../../../server/rate-limits/attempts';
import { giveFactor, giveRoles } from '../insert-admin';
import { userIdOf } from '../http-client';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { ask, paidPlayer } from '../withdrawals';
import type { PaidPlayer } from '../withdrawals';
import { ADMIN_REFUSALS, adminInvitedBy, makeAdminWith } from './admins';
import { CORRECTION_REFUSALS } from './corrections';
import { LOOKALIKE_REFUSALS } from './lookalikes';
import { newKey, paramsOf } from './people';
import { DESK_PLAYER_ACT_REFUSALS } from './desk-player-acts';
import { DESK_PLAYER_REFUSALS } from './desk-players';
import { RISK_REFUSALS } from './risk';
import { REPORT_REFUSALS } from './reports';
import { DRAW_REFUSALS } from './draws';
import { PROPOSAL_REFUSALS } from './proposals';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import type { AllowedChanges } from './state';

const ifMatch = (version: number): Readonly<Record<string, string>> => ({ 'if-match': `"${version}"` });

async function gameOf(admin: TestClient, gameId = 'adire-gold'): Promise<{ readonly version: number; readonly orderVersion: number }> {
  const { items, orderVersion } = (await admin.call(listAdminGames, {})).data;
  return { version: items.find((game) => game.gameId === gameId)?.version ?? NaN, orderVersion };
}

const CATALOGUE: readonly Refusal[] = [
  refusal('patchAdminGame', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: ifMatch(77) })),
  refusal('patchAdminGame', 'after many pictures', 'too-many-requests', async (site) => {
    const client = await site.signUpAdmin();
    for (let n = 0; n < ART_LIMIT.limit; n += 1) await countAttempt(site.pool, ART_LIMIT, userIdOf(client), site.platform.now());
    return { client, body: { art: 'AAAA' } };
  }),
  refusal('patchAdminGame', 'there is no such game', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { gameId: 'no-such-game' } })),
  refusal('patchAdminGame', 'it would count more than a game that returns so much may', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    const mines = (await client.call(listAdminGames, {})).data.items.find(({ gameId }) => gameId === 'mines');
    return { client, params: { gameId: 'mines' }, body: { contribution: 0.5 }, headers: ifMatch(mines?.version ?? NaN) };
  }),
  refusal('patchAdminGame', 'the smallest stake is above the largest', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    return { client, body: { minStake: 5_000, maxStake: 1_000 }, headers: ifMatch((await gameOf(client)).version) };
  }),
  refusal('patchAdminGame', 'it does not say what it starts from', 'bad-request', async (site) => ({ client: await site.signUpAdmin(), headers: { 'if-match': undefined } })),
  refusal('orderAdminGames', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: ifMatch(77) })),
  refusal('orderAdminGames', 'it names not all of them', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    return { client, headers: ifMatch((await gameOf(client)).orderVersion) };
  }),
  refusal('importGames', 'somebody changed the catalogue', 'version-conflict', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('patchAdminPromotion', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: ifMatch(77) })),
  refusal('patchAdminPromotion', 'it would be of another kind', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    const { items } = (await client.call(listAdminPromotions, {})).data;
    const of = (id: string) => items.find(({ promotionId }) => promotionId === id);
    return { client, body: { terms: of('free-spins')?.terms }, headers: ifMatch(of('friday')?.version ?? NaN) };
  }),
];

/** Makes a withdrawal that waits for a decision of people. */
async function makeWithdrawal(site: TestPlatform, naira = 60_000): Promise<PaidPlayer & { readonly withdrawalId: string }> {
  const player = await paidPlayer(site, { naira: 500_000 });
  const { data } = await ask(player, naira);
  if (data.state !== 'checking') throw new Error(`it is ${data.state}`);
  return { ...player, withdrawalId: data.withdrawalId };
}

async function makeDecidedWithdrawal(site: TestPlatform): Promise<{ readonly withdrawalId: string }> {
  const { withdrawalId } = await makeWithdrawal(site);
  await (await site.signUpAdmin()).call(refuseWithdrawal, { params: { withdrawalId }, body: { reason: 'The name does not fit.' } });
  return { withdrawalId };
}

/** Makes the player with the waiting withdrawal an admin. */
async function ownRequest(site: TestPlatform) {
  const { client, userId, withdrawalId } = await makeWithdrawal(site);
  await site.pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [userId]);
  await giveRoles(site.pool, userId);
  await giveFactor(site.pool, userId);
  return { client, params: { withdrawalId } };
}

const APPROVALS: readonly Refusal[] = ['approveWithdrawal', 'refuseWithdrawal'].flatMap((call) => [
  refusal(call, 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal(call, 'it was asked for by the same person', 'own-request', ownRequest),
  refusal(call, 'it is decided', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: await makeDecidedWithdrawal(site) })),
]);

const NOT_COUNTED: AllowedChanges = {
  why: 'the trail tells of an approval that does not count', rows: { admin_audit: `action = 'approval-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] },
};

const APPROVED: readonly Refusal[] = [
  refusal('approveWithdrawal', 'the other approval is of the one who let them in', 'not-counted', async (site) => {
    const { withdrawalId } = await makeWithdrawal(site, 150_000);
    const first = await site.signUpAdmin();
    await first.call(approveWithdrawal, { params: { withdrawalId } });
    return { client: await adminInvitedBy(site, first), params: { withdrawalId } };
  }, NOT_COUNTED),
  refusal('approveWithdrawal', 'by somebody who has just become an admin', 'not-counted', async (site) => ({
    client: await makeAdminWith(site, { since: site.platform.now() }), params: { withdrawalId: (await makeWithdrawal(site, 150_000)).withdrawalId },
  }), NOT_COUNTED),
  refusal('refuseWithdrawal', 'the same person approved it', 'conflict', async (site) => {
    const { withdrawalId } = await makeWithdrawal(site);
    const client = await site.signUpAdmin();
    await client.call(approveWithdrawal, { params: { withdrawalId } });
    return { client, params: { withdrawalId } };
  }),
];

const TEXT = 'Where is my payment?';
const NO_PICTURE = { type: 'image/png', base64: 'bm8gcGljdHVyZQ==' };

async function thread(site: TestPlatform): Promise<{ readonly player: TestClient; readonly threadId: string; readonly lastSeen: string }> {
  const player = await site.signUp();
  const { data } = await player.call(sendMessage, { params: paramsOf(player), body: { text: TEXT }, key: newKey() });
  return { player, threadId: data.threadId, lastSeen: data.messages.at(-1)?.messageId ?? '' };
}

const SUPPORT: readonly Refusal[] = [
  ...(['sendMessage', 'sendFeedback'] as const).map((call) =>
    refusal(call, 'under a key of something else', 'key-reused', async (site) => {
      const client = await site.signUp();
      const key = newKey();
      const params = paramsOf(client);
      if (call === 'sendMessage') await client.call(sendFeedback, { params, body: { category: 'idea', text: TEXT }, key });
      else await client.call(sendMessage, { params, body: { text: TEXT }, key });
      return { client, key };
    }),
  ),
  refusal('sendMessage', 'after many', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    for (let n = 0; n < 60; n += 1) await client.call(sendMessage, { params: paramsOf(client), body: { text: TEXT }, key: newKey() });
    return { client };
  }),
  refusal('sendFeedback', 'with a picture that is none', 'validation', async (site) => ({ client: await site.signUp(), body: { category: 'idea', text: TEXT, picture: NO_PICTURE } })),
  refusal('sendGuestFeedback', 'with a picture that is none', 'validation', async (site) => ({
    client: site.client(), body: { id: randomBytes(16).toString('hex'), category: 'idea', text: TEXT, picture: NO_PICTURE },
  })),
  refusal('sendGuestFeedback', 'many times from one address', 'proof-of-work', async (site) => {
    const client = site.client();
    // The last of these makes the secret of all puzzles, where there was none yet.
    for (let n = 0; n <= 30; n += 1) await client.call(sendGuestFeedback, { body: { id: randomBytes(16).toString('hex'), category: 'idea', text: TEXT } });
    return { client };
  }),
  refusal('readThread', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('readThread', 'it is somebody else’s', 'not-found', async (site) => ({ client: await site.signUp(), params: { threadId: (await thread(site)).threadId } })),
  ...(['answerThread', 'closeThread'] as const).flatMap((call) => [
    refusal(call, 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
    refusal(call, 'something newer was written', 'conflict', async (site) => {
      const { player, threadId, lastSeen } = await thread(site);
      await player.call(sendMessage, { params: paramsOf(player), body: { text: 'And another thing.' }, key: newKey() });
      const words = call === 'answerThread' ? { text: TEXT } : {};
      return { client: await site.signUpAdmin(), params: { threadId }, body: { ...words, lastSeen } };
    }),
  ]),
  refusal('answerThread', 'with a link in it', 'validation', async (site) => {
    const { threadId, lastSeen } = await thread(site);
    return { client: await site.signUpAdmin(), params: { threadId }, body: { text: 'Please sign in again at ayo-bonus.example.', lastSeen } };
  }),
  ...['openThread', 'getAdminPicture'].map((call) => refusal(call, 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() }))),
  refusal('assignThread', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('assignThread', 'somebody else has it', 'conflict', async (site) => {
    const [client, { threadId }] = [await site.signUpAdmin(), await thread(site)];
    return { client, params: { threadId }, body: { to: userIdOf(client), seen: 'admin-of-nobody' } };
  }),
  refusal('assignThread', 'to somebody who is not of support', 'validation', async (site) => {
    const { threadId } = await thread(site);
    return { client: await site.signUpAdmin(), params: { threadId }, body: { to: 'admin-of-nobody', seen: null } };
  }),
  refusal('writeTemplate', 'there is none', 'not-found', async (site) =>
    ({ client: await site.signUpAdmin(), body: { templateId: 'template-of-nobody', seen: 1, name: 'Hello', text: TEXT } })),
  refusal('writeTemplate', 'somebody else has changed it', 'conflict', async (site) => ({ client: await site.signUpAdmin(), body: { seen: 7, name: 'Hello', text: TEXT } })),
  refusal('answerThread', 'under a key of something else', 'key-reused', async (site) => {
    const [one, other] = [await thread(site), await thread(site)];
    const client = await site.signUpAdmin();
    const key = newKey();
    await client.call(answerThread, { params: { threadId: one.threadId }, body: { text: TEXT, lastSeen: one.lastSeen }, key });
    return { client, key, params: { threadId: other.threadId }, body: { text: TEXT, lastSeen: other.lastSeen } };
  }),
  refusal('answerThread', 'to a guest who left no address', 'validation', async (site) => {
    const id = randomBytes(16).toString('hex');
    await site.pool.query(`DELETE FROM rate WHERE kind LIKE 'feedback-%'`);
    await site.client().call(sendGuestFeedback, { body: { id, category: 'idea', text: TEXT } });
    const { rows } = await site.pool.query<{ thread_id: string }>('SELECT thread_id FROM support_thread WHERE guest_id = $1', [id]);
    return { client: await site.signUpAdmin(), params: { threadId: rows[0]?.thread_id ?? '' }, body: { text: TEXT, lastSeen: '1' } };
  }),
];

export const TEAM_REFUSALS: readonly Refusal[] = [
  ...CATALOGUE, ...PROPOSAL_REFUSALS, ...CORRECTION_REFUSALS, ...DRAW_REFUSALS, ...LOOKALIKE_REFUSALS, ...DESK_PLAYER_REFUSALS, ...RISK_REFUSALS,
  ...REPORT_REFUSALS,
  ...DESK_PLAYER_ACT_REFUSALS,
  ...ADMIN_REFUSALS, ...APPROVALS, ...APPROVED, ...SUPPORT,
];
