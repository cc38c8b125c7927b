/** Refusals of the calls of the team, and of those that write to it. */
import { randomBytes } from 'node:crypto';
import { listAdminGames } from '../../../src/core/contract/admin';
import { approveWithdrawal, refuseWithdrawal } from '../../../src/core/contract/approvals';
import { listAdminPromotions } from '../../../src/core/contract/promotions';
import { sendFeedback, sendGuestFeedback, sendMessage } from '../../../src/core/contract/support';
import { answerThread } from '../../../src/core/contract/support-team';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { ask, paidPlayer } from '../withdrawals';
import type { PaidPlayer } from '../withdrawals';
import { ADMIN_REFUSALS, oneWith, standing } from './admins';
import { LOOKALIKE_REFUSALS } from './lookalikes';
import { newKey, paramsOf } from './people';
import { PROPOSAL_REFUSALS } from './proposals';
import { refused } from './refusal';
import type { Refusal } from './refusal';
import type { Leaves } from './state';

const seen = (version: number): Readonly<Record<string, string>> => ({ 'if-match': `"${version}"` });

async function gameOf(admin: TestClient, gameId = 'adire-gold'): Promise<{ readonly version: number; readonly orderVersion: number }> {
  const { items, orderVersion } = (await admin.call(listAdminGames, {})).data;
  return { version: items.find((game) => game.gameId === gameId)?.version ?? NaN, orderVersion };
}

const CATALOGUE: readonly Refusal[] = [
  refused('patchAdminGame', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: seen(77) })),
  refused('patchAdminGame', 'there is no such game', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { gameId: 'no-such-game' } })),
  refused('patchAdminGame', 'the smallest stake is above the largest', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    return { client, body: { minStake: 5_000, maxStake: 1_000 }, headers: seen((await gameOf(client)).version) };
  }),
  refused('patchAdminGame', 'it does not say what it starts from', 'bad-request', async (site) => ({ client: await site.signUpAdmin(), headers: { 'if-match': undefined } })),
  refused('orderAdminGames', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: seen(77) })),
  refused('orderAdminGames', 'it names not all of them', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    return { client, headers: seen((await gameOf(client)).orderVersion) };
  }),
  refused('patchAdminPromotion', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), headers: seen(77) })),
  refused('patchAdminPromotion', 'it would be of another kind', 'validation', async (site) => {
    const client = await site.signUpAdmin();
    const { items } = (await client.call(listAdminPromotions, {})).data;
    const of = (id: string) => items.find(({ promotionId }) => promotionId === id);
    return { client, body: { terms: of('free-spins')?.terms }, headers: seen(of('friday')?.version ?? NaN) };
  }),
];

/** A withdrawal that waits for people. */
async function waiting(site: TestPlatform, naira = 60_000): Promise<PaidPlayer & { readonly withdrawalId: string }> {
  const player = await paidPlayer(site, { naira: 500_000 });
  const { data } = await ask(player, naira);
  if (data.state !== 'checking') throw new Error(`it is ${data.state}`);
  return { ...player, withdrawalId: data.withdrawalId };
}

async function decided(site: TestPlatform): Promise<{ readonly withdrawalId: string }> {
  const { withdrawalId } = await waiting(site);
  await (await site.signUpAdmin()).call(refuseWithdrawal, { params: { withdrawalId }, body: { reason: 'The name does not fit.' } });
  return { withdrawalId };
}

/** Whoever asked became an admin since. */
async function ownRequest(site: TestPlatform) {
  const { client, userId, withdrawalId } = await waiting(site);
  await site.pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [userId]);
  return { client, params: { withdrawalId } };
}

const APPROVALS: readonly Refusal[] = ['approveWithdrawal', 'refuseWithdrawal'].flatMap((call) => [
  refused(call, 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refused(call, 'it was asked for by the same person', 'own-request', ownRequest),
  refused(call, 'it is decided', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: await decided(site) })),
]);

