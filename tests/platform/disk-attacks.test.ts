/** Nobody fills the disk of the platform, and so takes it from everybody, by what costs them nothing. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../../src/core/contract/auth';
import { createDeposit } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { setLimit } from '../../src/core/contract/protection';
import { sendFeedback, sendGuestFeedback, sendMessage } from '../../src/core/contract/support';
import { closeThread } from '../../src/core/contract/support-team';
import { CLOSED_KEYS_OF_PLAYER, NEW_KEYS_OF_PLAYER, PROTECTION_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { GUEST_FEEDBACK_GATE, TOTAL_PICTURE_BUDGET, NETWORK_PICTURE_BUDGET } from '../../server/support/guest-feedback';
import { CLOSED_PICTURE_DAYS, LONGEST_PICTURE_DAYS, deleteOldPictures } from '../../server/support/old-pictures';
import { paramsOf, statusAndCode } from '../support/http-client';
import { newKey } from '../support/keys';
import { newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { solvePuzzle } from '../support/puzzle';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const PICTURE_BYTES = 150_000;

const disk = { freeBytes: 10_000 * MIB };
let site: TestPlatform;
beforeAll(async () => {
  // The test stands behind a proxy that is believed, so that it can come from anywhere.
  site = await testPlatform({
    config: { trustProxy: ['127.0.0.1'] },
    parts: { disk: { freeBytes: () => Promise.resolve(disk.freeBytes), hasServerRunOutOfSpace: () => false } },
  });
});
afterAll(() => site.close());

/** As large as a picture may be, and different each time. */
function picture(): { type: 'image/png'; base64: string } {
  const bytes = randomBytes(PICTURE_BYTES);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(100, 16);
  bytes.writeUInt32BE(100, 20);
  return { type: 'image/png', base64: bytes.toString('base64') };
}

