import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateEmail, resendActivation, signIn, signUp } from '../../src/core/contract/auth';
import { changeEmail, changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { closeAccount } from '../../src/core/contract/sessions';
import { getHasher } from '../../server/accounts/password-hasher';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { paramsOf, statusAndCode } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newLogin, tokenIn } from '../support/logins';
import { runInOrder } from '../support/one-after-the-other';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const mailsTo = (email: string) => readMailbox(site.pool, email);
const fresh = (): string => newPlayer().email;
const ask = (client: TestClient, email: string, password = PASSWORD) =>
  client.call(changeEmail, { params: paramsOf(client), body: { email, password } });
const open = (token: string, client = site.client()) => client.call(activateEmail, { body: { token } });
const emailOf = async (client: TestClient) => (await client.call(getProfile, { params: paramsOf(client) })).data.email;

async function requestMove(client: TestClient, email: string): Promise<string> {
  expect((await ask(client, email)).status).toBe(202);
  return tokenIn((await mailsTo(email))[0]?.text);
}

describe('moving to another e-mail address', () => {
  it('sends no link when the password was changed during the check', async () => {
    const { client } = await newLogin(site);
    const next = fresh();
    const change = () => client.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: 'quiet mango rivers' } });
    const [changed, refused] = await runInOrder(site.pool, paramsOf(client).userId, change, () => ask(client, next));
    expect([changed.status, ...statusAndCode(refused)]).toEqual([200, 401, 'invalid-credentials']);
    expect(await mailsTo(next)).toEqual([]);
  });

  it('changes nothing before the link is opened in any browser; then the old address gets a mail and signs nobody in', async () => {
    const { client, email } = await newLogin(site);
    const next = fresh();
    const answer = await ask(client, `  ${next.toUpperCase()} `);
    expect([answer.status, answer.data]).toEqual([202, { sentTo: `${next.slice(0, 1)}***@player.example` }]);
    expect(await emailOf(client)).toBe(email);
    expect((await site.client().call(signIn, { body: { username: next, password: PASSWORD } })).status).toBe(401);
    const [link] = await mailsTo(next);
    expect(link?.text).toMatch(/\nhttp:\/\/127\.0\.0\.1:0\/activate-email\?token=[\w-]{43}\n/);
    expect(link?.text).toContain('opens in any browser');
    const [warned] = await mailsTo(email);
    expect(warned?.subject).toBe('Your Ayo account will move to another e-mail address');
    expect(warned?.text).not.toContain(next);

    expect((await open(tokenIn(link?.text))).status).toBe(204);
    expect(await emailOf(client)).toBe(next);
    expect((await client.call(getAccount, { params: paramsOf(client) })).data.emailActivated).toBe(true);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your Ayo account now uses another e-mail address');
    expect(mail?.text).not.toContain(next);
    const statusOf = async (username: string) => (await site.client().call(signIn, { body: { username, password: PASSWORD } })).status;
    expect([await statusOf(email), await statusOf(next)]).toEqual([401, 200]);
  });

  it('mends a typo of the sign-up, and the stranger at the mistyped address gets no more mails and no access', async () => {
    const { client, email: typo } = await newLogin(site, { activated: false });
    const [activation] = await mailsTo(typo);
    await site.client().call(requestPasswordReset, { body: { email: typo } });
    const reset = tokenIn((await mailsTo(typo))[0]?.text);
    const before = (await mailsTo(typo)).length;
    const right = fresh();
    const token = await requestMove(client, right);
    expect((await open(token)).status).toBe(204);
    expect(await emailOf(client)).toBe(right);
    expect((await client.call(getAccount, { params: paramsOf(client) })).data.emailActivated).toBe(true);
    expect(await mailsTo(typo)).toHaveLength(before);
    expect(statusAndCode(await open(tokenIn(activation?.text)))).toEqual([400, 'token-invalid']);
    expect(statusAndCode(await site.client().call(resetPassword, { body: { token: reset, password: 'quiet mango rivers' } }))).toEqual([400, 'token-invalid']);
    expect((await client.call(resendActivation, { params: paramsOf(client) })).problem?.code).toBe('conflict');
    // The address is free for whoever it belongs to.
    expect((await site.client().call(signUp, { body: newPlayer({ email: typo }) })).status).toBe(201);
  });

  it('gets the same answer for an address that has an account, moves nothing, and sends its owner a mail', async () => {
    const { client, email } = await newLogin(site);
    const { email: taken, client: owner } = await newLogin(site);
    const answers = [await ask(client, taken), await ask(client, fresh())];
    const shapeOf = ({ status, headers, data }: (typeof answers)[number]) => [status, Object.keys(data), data.sentTo.slice(1), [...headers.keys()]];
    const shapes = new Set(answers.map((answer) => JSON.stringify(shapeOf(answer))));
    expect(shapes.size).toBe(1);
    const [mail] = await mailsTo(taken);
    expect(mail?.subject).toBe('Somebody wanted to use your address at Ayo');
    expect(mail?.text).not.toContain('token=');
    expect([await emailOf(client), await emailOf(owner)]).toEqual([email, taken]);
  });

  it('tells the reader of a closed account’s address that it can’t be used again, and does not send them to sign in', async () => {
    const [{ client }, { email: taken, client: closed }] = [await newLogin(site), await newLogin(site)];
    expect((await closed.call(closeAccount, { params: paramsOf(closed), body: { password: PASSWORD } })).status).toBe(204);
    expect((await ask(client, taken)).status).toBe(202);
    const [mail] = await mailsTo(taken);
    expect(mail?.subject).toBe('Somebody wanted to use your address at Ayo');
    expect(mail?.text).toContain('It belongs to an account that you have closed');
    expect(mail?.text).not.toMatch(/Sign in|token=/);
  });

  it('is refused when the link is opened after somebody else took the address', async () => {
    const { client, email } = await newLogin(site);
    const next = fresh();
    const token = await requestMove(client, next);
    await site.signUp({ email: next });
    const refused = await open(token);
    expect([...statusAndCode(refused), refused.problem?.detail]).toEqual([400, 'token-invalid', 'Another account uses this address now.']);
    expect(await emailOf(client)).toBe(email);
  });

  it('succeeds for one of two players who move to the same address at the same moment', async () => {
    const [one, two] = [await newLogin(site), await newLogin(site)];
    const next = fresh();
    const first = await requestMove(one.client, next);
    const second = await requestMove(two.client, next);
    const answers = await Promise.all([open(first), open(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect([await emailOf(one.client), await emailOf(two.client)].filter((email) => email === next)).toHaveLength(1);
  });

  it('is refused without the password, to the same address, and without the cookie; five failures slow it down', async () => {
    const { client, email } = await newLogin(site);
    expect((await ask(client, email.toUpperCase())).problem).toMatchObject({ status: 400, code: 'validation', errors: [{ field: 'email' }] });
    const thief = site.client();
    thief.session = client.session;
    expect(statusAndCode(await ask(thief, fresh()))).toEqual([401, 'binding-missing']);
    const hasher = getHasher(site.platform);
    for (let n = 0; n < 5; n += 1) {
      const runs = hasher.runs();
      expect((await ask(client, fresh(), 'wrong')).problem).toMatchObject({ status: 401, code: 'invalid-credentials', errors: [{ field: 'password' }] });
      expect(hasher.runs() - runs).toBe(1);
    }
    expect((await ask(client, fresh())).status).toBe(429);
    site.pass(5_000);
    expect((await ask(client, fresh())).status).toBe(202);
  });

  const askTimes = async (client: TestClient, email: string, times: number) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) statuses.push((await ask(client, email)).status);
    return statuses;
  };

  it('fills nobody’s mailbox: five an hour from one player, three of them to one address, and there nine from all and a first one a day of each', async () => {
    site.pass(HOUR_MS);
    const victim = fresh();
    const { client: one } = await newLogin(site);
    expect(await askTimes(one, victim, 4)).toEqual([202, 202, 202, 429]);
    expect([...(await askTimes(one, fresh(), 2)), ...(await askTimes(one, fresh(), 1))]).toEqual([202, 202, 429]);
    for (let n = 0; n < 3; n += 1) expect(await askTimes((await newLogin(site)).client, victim, 3)).toEqual([202, 202, 202]);
    // The nine are used up by these: two of each that came before, and one.
    expect(await askTimes((await newLogin(site)).client, victim, 3)).toEqual([202, 202, 429]);
    expect(await askTimes((await newLogin(site, { activated: false })).client, victim, 1)).toEqual([429]);
    expect(await mailsTo(victim)).toHaveLength(9 + 5);
    site.pass(HOUR_MS);
    // The first of a day is over for a day.
    expect(await askTimes(one, victim, 3)).toEqual([202, 202, 202]);
    for (let n = 0; n < 2; n += 1) expect(await askTimes((await newLogin(site, { activated: false })).client, victim, 3)).toEqual([202, 202, 202]);
    expect(await askTimes((await newLogin(site, { activated: false })).client, victim, 1)).toEqual([429]);
  });

  it('stays possible for an address’s owner when a stranger asks for it all the time with three accounts', async () => {
    site.pass(HOUR_MS);
    const { client: owner } = await newLogin(site);
    const next = fresh();
    for (let n = 0; n < 3; n += 1) expect(await askTimes((await newLogin(site, { activated: false })).client, next, 3)).toEqual([202, 202, 202]);
    expect(await askTimes((await newLogin(site, { activated: false })).client, next, 1)).toEqual([429]);
    expect((await open(await requestMove(owner, next))).status).toBe(204);
    expect(await emailOf(owner)).toBe(next);
  });
});

