import { beforeEach, describe, expect, it } from 'vitest';
import { readAccount, readProfile } from '../../server/accounts/account';
import { activateEmail } from '../../server/accounts/activation';
import { giveConsents, withdrawConsent } from '../../server/accounts/consents';
import { ensureFirstAdmin } from '../../server/accounts/first-admin';
import { sendActivationMail } from '../../server/accounts/mails/address-mails';
import { getHasher } from '../../server/accounts/password-hasher';
import { REPEAT_LIMIT } from '../../server/accounts/repeated-sign-up';
import type { Device } from '../../server/accounts/sessions';
import { signIn } from '../../server/accounts/sign-in';
import { signUp as signUpFrom } from '../../server/accounts/sign-up';
import { transaction } from '../../server/db/transaction';
import { OWASP_COSTS } from '../../server/hash-costs';
import type { Platform } from '../../server/platform';
import { secretHash } from '../../server/secrets';
import type { SignUpBody } from '../../src/core/contract/auth';
import { GOOD_PASSWORD, signUpBody, testAccounts } from '../support/accounts';
import type { TestAccounts } from '../support/accounts';
import { testDatabase } from '../support/database';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';

const DAY_MS = 86_400_000;
const database = fileDatabase();
let accounts: TestAccounts;
let addresses = 0;

beforeEach(async () => {
  accounts = testAccounts(database.pool);
  // The clock begins anew, so what was counted would lie in the future.
  await database.pool.query('DELETE FROM rate');
});

const signUp = (platform: Platform, body: SignUpBody, from: Device) => signUpFrom(platform, body, from, HERE);
/** Returns a device at a network address that no test has used before. */
const device = () => ({ userAgent: 'test', address: `10.1.${Math.floor(addresses / 250)}.${(addresses += 1) % 250}` });
const open = (changes = {}, from = device()) => signUp(accounts.platform, signUpBody(changes), from);
const enter = (username: string, password: string, from = device()) =>
  signIn(accounts.platform, { username, password }, from, null);
const countOf = async (table: 'player' | 'session' | 'mail'): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return rows[0]?.n ?? NaN;
};

