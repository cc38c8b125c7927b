/**
 * MT7: what whoever reaches the notification endpoints can send, as a table over both gateways. Rows 15 to 19 of what
 * must be refused are in it, too.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimDebit } from '../../server/cashier/deposits/claim-debit';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { fileDatabase } from '../support/file-database';
import { makeNotificationWorld } from '../support/notification-world';
import type { GatewayKind, Headers, NotificationWorld } from '../support/notification-world';
import { makePlayer } from '../support/players';

const MINUTE_MS = 60_000;
const TOLERANCE_MS = 300_000;

const database = fileDatabase({ invariants: MONEY_INVARIANTS });

interface SignedNotification {
  readonly body: string;
  readonly headers: Headers;
}
interface Forgery {
  readonly name: string;
  readonly only?: GatewayKind;
  /** Makes the notification from a genuine one about a paid deposit. */
  readonly forge: (world: NotificationWorld, body: string, signature: string, reference: string) => SignedNotification;
}

const signed = (world: NotificationWorld, body: string, signature: string): SignedNotification => ({ body, headers: { [world.header]: signature } });

const FORGERIES: readonly Forgery[] = [
  { name: 'unsigned', forge: (_, body) => ({ body, headers: {} }) },
  { name: 'with an empty signature', forge: (w, body) => signed(w, body, '') },
  { name: 'with two signatures', forge: (w, body, signature) => ({ body, headers: { [w.header]: [signature, signature] } }) },
  { name: 'with a signature cut short', forge: (w, body, signature) => signed(w, body, signature.slice(0, -2)) },
  { name: 'with a longer signature', forge: (w, body, signature) => signed(w, body, `${signature}ab`) },
  { name: 'with a signature in capitals', forge: (w, body, signature) => signed(w, body, signature.toUpperCase()) },
  { name: 'with a signature that is no hex', forge: (w, body, signature) => signed(w, body, signature.replace(/.$/, 'g')) },
  { name: 'with one bit of the signature turned', forge: (w, body, signature) => signed(w, body, signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))) },
  { name: 'signed by nobody we know', forge: (w, body) => signed(w, body, w.sign(body, { secret: 'nobody' })) },
  { name: 'signed with a retired secret', forge: (w, body) => signed(w, body, w.sign(body, { secret: 'retired' })) },
  { name: 'signed in a header of another name', forge: (w, body, signature) => ({ body, headers: { [w.header.replace('x-', '')]: signature } }) },
  { name: 'with the signature of another body', forge: (w, body) => signed(w, body, w.sign('{}')) },
  { name: 're-serialised with spaces', forge: (w, body, signature) => signed(w, JSON.stringify(JSON.parse(body), null, 2), signature) },
  { name: 're-serialised in another order', forge: (w, body, signature) => {
    const { event, data } = JSON.parse(body) as { event: string; data: unknown };
    return signed(w, JSON.stringify({ data, event }), signature);
  } },
  { name: 'with a line end more', forge: (w, body, signature) => signed(w, `${body}\n`, signature) },
  { name: 'with a byte order mark', forge: (w, body, signature) => signed(w, `\uFEFF${body}`, signature) },
  { name: 'with another amount', forge: (w, body, signature) => signed(w, body.replace('500000', '500001'), signature) },
  { name: 'with another reference', forge: (w, body, signature, reference) => signed(w, body.replace(reference, 'dep-000000000000000000000000'), signature) },
  { name: 'cut short', forge: (w, body, signature) => signed(w, body.slice(0, -1), signature) },
  { name: 'of nothing, signed', forge: (w) => signed(w, '', w.sign('')) },
  { name: 'of no JSON, signed', forge: (w) => signed(w, 'paid', w.sign('paid')) },
  { name: 'without a reference, signed', only: 'simulator', forge: (w) => signed(w, '{"event":"x","data":{}}', w.sign('{"event":"x","data":{}}')) },
  { name: 'with the header of the other gateway', forge: (w, body, signature) => ({ body, headers: { [w.kind === 'paystack' ? 'x-ayo-signature' : 'x-paystack-signature']: signature } }) },
  { name: '301 s old', only: 'simulator', forge: (w, body) => signed(w, body, w.sign(body, { atMs: w.platform.now().getTime() - TOLERANCE_MS - 1_000 })) },
  { name: '301 s ahead', only: 'simulator', forge: (w, body) => signed(w, body, w.sign(body, { atMs: w.platform.now().getTime() + TOLERANCE_MS + 1_000 })) },
  { name: 'old, with the time put right and the signature kept', only: 'simulator', forge: (w, body) => {
    const old = w.sign(body, { atMs: w.platform.now().getTime() - 600_000 });
    return signed(w, body, old.replace(/^t=\d+/, `t=${Math.floor(w.platform.now().getTime() / 1_000)}`));
  } },
  { name: 'without a time', only: 'simulator', forge: (w, body, signature) => signed(w, body, signature.replace(/^t=\d+,/, '')) },
  { name: 'with a time that is none', only: 'simulator', forge: (w, body, signature) => signed(w, body, signature.replace(/^t=\d+/, 't=now')) },
  { name: 'with another scheme', only: 'simulator', forge: (w, body, signature) => signed(w, body, signature.replace('v1=', 'v0=')) },
  { name: 'with a shorter hash', only: 'paystack', forge: (w, body) => signed(w, body, createHmac('sha256', 'sk_test_example').update(body).digest('hex')) },
  { name: 'with a hash without the key', only: 'paystack', forge: (w, body) => signed(w, body, createHmac('sha512', '').update(body).digest('hex')) },
];