describe('a link that moves an account (row 12)', () => {
  it('works once, for 24 hours, and for nobody else who is signed in', async () => {
    const { client } = await newLogin(site);
    const { client: stranger } = await newLogin(site);
    const token = await requestMove(client, fresh());
    expect(statusAndCode(await open(token, stranger))).toEqual([400, 'token-invalid']);
    for (const bad of [token.slice(0, -1), `${token}A`]) expect(statusAndCode(await open(bad))).toEqual([400, 'token-invalid']);
    expect((await open(token)).status).toBe(204);
    expect(statusAndCode(await open(token))).toEqual([400, 'token-invalid']);
    const late = await requestMove(client, fresh());
    site.pass(DAY_MS);
    const answer = await open(late);
    expect([...statusAndCode(answer), answer.problem?.detail]).toEqual([400, 'token-invalid', 'It is older than 24 hours. Ask for a new one.']);
  });

  it('is over once another was asked for, the password was changed, or it was set by a link', async () => {
    const { client } = await newLogin(site);
    const first = await requestMove(client, fresh());
    const second = await requestMove(client, fresh());
    expect(statusAndCode(await open(first))).toEqual([400, 'token-invalid']);
    await client.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: 'quiet mango rivers' } });
    expect(statusAndCode(await open(second))).toEqual([400, 'token-invalid']);
    const { client: other, email } = await newLogin(site);
    const third = await requestMove(other, fresh());
    await site.client().call(requestPasswordReset, { body: { email } });
    const reset = tokenIn((await mailsTo(email))[0]?.text);
    expect((await site.client().call(resetPassword, { body: { token: reset, password: 'quiet mango rivers' } })).status).toBe(204);
    expect(statusAndCode(await open(third))).toEqual([400, 'token-invalid']);
  });

  it('moves nothing when its account was closed', async () => {
    const { client, email } = await newLogin(site);
    const token = await requestMove(client, fresh());
    await site.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [paramsOf(client).userId, site.platform.now()]);
    expect(statusAndCode(await open(token))).toEqual([400, 'token-invalid']);
    const { rows } = await site.pool.query('SELECT email FROM player WHERE user_id = $1', [paramsOf(client).userId]);
    expect(rows).toEqual([{ email }]);
  });
});

describe('a sign-in', () => {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
  const enter = (client: TestClient, username: string) =>
    client.call(signIn, { body: { username, password: PASSWORD }, headers: { 'user-agent': IPHONE } });

  it('sends one mail when it comes from a new browser, and none to an address that was never confirmed', async () => {
    const { client, username, email } = await newLogin(site);
    await enter(client, username);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Confirm your e-mail address for Ayo']);
    const phone = site.client();
    expect([(await enter(phone, username)).status, (await enter(phone, username)).status]).toEqual([200, 200]);
    const [mail, ...rest] = await mailsTo(email);
    expect(mail?.subject).toBe('New sign-in to your Ayo account');
    expect(mail?.text).toContain('Device: Safari on iPhone');
    expect(rest).toHaveLength(1);
    const { username: typo, email: stranger } = await newLogin(site, { activated: false });
    expect((await enter(site.client(), typo)).status).toBe(200);
    expect(await mailsTo(stranger)).toHaveLength(1);
  });
});
