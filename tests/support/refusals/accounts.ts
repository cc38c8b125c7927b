/** Refusals of the calls about accounts: names, passwords, links of mails, sessions, details, identity. */
import { randomInt } from 'node:crypto';
import { activateEmail, confirmPassword, signOut } from '../../../src/core/contract/auth';
import { closeAccount, listSessions } from '../../../src/core/contract/sessions';
import { createDeposit } from '../../../src/core/contract/cashier';
import { verifyIdentity } from '../../../src/core/contract/identity';
import { changeEmail, requestPasswordReset, resetPassword } from '../../../src/core/contract/passwords';
import { readMailbox } from '../../../server/gateways/mail/mailbox';
import type { TestClient } from '../http-client';
import { PASSWORD, newPlayer } from '../platform';
import type { TestPlatform } from '../platform';
import { ask, paidPlayer } from '../withdrawals';
import { playerInRound, playerAndBody, newKey, paramsOf, richPlayer, userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

const HOUR_MS = 60 * 60_000;
const GOOD = 'quiet mango rivers';

async function tokenTo(site: TestPlatform, email: string): Promise<string> {
  const [mail] = await readMailbox(site.pool, email);
  const token = /[?&](?:token|invitation)=([0-9A-Za-z_-]{43})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link was sent to ${email}`);
  return token;
}

/** Signs up a player whose address is not confirmed, and returns the token of the mail's link. */
async function unconfirmedPlayer(site: TestPlatform): Promise<{ readonly client: TestClient; readonly token: string }> {
  const { client, signUpData } = await playerAndBody(site, { activated: false });
  return { client, token: await tokenTo(site, signUpData.email) };
}

async function resetToken(site: TestPlatform): Promise<{ readonly client: TestClient; readonly token: string; readonly email: string }> {
  const { client, signUpData } = await playerAndBody(site);
  await site.client().call(requestPasswordReset, { body: { email: signUpData.email } });
  return { client, token: await tokenTo(site, signUpData.email), email: signUpData.email };
}

/** Repeats the call until one try is too many. */
async function repeatUntilRefused(work: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let n = 0; n < 70; n += 1) if ((await work()).status === 429) return;
  throw new Error('nobody was ever told to wait');
}

/** Makes an unused number with the ending that chooses the register's answer. */
const newNumber = (ending: string): string => `${randomInt(100_000_000, 999_999_999)}${ending}`;
const identityOf = (number: string) => ({ number, consent: true, wordingVersion: '1' }) as const;
const verifyAs = (client: TestClient, number: string) => client.call(verifyIdentity, { params: paramsOf(client), body: identityOf(number) });

const SIGN_UP: readonly Refusal[] = [
  refusal('signUp', 'the e-mail has an account', 'email-taken', async (site) => {
    const { signUpData } = await playerAndBody(site);
    return { client: site.client(), body: newPlayer({ email: signUpData.email }) };
  }),
  refusal('signUp', 'the username is somebody’s', 'username-taken', async (site) => {
    const { signUpData } = await playerAndBody(site);
    return { client: site.client(), body: newPlayer({ username: signUpData.username }) };
  }),
  refusal('signUp', 'under 18', 'under-age', async (site) => ({ client: site.client(), body: newPlayer({ dateOfBirth: '2015-01-01' }) })),
  refusal('signUp', 'with a common password', 'weak-password', async (site) => ({ client: site.client(), body: newPlayer({ password: 'password123' }) })),
  refusal('signIn', 'with a wrong password', 'invalid-credentials', async (site) => {
    const { signUpData } = await playerAndBody(site);
    return { client: site.client(), body: { username: signUpData.username, password: GOOD } };
  }),
  refusal('signIn', 'of nobody', 'invalid-credentials', async (site) => ({ client: site.client() })),
  refusal('signIn', 'in a browser that is signed in, with a wrong password: it stays so', 'invalid-credentials', async (site) => {
    const { client, signUpData } = await playerAndBody(site);
    return { client, body: { username: signUpData.username, password: GOOD } };
  }),
  refusal('signIn', 'into an account that is closed', 'account-closed', async (site) => {
    const { client, signUpData } = await playerAndBody(site);
    await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
    return { client: site.client(), body: { username: signUpData.username, password: PASSWORD } };
  }),
  refusal('signIn', 'after many wrong passwords, with the right one', 'too-many-requests', async (site) => {
    const { signUpData } = await playerAndBody(site);
    const client = site.client();
    const body = { username: signUpData.username, password: GOOD };
    await client.request('GET', '/api/v1/auth/anti-forgery');
    await repeatUntilRefused(() => client.request('POST', '/api/v1/auth/sign-in', { body }));
    return { client, body: { ...body, password: PASSWORD } };
  }),
  refusal('confirmPassword', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refusal('confirmPassword', 'many times in a minute, each time with the right one', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    await repeatUntilRefused(() => client.call(confirmPassword, { params: paramsOf(client), body: { password: PASSWORD } }));
    return { client, body: { password: PASSWORD } };
  }),
  refusal('revokeByHash', 'many times from one address', 'too-many-requests', async (site) => {
    const client = site.client();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    await repeatUntilRefused(() => client.request('POST', '/api/v1/auth/revocations', { body: { hash: '0'.repeat(64) } }));
    return { client };
  }),
];

const LINKS: readonly Refusal[] = [
  refusal('activateEmail', 'with a link of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refusal('activateEmail', 'with a link that was used', 'token-invalid', async (site) => {
    const { token } = await unconfirmedPlayer(site);
    await site.client().call(activateEmail, { body: { token } });
    return { client: site.client(), body: { token } };
  }),
  refusal('activateEmail', 'with a link that is too old', 'token-invalid', async (site) => {
    const { token } = await unconfirmedPlayer(site);
    site.pass(25 * HOUR_MS);
    return { client: site.client(), body: { token } };
  }),
  refusal('activateEmail', 'with somebody else’s link', 'token-invalid', async (site) => ({ client: await site.signUp(), body: { token: (await unconfirmedPlayer(site)).token } })),
  refusal('activateEmail', 'of an address that somebody else has taken since', 'token-invalid', async (site) => {
    const { client } = await playerAndBody(site);
    const email = newPlayer().email;
    await client.call(changeEmail, { params: paramsOf(client), body: { email, password: PASSWORD } });
    const token = await tokenTo(site, email);
    await site.signUp({ email });
    return { client: site.client(), body: { token } };
  }),
  refusal('resendActivation', 'the address is confirmed', 'conflict', async (site) => ({ client: await site.signUp() })),
  refusal('resendActivation', 'after several', 'too-many-requests', async (site) => {
    const { client } = await unconfirmedPlayer(site);
    await repeatUntilRefused(() => client.request('POST', `/api/v1/player/${userIdOf(client)}/activation-mail`));
    return { client };
  }),
  refusal('requestPasswordReset', 'after several for the address', 'too-many-requests', async (site) => {
    const { signUpData } = await playerAndBody(site);
    const client = site.client();
    await repeatUntilRefused(() => client.call(requestPasswordReset, { body: { email: signUpData.email } }));
    return { client, body: { email: signUpData.email } };
  }),
  refusal('resetPassword', 'with a link of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refusal('resetPassword', 'with a link that was used', 'token-invalid', async (site) => {
    const { token } = await resetToken(site);
    await site.client().call(resetPassword, { body: { token, password: GOOD } });
    return { client: site.client(), body: { token, password: 'three green lizards' } };
  }),
  refusal('resetPassword', 'with a link that is too old', 'token-invalid', async (site) => {
    const { token } = await resetToken(site);
    site.pass(2 * HOUR_MS);
    return { client: site.client(), body: { token, password: GOOD } };
  }),
  refusal('resetPassword', 'to a common password: the link still works', 'weak-password', async (site) => {
    const { token } = await resetToken(site);
    return { client: site.client(), body: { token, password: 'password123' } };
  }),
  refusal('resetPassword', 'with somebody else’s link', 'token-invalid', async (site) => ({ client: await site.signUp(), body: { token: (await resetToken(site)).token, password: GOOD } })),
  refusal('resetPassword', 'of an account that was closed since', 'token-invalid', async (site) => {
    const { client, token } = await resetToken(site);
    await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
    return { client: site.client(), body: { token, password: GOOD } };
  }),
];

const OWN: readonly Refusal[] = [
  refusal('changePassword', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refusal('changePassword', 'to a common one', 'weak-password', async (site) => ({ client: await site.signUp(), body: { current: PASSWORD, password: 'password123' } })),
  refusal('changePassword', 'to the same', 'weak-password', async (site) => ({ client: await site.signUp(), body: { current: PASSWORD, password: PASSWORD } })),
  refusal('changeEmail', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refusal('changeEmail', 'to the one that the account has', 'validation', async (site) => {
    const { client, signUpData } = await playerAndBody(site);
    return { client, body: { email: signUpData.email, password: PASSWORD } };
  }),
  refusal('changeEmail', 'after several', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    const { email } = newPlayer();
    await repeatUntilRefused(() => client.call(changeEmail, { params: paramsOf(client), body: { email, password: PASSWORD } }));
    return { client, body: { email, password: PASSWORD } };
  }),
  refusal('revokeSession', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('revokeSession', 'it is this one', 'conflict', async (site) => {
    const client = await site.signUp();
    const { items } = (await client.call(listSessions, { params: paramsOf(client) })).data;
    return { client, params: { sessionRef: items[0]?.sessionRef ?? '' } };
  }),
  refusal('revokeSession', 'it is somebody else’s', 'not-found', async (site) => {
    const other = await site.signUp();
    const { items } = (await other.call(listSessions, { params: paramsOf(other) })).data;
    return { client: await site.signUp(), params: { sessionRef: items[0]?.sessionRef ?? '' } };
  }),
  refusal('listSessions', 'the session was ended', 'session-ended', async (site) => {
    const client = await site.signUp();
    const { session } = client;
    await client.call(signOut, {});
    client.session = session;
    return { client };
  }),
  refusal('listSessions', 'the session has run out', 'session-ended', async (site) => {
    const client = await site.signUp();
    site.pass(31 * 24 * HOUR_MS);
    return { client };
  }),
  refusal('requestArchive', 'several times on one day', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    await repeatUntilRefused(() => client.request('POST', `/api/v1/player/${userIdOf(client)}/archives`));
    return { client };
  }),
  refusal('patchDetails', 'they were changed meanwhile', 'version-conflict', async (site) => ({ client: await site.signUp(), headers: { 'if-match': '"77"' } })),
  refusal('patchDetails', 'it does not say what it starts from', 'bad-request', async (site) => ({ client: await site.signUp(), headers: { 'if-match': undefined } })),
  refusal('patchDetails', 'the name was checked', 'name-verified', async (site) => {
    const client = await site.signUp();
    await verifyAs(client, newNumber('90'));
    return { client, body: { firstname: 'Bisi' }, headers: { 'if-match': '"1"' } };
  }),
  refusal('patchDetails', 'it is another phone, after half an hour of nothing', 'password-needed', async (site) => {
    const client = await site.signUp();
    site.pass(HOUR_MS);
    return { client, body: { phone: '08039999999' }, headers: { 'if-match': '"1"' } };
  }),
];

const close = (client: TestClient) => ({ client, body: { password: PASSWORD, reason: 'I play too much.' } });

/** Closing an account deletes everything of the player, so each situation that may exist is tried. */
const CLOSURE: readonly Refusal[] = [
  refusal('closeAccount', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refusal('closeAccount', 'with money in it', 'money-left', async (site) => close(await richPlayer(site))),
  refusal('closeAccount', 'with money and a round that is not finished', 'money-left', async (site) => close((await playerInRound(site)).client)),
  refusal('closeAccount', 'with all of the money in a round that is not finished', 'money-left', async (site) => close((await playerInRound(site, 'mines', 100)).client)),
  refusal('closeAccount', 'with a hand at blackjack that nobody knows the end of', 'money-left', async (site) => close((await playerInRound(site, 'blackjack', 100)).client)),
  refusal('closeAccount', 'with a deposit under way', 'money-left', async (site) => {
    const client = await site.signUp();
    await client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key: newKey() });
    return close(client);
  }),
  refusal('closeAccount', 'with a withdrawal under way', 'money-left', async (site) => {
    const player = await paidPlayer(site, { naira: 60_000 });
    await ask(player, 60_000);
    return close(player.client);
  }),
  refusal('closeAccount', 'of the only admin', 'conflict', async (site) => close(await site.signUpAdmin())),
];

const IDENTITY: readonly Refusal[] = [
  ...(
    [
      ['it is another name’s', '01', 'name-mismatch'],
      ['it is of another birthday', '02', 'name-mismatch'],
      ['it is a child’s', '03', 'under-age'],
      ['nobody has it', '04', 'validation'],
      ['the register is silent', '05', 'gateway-unavailable'],
    ] as const
  ).map(([when, ending, code]) => refusal('verifyIdentity', when, code, async (site) => ({ client: await site.signUp(), body: identityOf(newNumber(ending)) }))),
  refusal('verifyIdentity', 'the person has another account', 'nin-in-use', async (site) => {
    const number = newNumber('90');
    await verifyAs(await site.signUp(), number);
    return { client: await site.signUp(), body: identityOf(number) };
  }, {
    why: 'this is a second account of that person from now on: it takes no part any more',
    rows: { person_link: 'true', person_hint: `kind = 'nin'`, person_hint_end: `how = 'linked'` },
    columns: { player: ['person_id', 'is_second', 'version', 'protection_version'] },
  }),
  refusal('verifyIdentity', 'the person has another account, and this one showed the number before', 'nin-in-use', async (site) => {
    const number = newNumber('90');
    await verifyAs(await site.signUp(), number);
    const client = await site.signUp();
    await verifyAs(client, number);
    return { client, body: identityOf(number) };
  }),
  refusal('verifyIdentity', 'another number is verified', 'conflict', async (site) => {
    const client = await site.signUp();
    await verifyAs(client, newNumber('90'));
    return { client, body: identityOf(newNumber('91')) };
  }),
  refusal('verifyIdentity', 'after several numbers', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    // The platform recognises a number by one byte, so only a number that was refused is certain not to match an earlier one.
    let number = '';
    await repeatUntilRefused(() => verifyAs(client, (number = newNumber('04'))));
    return { client, body: identityOf(number) };
  }),
];

export const ACCOUNT_REFUSALS: readonly Refusal[] = [...SIGN_UP, ...LINKS, ...OWN, ...CLOSURE, ...IDENTITY];
