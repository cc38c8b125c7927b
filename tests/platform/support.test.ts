import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditLines } from '../../server/audit/audit-list';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { GUEST_FEEDBACK_GATE } from '../../server/support/guest-feedback';
import { PLAYER_MESSAGE_LIMIT } from '../../server/support/player-threads';
import { MAX_ANSWER_BYTES } from '../../src/api/read-body';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { MESSAGE_LENGTH, listThreads, readThread, sendFeedback, sendGuestFeedback, sendMessage } from '../../src/core/contract/support';
import type { Thread } from '../../src/core/contract/support';
import { answerThread, closeThread, getAdminPicture, listAdminThreads, openThread } from '../../src/core/contract/support-team';
import type { AdminThread } from '../../src/core/contract/support-team';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const HOUR_MS = 60 * 60_000;
/** One pixel. */
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let test: TestPlatform;
let admin: TestClient;
let other: TestClient;
beforeAll(async () => {
  test = await testPlatform({ config: { publicUrl: 'https://play.example' } });
  [admin, other] = [await test.signUpAdmin(), await test.signUpAdmin()];
});
afterAll(() => test.close());

const write = (player: TestClient, text: string, key = newKey()) => player.call(sendMessage, { params: paramsOf(player), body: { text }, key });
const threadsOf = async (player: TestClient) => (await player.call(listThreads, { params: paramsOf(player), query: {} })).data.items;
const textsOf = ({ messages }: Thread) => messages.map(({ from, text }) => `${from}: ${text}`);
const newest = ({ messages }: Thread) => messages.at(-1)?.messageId ?? '';
const open = (as: TestClient, { threadId }: Pick<Thread, 'threadId'>) => as.call(openThread, { params: { threadId } });
const answer = (as: TestClient, thread: Thread, text: string, key = newKey()) =>
  as.call(answerThread, { params: { threadId: thread.threadId }, body: { text, lastSeen: newest(thread) }, key });
const close = (as: TestClient, thread: Thread) => as.call(closeThread, { params: { threadId: thread.threadId }, body: { lastSeen: newest(thread) } });
const emailOf = async (player: TestClient) =>
  (await test.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [player.session?.userId])).rows[0]?.email ?? '';

/** Every page of the admins' list. */
async function queue(state?: AdminThread['state'], limit = 100): Promise<AdminThread[]> {
  const all: AdminThread[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...(state && { state }), ...(cursor && { cursor }), limit };
    const { data }: { data: AnswerOf<typeof listAdminThreads> } = await admin.call(listAdminThreads, { query });
    all.push(...data.items);
    cursor = data.next;
  }
  return all;
}
const inQueue = async ({ threadId }: Pick<Thread, 'threadId'>, state?: AdminThread['state']) => (await queue(state)).find((each) => each.threadId === threadId);

type GuestBody = Parameters<typeof body>[0];
function body(more: { id?: string; text?: string; email?: string; picture?: { type: 'image/png' | 'image/webp' | 'image/jpeg'; base64: string } } = {}) {
  return { id: randomBytes(16).toString('base64url'), category: 'idea' as const, text: 'More drums.', ...more };
}
const fromGuest = (more: GuestBody = {}, client = test.client()) => client.call(sendGuestFeedback, { body: body(more) });

