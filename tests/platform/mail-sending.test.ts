import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, signUp } from '../../src/core/contract/auth';
import { changeEmail, changePassword, requestPasswordReset } from '../../src/core/contract/passwords';
import type { SmtpConfig } from '../../server/config/mail';
import { transaction } from '../../server/db/transaction';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { GIVE_UP_AFTER_MS, SENDING_LEASE_MS, pauseAfterMs } from '../../server/gateways/mail/queue';
import { sendDueMails } from '../../server/gateways/mail/sender';
import { toDelivery, openSmtp } from '../../server/gateways/mail/smtp';
import type { Letter } from '../../server/gateways/mail/letter';
import { makeDatabaseCable } from '../support/cut-connection';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { LOCALHOST } from '../support/localhost-certificate';
import { startMailServer } from '../support/mail-server';
import type { MailServer, MailServerOptions } from '../support/mail-server';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;
const SMTP_PASSWORD = 'sesame/open?now';
/** No mail is sent to this server; the platform only has to know that one is configured. */
const SOME_SERVER: SmtpConfig = { host: '127.0.0.1', port: 9, tls: 'off', login: undefined, from: { name: 'Ayo', address: 'no-reply@ayo.example' } };

let database: TestDatabase;
let site: TestPlatform;
let server: MailServer;
let smtp: SmtpConfig;
const running: MailServer[] = [];

beforeAll(async () => {
  database = await testDatabase();
  site = await testPlatform({ database, config: { smtp: SOME_SERVER, publicUrl: 'https://ayo.example' } });
});
afterAll(async () => {
  await site.close();
  await database.close();
});
beforeEach(async () => {
  await site.pool.query('DELETE FROM mail');
  server = await listen();
  smtp = { ...SOME_SERVER, port: server.port };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

async function listen(options: MailServerOptions = {}): Promise<MailServer> {
  const started = await startMailServer(options);
  running.push(started);
  return started;
}

const send = (config = smtp) => sendDueMails(site.platform, config);
const letter = (changes: Partial<Letter> = {}): Letter => ({ subject: 'A test', name: 'Ada', parts: ['Hello there.'], ...changes });
const write = (to: string, changes: Partial<Letter> = {}, expiresAt?: Date) =>
  transaction(site.pool, (tx) => site.platform.mailer.send(tx, { to, userId: null, letter: letter(changes), ...(expiresAt && { expiresAt }) }));
interface Row {
  readonly recipient: string;
  readonly body: string;
  readonly attempts: number;
  readonly sent: boolean;
  readonly failure: string | null;
}
const rowsOf = async () =>
  (await site.pool.query<Row>(
    'SELECT recipient, body, html, attempts, sent_at IS NOT NULL AS sent, failure, waits_for, next_try_at FROM mail ORDER BY mail_id',
  )).rows;
const eventsOf = (event: string): Record<string, unknown>[] =>
  site.logs.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event);

describe('a mail that was written in a transaction', () => {
  it('is sent once, as text and HTML, and its text is deleted afterwards', async () => {
    const player = newPlayer();
    await site.client().call(signUp, { body: player });
    expect(await send()).toEqual({ sent: 1, isServerAway: false });
    expect(await send()).toEqual({ sent: 0, isServerAway: false });
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ envelopeFrom: 'no-reply@ayo.example', envelopeTo: [player.email], subject: 'Confirm your e-mail address for Ayo' });
    expect(mail?.headers).toMatchObject({ from: 'Ayo <no-reply@ayo.example>', to: player.email, 'auto-submitted': 'auto-generated' });
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}@ayo\.example>$/);
    expect(Date.parse(mail?.headers['date'] ?? '')).toBe(site.platform.now().getTime());
    const token = /https:\/\/ayo\.example\/activate-email\?token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1];
    expect(token).toBeDefined();
    expect(mail?.html).toContain(`href="https://ayo.example/activate-email?token=${token ?? ''}"`);
    const [row] = await rowsOf();
    expect(row).toMatchObject({ sent: true, body: '', html: '', attempts: 1, next_try_at: null });
    expect(JSON.stringify(await site.pool.query('SELECT * FROM mail').then(({ rows }) => rows))).not.toContain(token);
  });

  it('that was rolled back never goes out', async () => {
    const failing = transaction(site.pool, async (tx) => {
      await site.platform.mailer.send(tx, { to: 'rolled-back@player.example', userId: null, letter: letter() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await send()).sent).toBe(0);
  });

  it('is not written to an address without a network, because nobody reads the mails of the account that the platform makes', async () => {
    await write('admin@localhost');
    expect(await rowsOf()).toEqual([]);
  });

  it('is never sent when it was written before there was a mail server', async () => {
    const before = await testPlatform({ database });
    await before.signUp({ activated: false });
    await before.close();
    expect((await send()).sent).toBe(0);
    expect(server.offeredRecipients).toEqual([]);
    expect((await readMailbox(site.pool, null))[0]?.text).toContain('token=');
  });
});