const NOT_COUNTED: Leaves = {
  why: 'the trail tells of an approval that does not count', rows: { admin_audit: `action = 'approval-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] },
};

const APPROVED: readonly Refusal[] = [
  refused('approveWithdrawal', 'the other approval is of the one who let them in', 'not-counted', async (site) => {
    const { withdrawalId } = await waiting(site, 150_000);
    const first = await site.signUpAdmin();
    await first.call(approveWithdrawal, { params: { withdrawalId } });
    return { client: await oneWith(site, first), params: { withdrawalId } };
  }, NOT_COUNTED),
  refused('approveWithdrawal', 'by somebody who has just become an admin', 'not-counted', async (site) => ({
    client: await standing(site, { since: site.platform.now() }), params: { withdrawalId: (await waiting(site, 150_000)).withdrawalId },
  }), NOT_COUNTED),
  refused('refuseWithdrawal', 'the same person approved it', 'conflict', async (site) => {
    const { withdrawalId } = await waiting(site);
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
    refused(call, 'under a key of something else', 'key-reused', async (site) => {
      const client = await site.signUp();
      const key = newKey();
      const params = paramsOf(client);
      if (call === 'sendMessage') await client.call(sendFeedback, { params, body: { category: 'idea', text: TEXT }, key });
      else await client.call(sendMessage, { params, body: { text: TEXT }, key });
      return { client, key };
    }),
  ),
  refused('sendMessage', 'after many', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    for (let n = 0; n < 60; n += 1) await client.call(sendMessage, { params: paramsOf(client), body: { text: TEXT }, key: newKey() });
    return { client };
  }),
  refused('sendFeedback', 'with a picture that is none', 'validation', async (site) => ({ client: await site.signUp(), body: { category: 'idea', text: TEXT, picture: NO_PICTURE } })),
  refused('sendGuestFeedback', 'with a picture that is none', 'validation', async (site) => ({
    client: site.client(), body: { id: randomBytes(16).toString('hex'), category: 'idea', text: TEXT, picture: NO_PICTURE },
  })),
  refused('sendGuestFeedback', 'many times from one address', 'too-many-requests', async (site) => {
    const client = site.client();
    for (let n = 0; n < 30; n += 1) await client.call(sendGuestFeedback, { body: { id: randomBytes(16).toString('hex'), category: 'idea', text: TEXT } });
    return { client };
  }),
  refused('readThread', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refused('readThread', 'it is somebody else’s', 'not-found', async (site) => ({ client: await site.signUp(), params: { threadId: (await thread(site)).threadId } })),
  ...(['answerThread', 'closeThread'] as const).flatMap((call) => [
    refused(call, 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
    refused(call, 'something newer was written', 'conflict', async (site) => {
      const { player, threadId, lastSeen } = await thread(site);
      await player.call(sendMessage, { params: paramsOf(player), body: { text: 'And another thing.' }, key: newKey() });
      const words = call === 'answerThread' ? { text: TEXT } : {};
      return { client: await site.signUpAdmin(), params: { threadId }, body: { ...words, lastSeen } };
    }),
  ]),
  refused('answerThread', 'under a key of something else', 'key-reused', async (site) => {
    const [one, other] = [await thread(site), await thread(site)];
    const client = await site.signUpAdmin();
    const key = newKey();
    await client.call(answerThread, { params: { threadId: one.threadId }, body: { text: TEXT, lastSeen: one.lastSeen }, key });
    return { client, key, params: { threadId: other.threadId }, body: { text: TEXT, lastSeen: other.lastSeen } };
  }),
  refused('answerThread', 'to a guest who left no address', 'validation', async (site) => {
    const id = randomBytes(16).toString('hex');
    await site.pool.query(`DELETE FROM rate WHERE kind = 'feedback-address'`);
    await site.client().call(sendGuestFeedback, { body: { id, category: 'idea', text: TEXT } });
    const { rows } = await site.pool.query<{ thread_id: string }>('SELECT thread_id FROM support_thread WHERE guest_id = $1', [id]);
    return { client: await site.signUpAdmin(), params: { threadId: rows[0]?.thread_id ?? '' }, body: { text: TEXT, lastSeen: '1' } };
  }),
];

export const TEAM_REFUSALS: readonly Refusal[] = [
  ...CATALOGUE, ...PROPOSAL_REFUSALS, ...LOOKALIKE_REFUSALS, ...ADMIN_REFUSALS, ...APPROVALS, ...APPROVED, ...SUPPORT,
];