describe('a player’s messages', () => {
  it('form one conversation, whose state changes with an answer, a close and a new message', async () => {
    const player = await test.signUp();
    const first = (await write(player, 'Where is my payment?')).data;
    expect(first).toMatchObject({ kind: 'support', category: null, state: 'waiting', unread: 0 });
    test.pass(1000);
    expect((await write(player, 'It was ₦500.')).data.threadId).toBe(first.threadId);
    // The list has nobody's words, and neither has the answer to an act.
    expect(await inQueue(first)).toMatchObject({ player: { name: 'A. Obi' }, messages: [] });
    expect((await answer(admin, (await open(admin, first)).data, 'It is there now.')).data).toMatchObject({ state: 'answered', messages: [] });
    const answered = (await open(admin, first)).data;
    const [mine] = await threadsOf(player);
    expect(mine).toMatchObject({ state: 'answered', unread: 1 });
    expect(textsOf(mine as Thread)).toEqual(['player: Where is my payment?', 'player: It was ₦500.', 'team: It is there now.']);
    expect(JSON.stringify(mine)).not.toContain(answered.answeredBy);
    expect((await player.call(readThread, { params: { ...paramsOf(player), threadId: first.threadId }, query: {} })).data.unread).toBe(0);
    expect((await close(admin, answered)).data.state).toBe('closed');
    expect((await close(admin, answered)).data.state).toBe('closed');
    expect((await write(player, 'One thing more.')).data).toMatchObject({ threadId: first.threadId, state: 'waiting' });
    expect(await threadsOf(player)).toHaveLength(1);
  });

  it('are read only as far as the player has seen them, and never less than before', async () => {
    const player = await test.signUp();
    const { data: thread } = await write(player, 'Where is my payment?');
    await answer(admin, thread, 'It is on its way.');
    const [firstReading] = await threadsOf(player);
    // It arrives while the player reads the one before.
    await answer(admin, firstReading as Thread, 'It is there now.');
    const read = async (lastSeen?: string) => {
      const query = lastSeen === undefined ? {} : { lastSeen };
      return (await player.call(readThread, { params: { ...paramsOf(player), threadId: thread.threadId }, query })).data.unread;
    };
    expect(await read('nonsense')).toBe(2);
    expect(await read(newest(firstReading as Thread))).toBe(1);
    expect(await read(newest(thread))).toBe(1);
    const [later] = await threadsOf(player);
    expect(await read(newest(later as Thread))).toBe(0);
    await answer(admin, later as Thread, 'Is all well?');
    // A device of an older build does not say what it has seen.
    expect([await read('999999999999'), await read()]).toEqual([1, 0]);
  });

  it('arrive once, however often and however much at once the same one is sent', async () => {
    const player = await test.signUp();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(player, 'Only once.', key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await write(player, 'Only once.', key);
    expect(textsOf((await threadsOf(player))[0] as Thread)).toEqual(['player: Only once.']);
    expect(statusAndCode(await write(player, 'Another one.', key))).toEqual([422, 'key-reused']);
    const { rows } = await test.pool.query('SELECT 1 FROM support_thread WHERE user_id = $1', [player.session?.userId]);
    expect(rows).toHaveLength(1);
  });

  it('have from two characters to two thousand', async () => {
    const player = await test.signUp();
    expect(statusAndCode(await write(player, ' a '))).toEqual([400, 'validation']);
    expect(statusAndCode(await write(player, 'x'.repeat(MESSAGE_LENGTH + 1)))).toEqual([400, 'validation']);
    expect((await write(player, '🥁'.repeat(MESSAGE_LENGTH / 2))).status).toBe(201);
  });

  it('are limited by the hour, and one that is sent again does not count', async () => {
    const player = await test.signUp();
    const key = newKey();
    await write(player, 'First one', key);
    for (let n = 1; n < PLAYER_MESSAGE_LIMIT.limit; n += 1) await write(player, `Number ${n}`);
    expect(statusAndCode(await write(player, 'Too many'))).toEqual([429, 'too-many-requests']);
    expect((await write(player, 'First one', key)).status).toBe(201);
    test.pass(HOUR_MS);
  });

  it('come as far as a device takes the answer, and always with the newest one, however long they are', async () => {
    const player = await test.signUp();
    for (let n = 1; n <= 50; n += 1) await write(player, `${n} ${'₦'.repeat(MESSAGE_LENGTH - 3)}`);
    const last = (await write(player, 'The last one.')).data;
    expect(textsOf(last).at(-1)).toBe('player: The last one.');
    for (const threads of [last, await threadsOf(player), (await open(admin, last)).data]) {
      expect(Buffer.byteLength(JSON.stringify(threads))).toBeLessThan(MAX_ANSWER_BYTES);
    }
    expect(last.messages.length).toBeGreaterThan(20);
    test.pass(HOUR_MS);
  });

  it('are nobody else’s', async () => {
    const [player, stranger] = [await test.signUp(), await test.signUp()];
    const thread = (await write(player, 'Mine alone.')).data;
    const others = { userId: player.session?.userId ?? '' };
    expect(statusAndCode(await stranger.call(listThreads, { params: others, query: {} }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await stranger.call(sendMessage, { params: others, body: { text: 'Not mine.' }, key: newKey() }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await stranger.call(readThread, { params: { ...paramsOf(stranger), threadId: thread.threadId }, query: {} }))).toEqual([404, 'not-found']);
    expect(statusAndCode(await stranger.call(listAdminThreads, { query: {} }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await answer(player, thread, 'I answer myself.'))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await close(player, thread))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await player.call(getAdminPicture, { params: { threadId: thread.threadId, messageId: '1' } }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await test.client().call(listAdminThreads, { query: {} }))).toEqual([401, 'unauthorised']);
  });
});

describe('an answer of the team', () => {
  it('is refused where somebody wrote meanwhile, and so is a close', async () => {
    const player = await test.signUp();
    const beforeReply = (await write(player, 'A question.')).data;
    await write(player, 'And another.');
    expect(statusAndCode(await answer(admin, beforeReply, 'To the first.'))).toEqual([409, 'conflict']);
    expect(statusAndCode(await close(admin, beforeReply))).toEqual([409, 'conflict']);
    expect(textsOf((await threadsOf(player))[0] as Thread)).toHaveLength(2);
    expect((await inQueue(beforeReply))?.state).toBe('waiting');
  });

  it('is sent once where two admins write at the same moment', async () => {
    const player = await test.signUp();
    const thread = (await write(player, 'A question.')).data;
    for (let round = 0; round < 5; round += 1) {
      const before = (await threadsOf(player))[0] as Thread;
      const both = await Promise.all([answer(admin, before, 'From one.'), answer(other, before, 'From the other.')]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
    expect((await open(admin, thread)).data.messages).toHaveLength(6);
  });

  it('comes either before or after a close by another admin at the same moment', async () => {
    const player = await test.signUp();
    const thread = (await write(player, 'A question.')).data;
    const [answered, closed] = await Promise.all([answer(admin, thread, 'An answer.'), close(other, thread)]);
    const [mine] = await threadsOf(player);
    // Either the answer came first and the close is refused, or the close came first and the answer opened the thread again.
    if (closed.status === 409) expect(mine).toMatchObject({ state: 'answered', unread: 1 });
    else expect([answered.status, mine?.state]).toEqual([201, 'answered']);
  });

  it('is written once under a key whose answer was lost, with one mail and one line in the audit trail', async () => {
    const player = await test.signUp();
    const thread = (await write(player, 'A question.')).data;
    const key = newKey();
    await answer(admin, thread, 'An answer.', key);
    expect((await answer(admin, thread, 'An answer.', key)).status).toBe(201);
    expect((await open(admin, thread)).data.messages).toHaveLength(2);
    expect(statusAndCode(await answer(admin, thread, 'Another answer.', key))).toEqual([422, 'key-reused']);
    const mails = (await readMailbox(test.pool, await emailOf(player))).filter(({ subject }) => subject === 'Ayo has answered your message');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('https://play.example/help');
    expect(mails[0]?.text).not.toContain('An answer.');
    const { rows } = await test.pool.query(`SELECT 1 FROM admin_audit WHERE action = 'thread-answered' AND subject = $1`, [thread.threadId]);
    expect(rows).toHaveLength(1);
  });

  it('is not mailed to an address that nobody has confirmed', async () => {
    const player = await test.signUp({ activated: false });
    const thread = (await write(player, 'A question.')).data;
    await answer(admin, thread, 'An answer.');
    expect((await readMailbox(test.pool, await emailOf(player))).filter(({ subject }) => subject.includes('answered'))).toEqual([]);
  });

  it('needs a thread that exists', async () => {
    const lost = { threadId: 'x'.repeat(22), messages: [{ messageId: '1' }] } as unknown as Thread;
    expect(statusAndCode(await answer(admin, lost, 'To nobody.'))).toEqual([404, 'not-found']);
    expect(statusAndCode(await close(admin, lost))).toEqual([404, 'not-found']);
  });
});

describe('the team’s list', () => {
  it('has who waits longest first, page by page, and the others by their last change', async () => {
    const players = [await test.signUp(), await test.signUp(), await test.signUp()];
    const threads: Thread[] = [];
    for (const player of players) {
      test.pass(1000);
      threads.push((await write(player, 'A question.')).data);
    }
    test.pass(1000);
    // A player who writes again does not lose the place in the line.
    await write(players[0] as TestClient, 'Still there?');
    const ids = threads.map(({ threadId }) => threadId);
    const order = (list: readonly Thread[]) => list.map(({ threadId }) => threadId).filter((id) => ids.includes(id));
    expect(order(await queue('waiting', 1))).toEqual(ids);
    for (const thread of threads.slice(1)) {
      test.pass(1000);
      await answer(admin, thread, 'An answer.');
    }
    expect(order(await queue('answered', 2))).toEqual(ids.slice(1).toReversed());
    expect(order(await queue())).toEqual(ids.slice(0, 1));
    expect(statusAndCode(await admin.call(listAdminThreads, { query: { cursor: 'not-ours' } }))).toEqual([400, 'bad-request']);
  });
});

describe('feedback', () => {
  const send = (player: TestClient, picture?: { type: 'image/png' | 'image/webp' | 'image/jpeg'; base64: string }, key = newKey()) =>
    player.call(sendFeedback, { params: paramsOf(player), body: { category: 'problem', text: 'The reel is cut off.', ...(picture && { picture }) }, key });

  it('is a thread of its own each time, with a picture that only the team gets', async () => {
    const player = await test.signUp();
    const [one, two] = [(await send(player, { type: 'image/webp', base64: WEBP })).data, (await send(player)).data];
    expect(one.threadId).not.toBe(two.threadId);
    expect(one.messages[0]).toMatchObject({ hasPicture: true });
    const params = { threadId: one.threadId, messageId: newest(one) };
    expect((await admin.call(getAdminPicture, { params })).data).toEqual({ type: 'image/webp', base64: WEBP });
    expect(statusAndCode(await admin.call(getAdminPicture, { params: { ...params, threadId: two.threadId } }))).toEqual([404, 'not-found']);
    expect(statusAndCode(await admin.call(getAdminPicture, { params: { ...params, messageId: 'x' } }))).toEqual([404, 'not-found']);
    await Promise.all([open(admin, one), open(admin, one)]);
    expect((await open(admin, one)).data.messages[0]?.text).toBe('The reel is cut off.');
    const { rows } = await test.pool.query(`SELECT after ->> 'part' AS part FROM admin_audit WHERE action = 'thread-read' AND subject = $1 ORDER BY chain_no`, [one.threadId]);
    expect(rows).toEqual([{ part: 'picture 1' }, { part: 'messages' }]);
    const { items } = await listAuditLines(test.pool, { about: userIdOf(player), action: 'thread-read' });
    expect(items.map(({ after }) => after)).toEqual(['messages', 'picture 1'].map((part) => ({ part, player: userIdOf(player) })));
  });

  it('takes a picture for what its bytes say, and no other', async () => {
    const player = await test.signUp();
    const wide = Buffer.from(PNG, 'base64');
    wide.writeUInt32BE(40_000, 16);
    const bad = [
      { type: 'image/webp', base64: PNG }, { type: 'image/png', base64: WEBP }, { type: 'image/jpeg', base64: PNG },
      { type: 'image/png', base64: Buffer.from('<svg onload="alert(1)"/>'.padEnd(60)).toString('base64') },
      { type: 'image/jpeg', base64: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]).toString('base64') },
      { type: 'image/png', base64: wide.toString('base64') },
      { type: 'image/png', base64: 'A'.repeat(200_001) },
    ] as const;
    for (const picture of bad) expect({ picture: picture.base64.slice(0, 12), code: statusAndCode(await send(player, picture)) }).toMatchObject({ code: [400, 'validation'] });
    expect((await send(player, { type: 'image/png', base64: PNG })).status).toBe(201);
    expect(await threadsOf(player)).toHaveLength(1);
  });

  it('of a guest is taken once under its id, and answered by a mail that repeats nothing of theirs', async () => {
    const guest = test.client();
    const email = `guest-${randomBytes(4).toString('hex')}@mail.example`;
    const sent = { id: randomBytes(16).toString('base64url'), text: 'Buy cheap gold at evil.example', email };
    const first = (await fromGuest(sent, guest)).data;
    test.pass(5000);
    expect((await fromGuest({ ...sent, text: 'Something else' }, guest)).data).toEqual(first);
    const { rows: mine } = await test.pool.query<{ threadId: string }>('SELECT thread_id AS "threadId" FROM support_thread WHERE email = $1', [email]);
    expect(mine).toHaveLength(1);
    expect(await inQueue(mine[0] ?? { threadId: '' })).toMatchObject({ email: 'g•••@…' });
    const { data: opened } = await open(admin, mine[0] ?? { threadId: '' });
    expect(textsOf(opened)).toEqual(['player: Buy cheap gold at evil.example']);
    expect(opened).toMatchObject({ player: null, kind: 'feedback', email });
    await answer(admin, opened, 'Thank you.\nWe will look at it.');
    const [mail] = await readMailbox(test.pool, email);
    expect(mail?.text).toContain('We will look at it.');
    expect(mail?.text).not.toContain('evil');
  });

  it('of a guest without an address can only be closed', async () => {
    const { data } = await fromGuest({ text: 'No address, this one.' });
    const { rows: [sent] } = await test.pool.query<{ threadId: string }>(`SELECT thread_id AS "threadId" FROM support_message WHERE text = 'No address, this one.'`);
    const thread = sent && (await open(admin, sent)).data;
    expect(data.id).toHaveLength(22);
    expect(statusAndCode(await answer(admin, thread as Thread, 'To whom?'))).toEqual([400, 'validation']);
    expect((await close(admin, thread as Thread)).data.state).toBe('closed');
  });

  it('of guests behind one network address is slowed down, except a message that is here already; players who are signed in there are not slowed down', async () => {
    test.pass(HOUR_MS);
    const player = await test.signUp();
    const guest = test.client();
    const id = randomBytes(16).toString('base64url');
    await fromGuest({ id }, guest);
    for (let n = 1; n < GUEST_FEEDBACK_GATE.perAddress.freeCalls; n += 1) await fromGuest({}, guest);
    expect(statusAndCode(await fromGuest({}, guest))).toEqual([429, 'proof-of-work']);
    expect((await fromGuest({ id }, guest)).status).toBe(201);
    const fromPlayer = { params: paramsOf(player), body: { category: 'idea', text: 'More drums.' }, key: newKey() } as const;
    expect((await player.call(sendFeedback, fromPlayer)).status).toBe(201);
    // A minute later one of a guest is taken, and no more.
    test.pass(GUEST_FEEDBACK_GATE.perAddress.leakMs);
    expect((await fromGuest({}, guest)).status).toBe(201);
    expect(statusAndCode(await fromGuest({}, guest))).toEqual([429, 'proof-of-work']);
    test.pass(HOUR_MS);
  });
});