describe('a mail server that is down', () => {
  it('costs one attempt a run; once it is up, every mail that waited for it is sent without its pause', async () => {
    await server.stop();
    for (const name of ['one', 'two', 'three']) await write(`${name}@player.example`);
    expect(await send()).toEqual({ sent: 0, isServerAway: true });
    const [alert] = eventsOf('mail.server-away').slice(-1);
    expect(alert).toMatchObject({ alert: true, code: 'ESOCKET' });
    for (let round = 0; round < 6; round += 1) {
      site.pass(MINUTE_MS);
      await send();
    }
    const waiting = await rowsOf();
    expect(waiting.every(({ sent, body }) => !sent && body !== '')).toBe(true);
    expect(Math.max(...waiting.map(({ attempts }) => attempts))).toBeGreaterThan(1);
    const up = await listen({ port: server.port });
    site.pass(10 * MINUTE_MS);
    const { sent } = await send();
    const { sent: afterwards } = await send();
    expect(sent + afterwards).toBe(3);
    expect(up.mails.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(['one@player.example', 'three@player.example', 'two@player.example']);
  });

  it('ends the run, not the mail, when it hangs up in the middle', async () => {
    server.answer(() => ({ at: 'MAIL', code: 421 }));
    await write('hung-up@player.example');
    expect((await send()).isServerAway).toBe(true);
    server.answer(() => null);
    site.pass(MINUTE_MS);
    expect((await send()).sent).toBe(1);
  });
});

describe('a refusal', () => {
  it('for now is tried again after a minute, two, four … six hours at most', async () => {
    server.answer(() => ({ at: 'RCPT', code: 451 }));
    await write('greylisted@player.example');
    await write('another@player.example');
    expect(await send()).toEqual({ sent: 0, isServerAway: false });
    expect([...server.offeredRecipients].sort()).toEqual(['another@player.example', 'greylisted@player.example']);
    site.pass(MINUTE_MS - 1);
    await send();
    expect(server.offeredRecipients).toHaveLength(2);
    site.pass(1);
    await send();
    expect(server.offeredRecipients).toHaveLength(4);
    expect((await rowsOf())[0]).toMatchObject({ attempts: 2, waits_for: 'recipient', next_try_at: new Date(site.platform.now().getTime() + 2 * MINUTE_MS) });
    server.answer(() => null);
    site.pass(2 * MINUTE_MS);
    expect((await send()).sent).toBe(2);
    expect([1, 2, 3, 9, 10, 99].map((attempts) => pauseAfterMs(attempts) / MINUTE_MS)).toEqual([1, 2, 4, 256, 360, 360]);
  });

  it.each([['RCPT', 550], ['RCPT', 553], ['DATA', 554]] as const)('for good (%s %i) ends it, with a line that names nobody', async (at, code) => {
    server.answer((to) => (to.startsWith('gone') ? { at, code, words: `<${to}> does not live here` } : null));
    await write('gone-away@player.example');
    await write('still-here@player.example');
    expect(await send()).toEqual({ sent: 1, isServerAway: false });
    site.pass(24 * 60 * MINUTE_MS);
    expect((await send()).sent).toBe(0);
    expect((await rowsOf())[0]).toMatchObject({ failure: 'refused', body: '', html: '', next_try_at: null });
    expect(eventsOf('mail.failed').at(-1)).toMatchObject({ failure: 'refused', code: String(code), attempts: 1 });
    expect(site.logs.join('\n')).not.toContain('gone-away');
  });

  it('ends no mail when it is about us: a wrong password, a sender that is not allowed', async () => {
    const strict = await listen({ login: { user: 'ayo', password: 'another' } });
    const config: SmtpConfig = { ...smtp, port: strict.port, login: { user: 'ayo', password: SMTP_PASSWORD } };
    await write('waits@player.example');
    expect(await send(config)).toEqual({ sent: 0, isServerAway: true });
    site.pass(MINUTE_MS);
    server.answer(() => ({ at: 'MAIL', code: 550 }));
    expect(await send()).toEqual({ sent: 0, isServerAway: true });
    expect((await rowsOf())[0]).toMatchObject({ sent: false, failure: null, attempts: 2 });
    // The server has repeated the password in its answer.
    expect(strict.logins.at(-1)).toEqual({ user: 'ayo', password: SMTP_PASSWORD });
    expect(site.logs.join('\n')).not.toMatch(/sesame/);
  });

  it('that lasts three days ends it', async () => {
    server.answer(() => ({ at: 'DATA', code: 452 }));
    await write('full@player.example');
    for (let tries = 0; tries < 40 && (await rowsOf())[0]?.failure === null; tries += 1) {
      await send();
      site.pass(pauseAfterMs(tries + 1));
    }
    expect((await rowsOf())[0]).toMatchObject({ failure: 'given-up', body: '' });
    expect(GIVE_UP_AFTER_MS).toBe(3 * 24 * 60 * MINUTE_MS);
    expect(server.offeredRecipients.length).toBeGreaterThan(15);
  });

  it('is recognised by who refused what', () => {
    const deliveryOf = (responseCode: number | undefined, command: string, code = 'EENVELOPE') => toDelivery(Object.assign(new Error('x'), { responseCode, command, code }));
    expect(deliveryOf(550, 'RCPT TO')).toEqual({ kind: 'refused', code: '550' });
    expect(deliveryOf(450, 'RCPT TO')).toEqual({ kind: 'later', waitsFor: 'recipient', code: '450' });
    expect(deliveryOf(530, 'RCPT TO')).toMatchObject({ waitsFor: 'server' });
    expect(deliveryOf(421, 'DATA')).toMatchObject({ waitsFor: 'server' });
    expect(deliveryOf(550, 'MAIL FROM')).toMatchObject({ waitsFor: 'server' });
    expect(deliveryOf(undefined, 'API')).toEqual({ kind: 'refused', code: 'unfit' });
    expect(deliveryOf(undefined, 'CONN', 'ETIMEDOUT')).toEqual({ kind: 'later', waitsFor: 'server', code: 'ETIMEDOUT' });
    expect(toDelivery('odd')).toEqual({ kind: 'later', waitsFor: 'server', code: 'unknown' });
  });
});

describe('a mail with a link', () => {
  it('that works no longer is not sent', async () => {
    await server.stop();
    const { email } = newPlayer();
    await site.signUp({ email, activated: false });
    await site.pool.query('DELETE FROM mail');
    await site.client().call(requestPasswordReset, { body: { email } });
    await write('no-link@player.example');
    await send();
    site.pass(60 * MINUTE_MS);
    const up = await listen({ port: server.port });
    expect((await send()).sent).toBe(1);
    expect(up.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([['no-link@player.example']]);
    expect((await rowsOf())[0]).toMatchObject({ recipient: email, failure: 'expired', body: '', html: '' });
    expect(eventsOf('mail.expired').at(-1)).toMatchObject({ mails: 1 });
  });
});

describe('several processes', () => {
  it('send each mail once', async () => {
    const pools = [site.pool, database.anotherPool({ max: 4 }), database.anotherPool({ max: 4 })];
    for (let n = 0; n < 30; n += 1) await write(`n${n}@player.example`);
    const rounds = await Promise.all(pools.map((pool) => sendDueMails({ ...site.platform, pool }, smtp)));
    expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(30);
    expect(server.mails).toHaveLength(30);
    expect(rounds.filter(({ sent }) => sent > 0).length).toBeGreaterThan(1);
  });

  it('send a mail at most once more, with the same id, when one of them ends after the server took the mail and before that was recorded', async () => {
    await write('twice@player.example');
    const cable = await makeDatabaseCable();
    const dying = database.anotherPool({ max: 4, ...cable.config });
    server.onArrival(async () => {
      server.onArrival(null);
      // A kill -9 cuts the connections to the database like this.
      await cable.cut();
    });
    await expect(sendDueMails({ ...site.platform, pool: dying }, smtp)).rejects.toThrow();
    expect((await rowsOf())[0]).toMatchObject({ sent: false, attempts: 1 });
    site.pass(SENDING_LEASE_MS - 1);
    expect((await send()).sent).toBe(0);
    site.pass(1);
    expect((await send()).sent).toBe(1);
    expect((await send()).sent).toBe(0);
    const ids = server.mails.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});

describe('what is not ours to write', () => {
  it('can’t become a header, a second recipient or a link', async () => {
    const firstname = 'Ada\r\nBcc: everybody@evil.example';
    const player = newPlayer({ firstname, lastname: 'Win at https://evil.example' });
    await site.client().call(signUp, { body: player });
    await write('subject@player.example', { subject: 'One\r\nBcc: two@evil.example\u2028three', name: 'https://evil.example' });
    await send();
    // Two mails go out at once, and either may arrive first.
    const mailTo = (address: string) => server.mails.find(({ envelopeTo }) => envelopeTo.includes(address));
    const [activation, other] = [mailTo(player.email), mailTo('subject@player.example')];
    expect(server.mails).toHaveLength(2);
    expect(activation?.text).toMatch(/^Hello,\n/);
    expect(activation?.raw).not.toContain('evil');
    expect(other?.subject).toBe('One Bcc: two@evil.example three');
    for (const mail of server.mails) {
      expect(mail.headerNames.filter((name) => ['bcc', 'cc', 'to', 'subject', 'from'].includes(name)).sort()).toEqual(['from', 'subject', 'to']);
      expect(mail.envelopeTo).toHaveLength(1);
    }
    expect(other?.text).toMatch(/^Hello,\n/);
  });

  it('arrives as it was written where it is a name: marks, ₦, several lines, lines that begin with a dot', async () => {
    const parts = ['₦5,000.50 für Ọláyínká.\n.\n.. dots', { facts: [['Ilé', '<b>&"\'']] as const }];
    await write('utf8@player.example', { subject: 'Ẹ káàbọ̀, Ọláyínká — ₦5,000', name: 'Ọláyínká Adé-Bello', parts });
    await send();
    const [mail] = server.mails;
    expect(mail?.subject).toBe('Ẹ káàbọ̀, Ọláyínká — ₦5,000');
    expect(mail?.text).toContain('Hello Ọláyínká Adé-Bello,\n\n₦5,000.50 für Ọláyínká.\n.\n.. dots\n\nIlé: <b>&"\'');
    expect(mail?.html).toContain('&lt;b&gt;&amp;&quot;&#39;');
    expect(mail?.html).not.toContain('<b>');
  });
});

describe('the wire', () => {
  const outgoing = { to: 'a@player.example', subject: 's', text: 't', html: 'h', messageId: 'm@x', at: new Date(0) };
  const withTls = (tls: SmtpConfig['tls'], port: number): SmtpConfig => ({ ...smtp, tls, port, login: { user: 'ayo', password: SMTP_PASSWORD } });
  const login = { user: 'ayo', password: SMTP_PASSWORD };

  it('sends neither password nor mail to a server that does not encrypt, or that nobody vouches for', async () => {
    const plain = await listen({ login });
    const starttls = await listen({ login, tls: 'starttls' });
    const implicit = await listen({ login, tls: 'implicit' });
    for (const [tls, port] of [['required', plain.port], ['required', starttls.port], ['implicit', implicit.port]] as const) {
      const session = await openSmtp(withTls(tls, port));
      expect(await session.deliver(outgoing)).toMatchObject({ kind: 'later', waitsFor: 'server' });
      session.close();
    }
    expect([plain, starttls, implicit].flatMap(({ logins, mails }) => [...logins, ...mails])).toEqual([]);
  });

  it.each([['required', 'starttls'], ['implicit', 'implicit']] as const)('is encrypted (%s), and signs in', async (tls, offered) => {
    const server2 = await listen({ login, tls: offered });
    const session = await openSmtp(withTls(tls, server2.port), LOCALHOST.cert);
    expect(await session.deliver(outgoing)).toEqual({ kind: 'sent' });
    session.close();
    expect(server2.logins).toEqual([login]);
    expect(server2.mails).toMatchObject([{ isEncrypted: true, messageId: '<m@x>' }]);
  });
});

describe('the logs (row 33)', () => {
  it('hold no address, token, password or name of what was sent, refused and put off', async () => {
    const canary = { email: 'canary.mail@player.example', next: 'canary.next@player.example', password: 'canary of the coal mine' };
    const client = await site.signUp({ email: canary.email, firstname: 'Canarius', password: canary.password, username: 'canaria' });
    const params = { userId: client.session!.userId };
    await site.client().call(requestPasswordReset, { body: { email: canary.email } });
    await client.call(changeEmail, { params, body: { email: canary.next, password: canary.password } });
    await client.call(changePassword, { params, body: { current: canary.password, password: `${canary.password} two` } });
    await site.client().call(signIn, { body: { username: canary.email, password: PASSWORD } });
    server.answer((to) => (to === canary.next ? { at: 'RCPT', code: 550, words: `${to} ${canary.password}` } : { at: 'DATA', code: 451 }));
    await send({ ...smtp, login: { user: 'canary-user', password: 'canary-smtp' } });
    await send();
    server.answer(() => null);
    site.pass(MINUTE_MS);
    expect((await send()).sent).toBe(4);
    const tokens = server.mails.flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? []);
    expect(tokens.length).toBeGreaterThan(1);
    const logs = site.logs.join('\n');
    expect([...tokens, 'canary', 'Canarius', SMTP_PASSWORD].filter((secret) => logs.includes(secret))).toEqual([]);
  });
});
