/** The team among itself: who looks after a thread, and the texts that it uses again. Over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listThreads, sendMessage } from '../../src/core/contract/support';
import type { Thread } from '../../src/core/contract/support';
import { answerThread, assignThread, closeThread, getAdminPicture, listAdminThreads, listTemplates, openThread, writeTemplate } from '../../src/core/contract/support-team';
import type { NewTemplate } from '../../src/core/contract/support-team';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let test: TestPlatform;
let admin: TestClient;
let other: TestClient;
beforeAll(async () => {
  test = await testPlatform();
  [admin, other] = [await test.signUpAdmin(), await test.signUpAdmin()];
});
afterAll(() => test.close());

describe('the team among itself', () => {
  const give = (as: TestClient, { threadId }: Thread, to: string | null, seen: string | null) =>
    as.call(assignThread, { params: { threadId }, body: { to, seen } });
  const trailOf = async (subject: string) =>
    (await test.pool.query<{ action: string; after: unknown }>('SELECT action, after FROM admin_audit WHERE subject = $1 ORDER BY chain_no', [subject])).rows;

  it('takes a thread, gives it to a colleague and back, and nobody past somebody else', async () => {
    const [me, colleague] = [userIdOf(admin), userIdOf(other)];
    const player = await test.signUp();
    const { data: thread } = await player.call(sendMessage, { params: paramsOf(player), body: { text: 'Where is my money?' }, key: newKey() });
    expect((await admin.call(listAdminThreads, { query: {} })).data.items[0]?.assignedTo).toBeNull();
    expect((await give(admin, thread, me, null)).data.assignedTo).toMatchObject({ userId: me, since: test.platform.now().toISOString() });
    expect(statusAndCode(await give(other, thread, colleague, null))).toEqual([409, 'conflict']);
    expect((await give(admin, thread, me, null)).status).toBe(200);
    expect((await give(admin, thread, colleague, me)).data.assignedTo).toMatchObject({ userId: colleague });
    expect(statusAndCode(await give(other, thread, userIdOf(player), colleague))).toEqual([400, 'validation']);
    expect((await give(other, thread, null, colleague)).data.assignedTo).toBeNull();
    expect(await trailOf(thread.threadId)).toEqual([me, colleague, null].map((to) => ({ action: 'thread-assigned', after: { to, player: userIdOf(player) } })));
    // The player reads nothing of it.
    expect((await player.call(listThreads, { params: paramsOf(player), query: {} })).data.items[0]).not.toHaveProperty('assignedTo');
  });

  it('keeps its hands off a message that seems to be one’s own: a line and an alert stay of each try', async () => {
    const player = await test.signUp();
    const { data: thread } = await player.call(sendMessage, { params: paramsOf(player), body: { text: 'Where is my money?' }, key: newKey() });
    await test.pool.query(`INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, 'phone', $3)`, [userIdOf(other), userIdOf(player), test.platform.now()]);
    const params = { threadId: thread.threadId };
    const lastSeen = '1';
    const tries = [
      await other.call(openThread, { params }), await other.call(getAdminPicture, { params: { ...params, messageId: '1' } }), await give(other, thread, userIdOf(other), null),
      await other.call(answerThread, { params, body: { text: 'Paid.', lastSeen }, key: newKey() }), await other.call(closeThread, { params, body: { lastSeen } }),
    ];
    expect(tries.map(statusAndCode)).toEqual(tries.map(() => [403, 'own-request']));
    expect(await trailOf(thread.threadId)).toEqual(tries.map(() => ({ action: 'thread-refused', after: { by: 'own', kind: 'phone', player: userIdOf(player) } })));
    expect(test.logs.filter((line) => line.includes('"desk.own-player"') && line.includes('"alert":true'))).toHaveLength(tries.length);
    expect((await player.call(listThreads, { params: paramsOf(player), query: {} })).data.items[0]).toMatchObject({ state: 'waiting', messages: [{ text: 'Where is my money?' }] });
    expect((await admin.call(openThread, { params })).data.messages).toHaveLength(1);
  });

  it('writes templates whose versions stay, one after the other, and deletes them', async () => {
    const save = (as: TestClient, template: NewTemplate) => as.call(writeTemplate, { body: template });
    const { data: { items: [first] } } = await save(admin, { seen: 0, name: 'Checking', text: 'Hello {name}, we are looking at {reference}.' });
    if (first === undefined) throw new Error('there is no template');
    const { templateId } = first;
    const changed = { templateId, seen: 1, name: 'Checking', text: 'Hello {name}.' };
    expect((await save(other, changed)).data.items).toMatchObject([{ templateId, version: 2, text: 'Hello {name}.' }]);
    expect(statusAndCode(await save(admin, changed))).toEqual([409, 'conflict']);
    const { data: texts } = await admin.call(listTemplates, {});
    expect(texts.items.map(({ version }) => version)).toEqual([2]);
    expect(texts.colleagues.map(({ userId }) => userId)).toContain(userIdOf(other));
    expect((await save(admin, { templateId, seen: 2, name: 'Checking', text: null })).data.items).toEqual([]);
    expect((await test.pool.query('SELECT version, text FROM support_template WHERE template_id = $1 ORDER BY version', [templateId])).rows).toEqual([
      { version: 1, text: first.text }, { version: 2, text: 'Hello {name}.' }, { version: 3, text: null },
    ]);
    await expect(test.pool.query(`UPDATE support_template SET text = 'x'`)).rejects.toThrow();
    expect((await trailOf(templateId)).map(({ action }) => action)).toEqual(['template-written', 'template-written', 'template-written']);
  });
});