describe.each(['simulator', 'paystack'] as const)('MT7: a notification to the endpoint of %s', (kind) => {
  let world: NotificationWorld;
  let userId: string;
  let deposit: { readonly depositId: string; readonly reference: string };
  let genuine: SignedNotification;

  beforeAll(async () => {
    world = await makeNotificationWorld(kind, database.pool);
  });
  afterAll(async () => {
    await world.close();
  });
  beforeEach(async () => {
    await database.pool.query(`UPDATE deposit SET check_after = 'infinity' WHERE state = 'pending'`);
    Object.assign(world.gateway, { isSilent: false, answersAbout: null });
    userId = await makePlayer(database.pool);
    deposit = await world.start(userId);
    await world.setTruth(deposit.reference, { state: 'success' });
    const body = world.body(deposit.reference);
    genuine = signed(world, body, world.sign(body));
  });

  const events = (event: string) => world.log.filter((line) => line.event === event).length;
  const readStored = async () => (await database.pool.query('SELECT times FROM gateway_notification WHERE reference = $1', [deposit.reference])).rows;
  const after = async () => [await world.state(deposit.depositId), await world.real(userId), await world.credits(deposit.depositId)];
  const CREDITED = ['success', 5_000_00, 1];
  const UNTOUCHED = ['pending', 0, 0];
  const sendNotification = async (event?: string, more?: Readonly<Record<string, unknown>>): Promise<number> => {
    const body = world.body(deposit.reference, event, more);
    return world.send(body, { [world.header]: world.sign(body) });
  };

  it.each(FORGERIES.filter(({ only }) => only === undefined || only === kind))('$name is refused, logged, and without effect', async ({ forge }) => {
    const refused = events('payment.notification-refused');
    const body = world.body(deposit.reference);
    const { body: forged, headers } = forge(world, body, world.sign(body), deposit.reference);
    expect(await world.send(forged, headers)).toBe(401);
    expect(events('payment.notification-refused') - refused).toBe(1);
    expect(await readStored()).toEqual([]);
    expect(await after()).toEqual(UNTOUCHED);
    // The deposit itself was fine: a genuine notification still credits it.
    expect(await world.send(genuine.body, genuine.headers)).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it('by any other verb, or larger than any of theirs, reaches nothing', async () => {
    const url = `/api/notifications/payments/${kind}`;
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const sent = await world.app.inject({ method, url, headers: { ...genuine.headers } });
      expect([404, 405]).toContain(sent.statusCode);
    }
    const large = world.body(deposit.reference, 'x'.repeat(65 * 1024));
    expect(await world.send(large, { [world.header]: world.sign(large) })).toBe(413);
    expect(await after()).toEqual(UNTOUCHED);
  });

  it('50 × in parallel is answered 50 × with 200 and credited once', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => world.send(genuine.body, genuine.headers)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await after()).toEqual(CREDITED);
    expect(await readStored()).toEqual([{ times: 50 }]);
  });

  it('50 different ones in parallel are credited once, too', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => sendNotification('charge.success', { n })));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await after()).toEqual(CREDITED);
  });

  it('signed with the secret before, during a rotation, is believed', async () => {
    expect(await world.send(genuine.body, { [world.header]: world.sign(genuine.body, { secret: 'previous' }) })).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it.each(['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])('sent as %s is read as bytes', async (type) => {
    expect(await world.send(genuine.body, { ...genuine.headers, 'content-type': type })).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it('that is a recording of yesterday changes nothing any more', async () => {
    await world.send(genuine.body, genuine.headers);
    world.pass(24 * 60 * MINUTE_MS);
    // Without a time in the signature it stays genuine; the state is final, so it may.
    expect(await world.send(genuine.body, genuine.headers)).toBe(kind === 'simulator' ? 401 : 200);
    expect(await after()).toEqual(CREDITED);
  });

  it('says nothing that is believed: what the gateway answers counts, not the text', async () => {
    await world.setTruth(deposit.reference, { state: 'pending' });
    expect(await sendNotification('charge.success', { amount: 1, currency: 'USD' })).toBe(200);
    expect(await after()).toEqual(UNTOUCHED);
    await world.setTruth(deposit.reference, { state: 'success' });
    expect(await sendNotification('charge.failed', { amount: 99_999_999_00, status: 'failed', reference: deposit.reference })).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it.each([-1, 1, -4_999_99, 5_000_00 * 99])('about an amount that is %i kobo off credits nothing: people look at it', async (more) => {
    await world.setTruth(deposit.reference, { state: 'success', more });
    const alerts = events('deposit.mismatch');
    expect(await sendNotification()).toBe(200);
    expect(await after()).toEqual(['mismatch', 0, 0]);
    expect(events('deposit.mismatch') - alerts).toBe(1);
    expect(world.log.at(-1)?.details).toMatchObject({ alert: true, verifiedKobo: 5_000_00 + more, sameReference: true });
  });

  it.each(['USD', 'GHS', 'ngn', ''])('about money in "%s" credits nothing', async (currency) => {
    await world.setTruth(deposit.reference, { state: 'success', currency });
    expect(await sendNotification()).toBe(200);
    expect(await after()).toEqual(['mismatch', 0, 0]);
  });

  it('to which the gateway answers about another payment credits neither', async () => {
    const other = await world.start(userId);
    world.gateway.answersAbout = other.reference;
    expect(await sendNotification()).toBe(200);
    expect(await after()).toEqual(['mismatch', 0, 0]);
    expect(await world.state(other.depositId)).toBe('pending');
  });

  it('about another player’s payment is credited to that player alone', async () => {
    const stranger = await makePlayer(database.pool);
    const theirs = await world.start(stranger);
    await world.setTruth(theirs.reference, { state: 'success' });
    const body = world.body(theirs.reference, undefined, { userId, customer: { email: 'ada@example.com' } });
    expect(await world.send(body, { [world.header]: world.sign(body) })).toBe(200);
    expect([await world.real(stranger), await world.state(theirs.depositId)]).toEqual([5_000_00, 'success']);
    expect(await after()).toEqual(UNTOUCHED);
  });

  it.each([
    'dep-000000000000000000000000', 'nothing-of-ours-at-all', 'T685312322670591', 'dep-\u0000', "dep-'; DROP TABLE deposit; --",
    '../../etc/passwd', '', 'x'.repeat(5_000), 'DEP-000000000000000000000000',
  ])('is answered with 200 and logged when its reference is unknown: "%s"', async (reference) => {
    const unknown = events('payment.notification-unknown');
    const body = world.body(reference);
    expect(await world.send(body, { [world.header]: world.sign(body) })).toBe(200);
    expect(events('payment.notification-unknown') - unknown).toBe(1);
    expect(await after()).toEqual(UNTOUCHED);
  });

  it('about a payment that began with another gateway is not acted on', async () => {
    await database.pool.query('ALTER TABLE deposit DISABLE TRIGGER deposit_is_final');
    await database.pool.query(`UPDATE deposit SET gateway = 'other' WHERE deposit_id = $1`, [deposit.depositId]);
    expect(await sendNotification()).toBe(200);
    expect(world.log.at(-1)).toMatchObject({ event: 'payment.notification-unknown', details: { gateway: kind, otherGateway: 'other' } });
    expect(await after()).toEqual(UNTOUCHED);
    await database.pool.query('UPDATE deposit SET gateway = $2 WHERE deposit_id = $1', [deposit.depositId, kind]);
    await database.pool.query('ALTER TABLE deposit ENABLE TRIGGER deposit_is_final');
  });

  it('is left to people when it reports a success after the failure', async () => {
    await world.setTruth(deposit.reference, { state: 'failed' });
    expect(await sendNotification('charge.failed')).toBe(200);
    expect(await after()).toEqual(['failed', 0, 0]);
    await world.setTruth(deposit.reference, { state: 'success' });
    expect(await sendNotification()).toBe(200);
    expect(await after()).toEqual(['mismatch', 0, 0]);
    expect(await sendNotification('charge.success', { again: true })).toBe(200);
    expect(await after()).toEqual(['mismatch', 0, 0]);
  });

  it('leaves the credit as it is when it reports a failure after the success', async () => {
    await sendNotification();
    await world.setTruth(deposit.reference, { state: 'failed' });
    expect(await sendNotification('charge.failed')).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it('after the deposit has run out is for people, unless the player has claimed it', async () => {
    const claimed = await world.start(userId);
    for (const { reference } of [deposit, claimed]) await world.setTruth(reference, { state: 'pending' });
    world.pass(91 * MINUTE_MS);
    await database.pool.query('UPDATE deposit SET check_after = created_at WHERE deposit_id = ANY($1)', [[deposit.depositId, claimed.depositId]]);
    await sweepDeposits(world.platform);
    expect([await world.state(deposit.depositId), await world.state(claimed.depositId)]).toEqual(['expired', 'expired']);
    await claimDebit(world.platform, { userId, depositId: claimed.depositId, bankReference: 'FT2611210001' });
    for (const { reference } of [deposit, claimed]) {
      await world.setTruth(reference, { state: 'success' });
      const body = world.body(reference);
      expect(await world.send(body, { [world.header]: world.sign(body) })).toBe(200);
    }
    expect([await world.state(deposit.depositId), await world.state(claimed.depositId)]).toEqual(['mismatch', 'success']);
    expect(await world.real(userId)).toBe(5_000_00);
  });

  it('before the gateway itself knows is acted on a little later', async () => {
    await world.setTruth(deposit.reference, { state: 'pending' });
    expect(await sendNotification()).toBe(200);
    await world.setTruth(deposit.reference, { state: 'success' });
    world.pass(5_000);
    await sweepDeposits(world.platform);
    expect(await after()).toEqual(CREDITED);
  });

  it('while the gateway is silent is acted on a little later', async () => {
    world.gateway.isSilent = true;
    expect(await sendNotification()).toBe(200);
    expect(await after()).toEqual(UNTOUCHED);
    world.gateway.isSilent = false;
    world.pass(5_000);
    await sweepDeposits(world.platform);
    expect(await after()).toEqual(CREDITED);
  });

  it('while money is turned off is to come again', async () => {
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect(await world.send(genuine.body, genuine.headers)).toBe(503);
    await database.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    expect(await world.send(genuine.body, genuine.headers)).toBe(200);
    expect(await after()).toEqual(CREDITED);
  });

  it('and a browser that comes back at the same moment, to each of the three addresses, credit once; "cancel" afterwards takes nothing', async () => {
    const back = (outcome: string) => world.app.inject({ method: 'GET', url: `/api/callbacks/mm/${outcome}?ref=${deposit.reference}&amount=1&status=failed` });
    const replies = await Promise.all([...['success', 'cancel', 'failure'].map(back), world.send(genuine.body, genuine.headers)]);
    expect(replies.map((reply) => (typeof reply === 'number' ? reply : reply.statusCode))).toEqual([303, 303, 303, 200]);
    expect(await after()).toEqual(CREDITED);
    expect((await back('cancel')).headers.location).toBe(`/deposit?deposit=${deposit.depositId}`);
    expect(await after()).toEqual(CREDITED);
    for (const outcome of ['success', 'cancel', 'failure']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const sent = await world.app.inject({ method, url: `/api/callbacks/mm/${outcome}?ref=${deposit.reference}` });
        expect([sent.statusCode, sent.headers.allow]).toEqual([405, 'GET, HEAD']);
      }
    }
  });
});