const newBody = () => ({ id: randomBytes(16).toString('base64url'), category: 'other' as const, text: 'The game is nice.' });
function send(address: string, body: ReturnType<typeof newBody> & { picture?: ReturnType<typeof picture>; proof?: ReturnType<typeof solvePuzzle> }) {
  return site.client().call(sendGuestFeedback, { body, headers: { 'x-forwarded-for': address } });
}
const count = async (sql: string): Promise<number> => (await site.pool.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n ?? Number.NaN;
const storedBytes = () => count('SELECT coalesce(sum(octet_length(bytes)), 0) FROM support_picture');

describe('feedback of guests', () => {
  it('nobody fills the disk with pictures from the 65,536 networks of one IPv6 /48: there is a budget, and no word is lost', async () => {
    const threads = await count('SELECT count(*) FROM support_thread');
    const answers = [];
    for (let n = 0; n < 20; n += 1) answers.push(await send(`2001:db8:1:${n.toString(16)}::1`, { ...newBody(), picture: picture() }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await count('SELECT count(*) FROM support_thread') - threads).toBe(answers.length);
    expect(await storedBytes()).toBeLessThanOrEqual(NETWORK_PICTURE_BUDGET.bytes);
    const whole = answers.filter(({ data }) => data.pictureNotKept === undefined);
    expect(whole).toHaveLength(Math.floor(NETWORK_PICTURE_BUDGET.bytes / PICTURE_BYTES));
    expect(answers.at(-1)?.data.pictureNotKept).toMatch(/not the picture/);
  });

  it('nobody fills the disk with pictures from all networks together: all guests share a budget, and a day later there is room again', async () => {
    const budgetUsed = new Date(site.platform.now().getTime() + TOTAL_PICTURE_BUDGET.bytes * TOTAL_PICTURE_BUDGET.leakMs);
    await site.pool.query('UPDATE rate SET empty_at = $2 WHERE kind = $1', [TOTAL_PICTURE_BUDGET.kind, budgetUsed]);
    const before = await storedBytes();
    const body = { ...newBody(), picture: picture() };
    const refused = await send('41.1.1.1', body);
    expect([refused.status, refused.data.pictureNotKept]).toEqual([201, expect.stringMatching(/not the picture/)]);
    expect(await storedBytes()).toBe(before);
    // The answer was lost on its way: the device sends it again, and is told the same.
    expect((await send('41.1.1.1', body)).data).toEqual(refused.data);
    site.pass(DAY_MS);
    expect((await send('41.1.2.1', { ...newBody(), picture: picture() })).data.pictureNotKept).toBeUndefined();
  });

  it('a flood from a network that nobody else shares costs a puzzle a piece, and everybody else sends without one', async () => {
    const { freeCalls } = GUEST_FEEDBACK_GATE.perNetwork ?? { freeCalls: 0 };
    for (let n = 0; n < freeCalls; n += 1) expect((await send(`2001:db8:2:${n.toString(16)}::1`, newBody())).status).toBe(201);
    const body = newBody();
    const refused = await send('2001:db8:2:ffff::1', body);
    expect(statusAndCode(refused)).toEqual([429, 'proof-of-work']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await send('2001:db8:2:ffff::1', { ...body, proof: solvePuzzle(refused.problem) })).status).toBe(201);
    expect((await send('2001:db8:3::1', newBody())).status).toBe(201);
  });

  it('no picture lies there for ever: it goes 30 days after its thread was closed, and after 90 days at most', async () => {
    const [admin, player] = [await site.signUpAdmin(), await site.signUp()];
    const write = async () =>
      (await player.call(sendFeedback, { params: paramsOf(player), body: { category: 'idea', text: 'Look.', picture: picture() }, key: newKey() })).data.threadId;
    const [closed, open] = [await write(), await write()];
    await admin.call(closeThread, { params: { threadId: closed }, body: { lastSeen: '1' } });
    const left = async () => {
      const sql = 'SELECT thread_id FROM support_picture WHERE thread_id = ANY($1)';
      const { rows } = await site.pool.query<{ thread_id: string }>(sql, [[closed, open]]);
      return rows.map((row) => row.thread_id);
    };
    const forgetAfter = (days: number) => deleteOldPictures(site.pool, new Date(site.platform.now().getTime() + days * DAY_MS + 1));
    await forgetAfter(CLOSED_PICTURE_DAYS - 1);
    expect(await left()).toHaveLength(2);
    await forgetAfter(CLOSED_PICTURE_DAYS);
    expect(await left()).toEqual([open]);
    await forgetAfter(LONGEST_PICTURE_DAYS);
    expect(await left()).toEqual([]);
  });
});

describe('keys of refused calls', () => {
  it('an account that nobody confirmed stores no row with each refused deposit for ever: from a level on nothing is stored', async () => {
    const player = await site.signUp({ activated: false });
    const press = () => player.call(createDeposit, { params: paramsOf(player), body: { method: 'card', amount: 1000, currency: 'NGN' }, key: newKey() });
    const stored = () => count(`SELECT count(*) FROM operation WHERE user_id = '${player.session!.userId}'`);
    for (let n = 0; n < NEW_KEYS_OF_PLAYER.atOnce; n += 1) await press();
    expect(await stored()).toBe(NEW_KEYS_OF_PLAYER.atOnce);
    const refused = await press();
    expect(statusAndCode(refused)).toEqual([429, 'too-many-requests']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await stored()).toBe(NEW_KEYS_OF_PLAYER.atOnce);
    site.pass(NEW_KEYS_OF_PLAYER.leakMs);
    expect((await press()).status).not.toBe(429);
  });

  it('of payments and closed keys keep nobody from a lower limit or a break, whose own number is bounded, too', async () => {
    const player = await site.signUp();
    const { userId } = player.session!;
    const fill = ({ kind, atOnce, leakMs }: typeof PROTECTION_KEYS_OF_PLAYER | typeof CLOSED_KEYS_OF_PLAYER | typeof NEW_KEYS_OF_PLAYER) =>
      site.pool.query('INSERT INTO rate (kind, subject, empty_at) VALUES ($1, $2, $3) ON CONFLICT (kind, subject) DO UPDATE SET empty_at = EXCLUDED.empty_at', [
        kind, userId, new Date(site.platform.now().getTime() + (atOnce + 9) * leakMs),
      ]);
    const limit = (amount: number) =>
      player.call(setLimit, { params: { ...paramsOf(player), kind: 'stake', period: 'day' }, body: { amount, currency: 'NGN' }, key: newKey() });
    await fill(NEW_KEYS_OF_PLAYER);
    await fill(CLOSED_KEYS_OF_PLAYER);
    expect((await limit(500)).status).toBe(200);
    await fill(PROTECTION_KEYS_OF_PLAYER);
    expect((await limit(400)).status).toBe(429);
  });

  it('an account stores no row with each refused stake, and whoever plays at the pace of the games is never counted', async () => {
    const player = await site.signUp();
    await giveMoney(site.pool, player.session!.userId, kobo(100_000));
    const play = (stake: number) => {
      site.pass(2_500);
      const path = `/api/v1/player/${player.session!.userId}/games/adire-gold/rounds`;
      return player.request('POST', path, { key: newKey(), body: { stake, currency: 'NGN', bet: {} } });
    };
    expect((await play(10)).status).toBe(201);
    const counted = () => count(`SELECT count(*) FROM rate WHERE kind = '${NEW_KEYS_OF_PLAYER.kind}' AND subject = '${player.session!.userId}'`);
    expect(await counted()).toBe(0);
    const fullUntil = new Date(site.platform.now().getTime() + (NEW_KEYS_OF_PLAYER.atOnce + 9) * NEW_KEYS_OF_PLAYER.leakMs);
    await site.pool.query('INSERT INTO rate (kind, subject, empty_at) VALUES ($1, $2, $3) ON CONFLICT (kind, subject) DO UPDATE SET empty_at = EXCLUDED.empty_at', [
      NEW_KEYS_OF_PLAYER.kind, player.session!.userId, fullUntil,
    ]);
    const stored = () => count(`SELECT count(*) FROM operation WHERE user_id = '${player.session!.userId}'`);
    const before = await stored();
    expect(statusAndCode(await play(10_000))).toEqual([429, 'too-many-requests']);
    expect(await stored()).toBe(before);
    expect((await play(10)).status).toBe(201);
  });
});

describe('a disk that runs full', () => {
  it('raises an alert before it is full, and whoever fills it is refused while money and protection go on', async () => {
    const player = await site.signUp();
    await giveMoney(site.pool, player.session!.userId, kobo(100_000));
    const from = site.logs.length;
    const alerts = () =>
      site.logs.slice(from)
        .map((line) => JSON.parse(line) as { event: string; level: string; alert?: boolean })
        .filter(({ event }) => event.startsWith('disk.'));
    const healthOf = async () => {
      const { status, text } = await site.client().request('GET', '/api/health');
      const { status: state, database, money } = JSON.parse(text) as Record<string, unknown>;
      return [status, state, database, money];
    };
    disk.freeBytes = 200 * MIB;
    try {
      expect(await healthOf()).toEqual([200, 'degraded', 'disk-short', true]);
      const refused = [
        await send('41.9.1.1', { ...newBody(), picture: picture() }),
        await player.call(sendFeedback, { params: paramsOf(player), body: { category: 'idea', text: 'More drums.' }, key: newKey() }),
        await site.client().call(signUp, { body: newPlayer() }),
      ];
      for (const answer of refused) expect([...statusAndCode(answer), answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '300']);
      site.pass(10_000);
      const round = await player.request('POST', `/api/v1/player/${player.session!.userId}/games/adire-gold/rounds`, {
        key: newKey(), body: { stake: 10, currency: 'NGN', bet: {} },
      });
      expect(round.status).toBe(201);
      expect((await player.call(sendMessage, { params: paramsOf(player), body: { text: 'I need a break.' }, key: newKey() })).status).toBe(201);
      expect(alerts()).toMatchObject([{ event: 'disk.short', level: 'error', alert: true }]);
      // A little more free space is not enough, because otherwise each deleted file could be a new alert.
      disk.freeBytes = 260 * MIB;
      expect(await healthOf()).toContain('disk-short');
    } finally {
      disk.freeBytes = 10_000 * MIB;
    }
    expect(await healthOf()).toEqual([200, 'ok', 'up', true]);
    expect(alerts().map(({ event }) => event)).toEqual(['disk.short', 'disk.enough']);
    expect((await send('41.9.1.1', newBody())).status).toBe(201);
  });
});
