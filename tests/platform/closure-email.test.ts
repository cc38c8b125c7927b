/** An e-mail that somebody typed and nobody confirmed: which account owns it, and how its real owner gets it back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activateEmail, signIn, signUp } from '../../src/core/contract/auth';
import { changeEmail, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getProfile } from '../../src/core/contract/player';
import { closeAccount } from '../../src/core/contract/sessions';
import { kobo } from '../../src/core/money';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newestToken, tokenIn } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const close = (client: TestClient) => client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });

it('nobody keeps an owner out of their own e-mail by opening an account with it, never confirming it and closing it', async () => {
  const squatter = newPlayer();
  const { email } = squatter;
  const client = await site.signUp({ ...squatter, activated: false });
  const link = await newestToken(site.pool, email);
  expect((await close(client)).status).toBe(204);
  // The owner gets no mail about the stranger's closing, because they have nothing to do with that account.
  expect((await readMailbox(site.pool, email)).map(({ subject }) => subject)).toEqual(['Confirm your e-mail address for Ayo']);

  const owner = newPlayer({ email, password: 'the owner of this' });
  const opened = await site.client().call(signUp, { body: owner });
  expect(opened.status).toBe(201);
  expect((await site.client().call(signIn, { body: { username: email, password: owner.password } })).data.userId).toBe(opened.data.userId);
  await site.client().call(requestPasswordReset, { body: { email } });
  const reset = (await readMailbox(site.pool, email))[0];
  expect(reset?.subject).toBe('Set a new password for Ayo');
  const token = tokenIn(reset?.text);
  expect((await site.client().call(resetPassword, { body: { token, password: 'quiet mango rivers' } })).status).toBe(204);
  // The stranger's link and password are worth nothing; the stranger's name stays taken, and one account alone has the address.
  expect((await site.client().call(activateEmail, { body: { token: link } })).problem?.code).toBe('token-invalid');
  expect((await site.client().call(signIn, { body: { username: email, password: PASSWORD } })).problem?.code).toBe('invalid-credentials');
  expect((await site.client().call(signIn, { body: { username: squatter.username, password: PASSWORD } })).problem?.code).toBe('account-closed');
  expect((await site.client().call(signUp, { body: newPlayer({ username: squatter.username }) })).problem?.code).toBe('username-taken');
  expect((await site.client().call(signUp, { body: newPlayer({ email }) })).problem?.code).toBe('email-taken');
});

it('frees an e-mail that nobody confirmed for another account that moves there, too', async () => {
  const { email, ...rest } = newPlayer();
  expect((await close(await site.signUp({ ...rest, email, activated: false }))).status).toBe(204);
  const mover = await site.signUp();
  await mover.call(changeEmail, { params: paramsOf(mover), body: { email, password: PASSWORD } });
  const [mail] = await readMailbox(site.pool, email);
  expect(mail?.subject).toBe('Use this address for your Ayo account');
  const token = tokenIn(mail?.text);
  expect((await site.client().call(activateEmail, { body: { token } })).status).toBe(204);
  expect((await mover.call(getProfile, { params: paramsOf(mover) })).data.email).toBe(email);
});

it('nobody keeps an owner out of their own e-mail with an account that stays open: the link of a reset takes it over, and closing it frees the e-mail', async () => {
  const squatter = newPlayer();
  const { email } = squatter;
  const stranger = await site.signUp({ ...squatter, activated: false });
  const setPassword = async (password: string) => {
    await site.client().call(requestPasswordReset, { body: { email } });
    const text = (await readMailbox(site.pool, email))[0]?.text ?? '';
    const token = tokenIn(text);
    expect((await site.client().call(resetPassword, { body: { token, password } })).status).toBe(204);
    return text;
  };
  expect(await setPassword('quiet mango rivers')).toContain('If somebody else opened the account with it, set a password');
  expect((await stranger.call(getProfile, { params: paramsOf(stranger) })).problem?.code).toBe('session-ended');
  expect(await setPassword(PASSWORD)).not.toContain('If somebody else opened');
  expect((await close(await site.signIn(email))).status).toBe(204);
  expect((await readMailbox(site.pool, email))[0]?.text).toContain('This e-mail address can');
  expect((await site.client().call(signUp, { body: newPlayer({ email }) })).status).toBe(201);
});

it('leaves an e-mail taken that was taken over where money was in the account: nobody starts anew with a clean record', async () => {
  const player = newPlayer();
  const client = await site.signUp({ ...player, activated: false });
  await site.client().call(requestPasswordReset, { body: { email: player.email } });
  const token = await newestToken(site.pool, player.email);
  expect((await site.client().call(resetPassword, { body: { token, password: PASSWORD } })).status).toBe(204);
  await giveMoney(site.pool, paramsOf(client).userId, kobo(50_00), site.platform.now());
  expect((await close(await site.signIn(player.email))).status).toBe(204);
  expect((await site.client().call(signUp, { body: newPlayer({ email: player.email }) })).problem?.code).toBe('email-taken');
});