describe('opening an account', () => {
  it('lets nobody be taken for the house by a username', async () => {
    for (const username of ['server', 'Ayo', 'ad.min', 'Support_24', 'ayo-payments']) expect(await refusalOf(open({ username }))).toMatchObject({ code: 'username-taken' });
  });

  it('keeps names in one form, no secret, and sends the mail with the link', async () => {
    const body = signUpBody({ email: 'Ada.Obi@Example.COM', username: 'AdaObi', phone: '+2348031234567' });
    const { userId, sessionId, bindingSecret } = await signUp({ ...accounts.platform, hashCosts: OWASP_COSTS }, body, device());
    const { rows } = await database.pool.query('SELECT * FROM player p JOIN session s USING (user_id) WHERE p.user_id = $1', [userId]);
    expect(rows[0]).toMatchObject({
      username: 'AdaObi', email: 'ada.obi@example.com', phone: '+2348031234567', email_activated_at: null,
      session_hash: secretHash(sessionId), binding_hash: secretHash(bindingSecret), date_of_birth: '1990-05-17',
    });
    const everything = JSON.stringify(rows);
    for (const secret of [sessionId, bindingSecret, body.password]) expect(everything).not.toContain(secret);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await accounts.tokenOf('ada.obi@example.com')).toMatch(/^[0-9A-Za-z_-]{43}$/);
  });

  it('is refused to somebody born a day too late before an account exists, and not to somebody exactly 18', async () => {
    const before = await countOf('player');
    const problem = await refusalOf(open({ dateOfBirth: '2008-11-22' }));
    expect([problem.status, problem.code, problem.extra.errors?.[0]?.field]).toEqual([400, 'under-age', 'dateOfBirth']);
    expect(await countOf('player')).toBe(before);
    await open({ dateOfBirth: '2008-11-21' });
  });

  it('takes 128 characters with spaces and emoji, and lets them in again however they were typed', async () => {
    const password = `é ${'🎲 '.repeat(63)}`;
    expect(Array.from(password)).toHaveLength(128);
    const body = signUpBody({ password });
    await signUp(accounts.platform, body, device());
    await enter(body.username, password.normalize('NFD'));
  });

  it('refuses a password that everybody tries first, at its field', async () => {
    const problem = await refusalOf(open({ password: 'Chelsea2024' }));
    expect([problem.status, problem.code, problem.extra.errors?.[0]?.field]).toEqual([400, 'weak-password', 'password']);
  });

  it('tells one address five times an hour that an e-mail is known, however it is written, and then only that it asks too often', async () => {
    const from = device();
    const { email } = signUpBody();
    await open({ email });
    for (let n = 0; n < 5; n += 1) {
      const problem = await refusalOf(open({ email: email.toUpperCase() }, from));
      expect([problem.status, problem.code, problem.extra.errors?.[0]?.field]).toEqual([409, 'email-taken', 'email']);
      accounts.pass(60_000);
    }
    const sixth = await refusalOf(open({ email }, from));
    expect([sixth.status, sixth.code, sixth.extra.retryAfterSeconds]).toEqual([429, 'too-many-requests', 55 * 60]);
    // Only this e-mail is refused: everybody else behind the address can go on, and its owner can at another address.
    await open({}, from);
    expect((await refusalOf(open({ email }))).code).toBe('email-taken');
    accounts.pass(55 * 60_000);
    expect((await refusalOf(open({ email }, from))).code).toBe('email-taken');
  });

  it('refuses a username that somebody has in another case', async () => {
    const { username } = signUpBody();
    await open({ username });
    const problem = await refusalOf(open({ username: username.toUpperCase() }));
    expect([problem.status, problem.code]).toEqual([409, 'username-taken']);
  });

  it('happens once when it is sent twice at the same moment, and leaves no half account', async () => {
    const [players, sessions, mails] = [await countOf('player'), await countOf('session'), await countOf('mail')];
    const body = signUpBody();
    const settled = await Promise.allSettled([1, 2, 3].map(() => signUp(accounts.platform, body, device())));
    const users = settled.map((one) => (one.status === 'fulfilled' ? one.value.userId : String(one.reason)));
    expect(new Set(users).size).toBe(1);
    expect([await countOf('player'), await countOf('session'), await countOf('mail')]).toEqual([players + 1, sessions + 3, mails + 1]);
  });

  it('lets the same sign-up in again for two minutes, but nobody with another password or later', async () => {
    const body = signUpBody();
    const { userId } = await signUp(accounts.platform, body, device());
    accounts.pass(60_000);
    expect((await signUp(accounts.platform, body, device())).userId).toBe(userId);
    const guess = await refusalOf(signUp(accounts.platform, { ...body, password: 'another one entirely' }, device()));
    expect(guess.code).toBe('email-taken');
    accounts.pass(60_001);
    expect((await refusalOf(signUp(accounts.platform, body, device()))).code).toBe('email-taken');
  });

  it('looks at few passwords of a sign-up sent again, from however many addresses, and tells nothing of it', async () => {
    const body = signUpBody();
    const { userId } = await signUp(accounts.platform, body, device());
    for (let n = 0; n < 30; n += 1) expect((await signUp(accounts.platform, body, device())).userId).toBe(userId);
    const hasher = getHasher(accounts.platform);
    const before = hasher.runs();
    const guesses = [];
    for (let n = 0; n < 30; n += 1) guesses.push(await refusalOf(signUp(accounts.platform, { ...body, password: `another one entirely ${n}` }, device())));
    expect(hasher.runs() - before).toBe(REPEAT_LIMIT.atOnce);
    const outside = guesses.map((problem) => JSON.stringify([problem.status, problem.toBody(), problem.extra]));
    expect([...new Set(outside)]).toEqual([expect.stringContaining('email-taken')]);
    // Somebody who signs in by either name notices nothing of it.
    for (const name of [body.username, body.email]) expect((await enter(name, GOOD_PASSWORD)).userId).toBe(userId);
  });

  it('records the consents given with wording, channel and time', async () => {
    const { userId } = await open({ consents: ['sms', 'emailmarketing', 'sms'] });
    const { rows } = await database.pool.query(
      'SELECT tag, given, channel, wording_version, at FROM consent WHERE user_id = $1 ORDER BY tag',
      [userId],
    );
    const entry = { given: true, channel: 'sign-up', wording_version: '2026-11', at: accounts.platform.now() };
    expect(rows).toEqual([{ tag: 'emailmarketing', ...entry }, { tag: 'sms', ...entry }]);
    expect((await readProfile(accounts.platform, userId)).consents).toMatchObject({ sms: true, emailmarketing: true, '3rdparty': false });
  });

  it('keeps SQL and HTML in names as text', async () => {
    const evil = `Robert'); DROP TABLE player;--<script>alert(1)</script>`;
    const { userId } = await open({ firstname: evil });
    expect((await readProfile(accounts.platform, userId)).firstname).toBe(evil);
  });
});

describe('signing in', () => {
  it('works by username and by e-mail, in any case, and tells when the last time was', async () => {
    const body = signUpBody();
    await signUp(accounts.platform, body, device());
    const opened = accounts.platform.now();
    accounts.pass(DAY_MS);
    const first = await enter(body.username.toUpperCase(), GOOD_PASSWORD);
    expect(first.previousSignIn).toEqual(opened);
    accounts.pass(DAY_MS);
    const second = await enter(` ${body.email.toUpperCase()} `, GOOD_PASSWORD);
    expect(second.previousSignIn).toEqual(new Date(opened.getTime() + DAY_MS));
    expect(second.sessionId).not.toBe(first.sessionId);
    expect((await readAccount(accounts.platform, second)).previousSignIn).toBe(second.previousSignIn?.toISOString());
  });

  it('costs one run of the hasher and the same words, whether or not there is such an account', async () => {
    const body = signUpBody();
    await signUp(accounts.platform, body, device());
    const hasher = getHasher(accounts.platform);
    const problems = [];
    for (const name of [body.username, 'nobody-here', 'nobody@example.com']) {
      const before = hasher.runs();
      problems.push(await refusalOf(enter(name, 'wrong-password-1')));
      expect(hasher.runs() - before).toBe(1);
    }
    const refusals = problems.map((problem) => JSON.stringify([problem.status, problem.toBody(), problem.extra]));
    expect(new Set(refusals).size).toBe(1);
  });

  it.each(['a known', 'an unknown'])('is refused with a delay after five failures of %s account, also with the right password', async (which) => {
    const body = signUpBody();
    const from = device();
    if (which === 'a known') await signUp(accounts.platform, body, device());
    for (let n = 0; n < 5; n += 1) expect((await refusalOf(enter(body.username, 'wrong', from))).status).toBe(401);
    const sixth = await refusalOf(enter(body.username, GOOD_PASSWORD, from));
    expect([sixth.status, sixth.extra.retryAfterSeconds]).toEqual([429, 5]);
    accounts.pass(5_000);
    if (which === 'a known') await enter(body.username, GOOD_PASSWORD, from);
    else expect((await refusalOf(enter(body.username, GOOD_PASSWORD, from))).status).toBe(401);
  });

  it('counts failures by the name that was typed, however it is written, and tells nothing of them under the account’s other name', async () => {
    const body = signUpBody();
    await signUp(accounts.platform, body, device());
    const { username, email } = body;
    const from = device();
    for (const name of [username, username.toUpperCase(), ` ${username} `, username, username]) await refusalOf(enter(name, 'wrong', from));
    expect((await refusalOf(enter(username, GOOD_PASSWORD, from))).status).toBe(429);
    expect((await refusalOf(enter(email, 'wrong', from))).status).toBe(401);
  });

  it('lets an address try 30 times a minute over any number of accounts', async () => {
    const from = device();
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await refusalOf(enter(`nobody-${n}`, 'wrong', from))).status);
    expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    accounts.pass(60_000);
    expect((await refusalOf(enter('nobody-again', 'wrong', from))).status).toBe(401);
  });
});

describe('the link in the mail', () => {
  const activate = (token: string, callerId: string | null = null) =>
    transaction(database.pool, (tx) => activateEmail(tx, accounts.platform, token, callerId));

  it('activates once', async () => {
    const body = signUpBody();
    const opened = await signUp(accounts.platform, body, device());
    const token = await accounts.tokenOf(body.email);
    await activate(token, opened.userId);
    expect(await readAccount(accounts.platform, opened)).toMatchObject({ emailActivated: true });
    expect((await refusalOf(activate(token))).code).toBe('token-invalid');
  });

  it('works in another browser, and until 24 hours have passed', async () => {
    const [early, late] = [signUpBody(), signUpBody()];
    for (const body of [early, late]) await signUp(accounts.platform, body, device());
    accounts.pass(DAY_MS - 1);
    await activate(await accounts.tokenOf(early.email));
    accounts.pass(1);
    expect(await refusalOf(activate(await accounts.tokenOf(late.email)))).toMatchObject({ code: 'token-invalid', status: 400 });
  });

  it('is refused when it is cut, made up, or opened while somebody else is signed in', async () => {
    const [mine, theirs] = [signUpBody(), signUpBody()];
    const me = await signUp(accounts.platform, mine, device());
    await signUp(accounts.platform, theirs, device());
    const token = await accounts.tokenOf(theirs.email);
    for (const bad of [token.slice(0, -1), `${token}A`, 'A'.repeat(43)]) {
      expect((await refusalOf(activate(bad))).status).toBe(400);
    }
    expect((await refusalOf(activate(token, me.userId))).code).toBe('token-invalid');
    await activate(token);
  });

  it('stops working once another link to the same address has worked', async () => {
    const body = signUpBody();
    const { userId } = await signUp(accounts.platform, body, device());
    const first = await accounts.tokenOf(body.email);
    const addressee = { userId, email: body.email, firstname: 'Ada' };
    await transaction(database.pool, (tx) => sendActivationMail(tx, accounts.platform, addressee));
    const second = await accounts.tokenOf(body.email);
    expect(second).not.toBe(first);
    await activate(first);
    expect((await refusalOf(activate(second))).status).toBe(400);
  });

  it('activates once when it is opened many times at the same moment', async () => {
    const body = signUpBody();
    await signUp(accounts.platform, body, device());
    const token = await accounts.tokenOf(body.email);
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => activate(token)));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('consents', () => {
  const at = (ms: number) => new Date(accounts.platform.now().getTime() + ms);
  const give = (userId: string, ms: number) =>
    transaction(database.pool, (tx) => giveConsents(tx, userId, [{ tag: 'sms', at: at(ms) }], 'app'));
  const withdraw = (userId: string, ms: number) =>
    transaction(database.pool, (tx) => withdrawConsent(tx, userId, 'sms', at(ms)));
  const holds = async (userId: string) => (await readProfile(accounts.platform, userId)).consents?.['sms'];

  it('apply from giving to withdrawing, and again once they are given anew', async () => {
    const { userId } = await open();
    const consents = [await holds(userId)];
    for (const step of [give, withdraw, give]) {
      accounts.pass(1_000);
      await step(userId, 0);
      consents.push(await holds(userId));
    }
    expect(consents).toEqual([false, true, false, true]);
  });

  it('given before a withdrawal and arriving after it change nothing', async () => {
    const { userId } = await open();
    await give(userId, -5_000);
    await withdraw(userId, 0);
    await give(userId, -1_000);
    expect(await holds(userId)).toBe(false);
  });

  it('stay withdrawn, even if never given before, where an acceptance from before the withdrawal arrives later', async () => {
    const { userId } = await open();
    await withdraw(userId, 0);
    await give(userId, -1);
    expect(await holds(userId)).toBe(false);
  });

  it('leave a history that can’t be changed, with one line for each change', async () => {
    const { userId } = await open();
    await Promise.all([give(userId, 0), give(userId, 0), give(userId, 0)]);
    await withdraw(userId, 1);
    const { rows } = await database.pool.query('SELECT given FROM consent WHERE user_id = $1 ORDER BY consent_id', [userId]);
    expect(rows).toEqual([{ given: true }, { given: false }]);
    await expect(database.pool.query('DELETE FROM consent WHERE user_id = $1', [userId])).rejects.toThrow('not allowed');
  });
});

describe('the first admin', () => {
  it('is made once, however many processes start at once, and a player’s name stays the player’s', async () => {
    const own = await testDatabase();
    try {
      const { platform } = testAccounts(own.pool);
      const { userId } = await signUp(platform, signUpBody(), device());
      await own.pool.query(`UPDATE player SET username = 'Admin', username_key = 'admin' WHERE user_id = $1`, [userId]);
      const firstAdmins = await Promise.all([ensureFirstAdmin(platform), ensureFirstAdmin(platform)]);
      const printed = firstAdmins.flatMap(({ signIn: each }) => (each === null ? [] : [each.username]));
      expect([printed.length, firstAdmins.filter(({ isPrintedElsewhere }) => isPrintedElsewhere).length]).toEqual([1, 1]);
      expect(printed[0]).toMatch(/^admin-[0-9a-f]{6}$/);
      for (const hold of firstAdmins) await hold.release();
      const { rows } = await own.pool.query(`SELECT 1 FROM player WHERE role = 'admin'`);
      expect(rows).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});
