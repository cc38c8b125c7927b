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
import { inRound, named, newKey, paramsOf, rich, userIdOf } from './people';
import { refused } from './refusal';
import type { Refusal } from './refusal';

const HOUR_MS = 60 * 60_000;
const GOOD = 'quiet mango rivers';

async function tokenTo(site: TestPlatform, email: string): Promise<string> {
  const [mail] = await readMailbox(site.pool, email);
  const token = /[?&](?:token|invitation)=([0-9A-Za-z_-]{43})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link was sent to ${email}`);
  return token;
}

/** Somebody whose address is not confirmed, and the link of the mail. */
async function unconfirmed(site: TestPlatform): Promise<{ readonly client: TestClient; readonly token: string }> {
  const { client, typed } = await named(site, { activated: false });
  return { client, token: await tokenTo(site, typed.email) };
}

async function resetToken(site: TestPlatform): Promise<{ readonly client: TestClient; readonly token: string; readonly email: string }> {
  const { client, typed } = await named(site);
  await site.client().call(requestPasswordReset, { body: { email: typed.email } });
  return { client, token: await tokenTo(site, typed.email), email: typed.email };
}

/** Sends the same until one try is too many. */
async function untilTooMany(work: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let n = 0; n < 70; n += 1) if ((await work()).status === 429) return;
  throw new Error('nobody was ever told to wait');
}

/** A number that nobody else has, with the ending by which the register answers. */
const nin = (ending: string): string => `${randomInt(100_000_000, 999_999_999)}${ending}`;
const identityOf = (number: string) => ({ number, consent: true, wordingVersion: '1' }) as const;
const verifiedAs = (client: TestClient, number: string) => client.call(verifyIdentity, { params: paramsOf(client), body: identityOf(number) });

const SIGN_UP: readonly Refusal[] = [
  refused('signUp', 'the e-mail has an account', 'email-taken', async (site) => {
    const { typed } = await named(site);
    return { client: site.client(), body: newPlayer({ email: typed.email }) };
  }),
  refused('signUp', 'the username is somebody’s', 'username-taken', async (site) => {
    const { typed } = await named(site);
    return { client: site.client(), body: newPlayer({ username: typed.username }) };
  }),
  refused('signUp', 'under 18', 'under-age', async (site) => ({ client: site.client(), body: newPlayer({ dateOfBirth: '2015-01-01' }) })),
  refused('signUp', 'with a common password', 'weak-password', async (site) => ({ client: site.client(), body: newPlayer({ password: 'password123' }) })),
  refused('signIn', 'with a wrong password', 'invalid-credentials', async (site) => {
    const { typed } = await named(site);
    return { client: site.client(), body: { username: typed.username, password: GOOD } };
  }),
  refused('signIn', 'of nobody', 'invalid-credentials', async (site) => ({ client: site.client() })),
  refused('signIn', 'in a browser that is signed in, with a wrong password: it stays so', 'invalid-credentials', async (site) => {
    const { client, typed } = await named(site);
    return { client, body: { username: typed.username, password: GOOD } };
  }),
  refused('signIn', 'into an account that is closed', 'account-closed', async (site) => {
    const { client, typed } = await named(site);
    await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
    return { client: site.client(), body: { username: typed.username, password: PASSWORD } };
  }),
  refused('signIn', 'after many wrong passwords, with the right one', 'too-many-requests', async (site) => {
    const { typed } = await named(site);
    const client = site.client();
    const body = { username: typed.username, password: GOOD };
    await client.request('GET', '/api/v1/auth/anti-forgery');
    await untilTooMany(() => client.request('POST', '/api/v1/auth/sign-in', { body }));
    return { client, body: { ...body, password: PASSWORD } };
  }),
  refused('confirmPassword', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refused('confirmPassword', 'many times in a minute, each time with the right one', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    await untilTooMany(() => client.call(confirmPassword, { params: paramsOf(client), body: { password: PASSWORD } }));
    return { client, body: { password: PASSWORD } };
  }),
  refused('revokeByHash', 'many times from one address', 'too-many-requests', async (site) => {
    const client = site.client();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    await untilTooMany(() => client.request('POST', '/api/v1/auth/revocations', { body: { hash: '0'.repeat(64) } }));
    return { client };
  }),
];

const LINKS: readonly Refusal[] = [
  refused('activateEmail', 'with a link of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refused('activateEmail', 'with a link that was used', 'token-invalid', async (site) => {
    const { token } = await unconfirmed(site);
    await site.client().call(activateEmail, { body: { token } });
    return { client: site.client(), body: { token } };
  }),
  refused('activateEmail', 'with a link that is too old', 'token-invalid', async (site) => {
    const { token } = await unconfirmed(site);
    site.pass(25 * HOUR_MS);
    return { client: site.client(), body: { token } };
  }),
  refused('activateEmail', 'with somebody else’s link', 'token-invalid', async (site) => ({ client: await site.signUp(), body: { token: (await unconfirmed(site)).token } })),
  refused('activateEmail', 'of an address that somebody else has taken since', 'token-invalid', async (site) => {
    const { client } = await named(site);
    const email = newPlayer().email;
    await client.call(changeEmail, { params: paramsOf(client), body: { email, password: PASSWORD } });
    const token = await tokenTo(site, email);
    await site.signUp({ email });
    return { client: site.client(), body: { token } };
  }),
  refused('resendActivation', 'the address is confirmed', 'conflict', async (site) => ({ client: await site.signUp() })),
  refused('resendActivation', 'after several', 'too-many-requests', async (site) => {
    const { client } = await unconfirmed(site);
    await untilTooMany(() => client.request('POST', `/api/v1/player/${userIdOf(client)}/activation-mail`));
    return { client };
  }),
  refused('requestPasswordReset', 'after several for the address', 'too-many-requests', async (site) => {
    const { typed } = await named(site);
    const client = site.client();
    await untilTooMany(() => client.call(requestPasswordReset, { body: { email: typed.email } }));
    return { client, body: { email: typed.email } };
  }),
  refused('resetPassword', 'with a link of nobody', 'token-invalid', async (site) => ({ client: site.client() })),
  refused('resetPassword', 'with a link that was used', 'token-invalid', async (site) => {
    const { token } = await resetToken(site);
    await site.client().call(resetPassword, { body: { token, password: GOOD } });
    return { client: site.client(), body: { token, password: 'three green lizards' } };
  }),
  refused('resetPassword', 'with a link that is too old', 'token-invalid', async (site) => {
    const { token } = await resetToken(site);
    site.pass(2 * HOUR_MS);
    return { client: site.client(), body: { token, password: GOOD } };
  }),
  refused('resetPassword', 'to a common password: the link still works', 'weak-password', async (site) => {
    const { token } = await resetToken(site);
    return { client: site.client(), body: { token, password: 'password123' } };
  }),
  refused('resetPassword', 'with somebody else’s link', 'token-invalid', async (site) => ({ client: await site.signUp(), body: { token: (await resetToken(site)).token, password: GOOD } })),
  refused('resetPassword', 'of an account that was closed since', 'token-invalid', async (site) => {
    const { client, token } = await resetToken(site);
    await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
    return { client: site.client(), body: { token, password: GOOD } };
  }),
];

const OWN: readonly Refusal[] = [
  refused('changePassword', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refused('changePassword', 'to a common one', 'weak-password', async (site) => ({ client: await site.signUp(), body: { current: PASSWORD, password: 'password123' } })),
  refused('changePassword', 'to the same', 'weak-password', async (site) => ({ client: await site.signUp(), body: { current: PASSWORD, password: PASSWORD } })),
  refused('changeEmail', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refused('changeEmail', 'to the one that the account has', 'validation', async (site) => {
    const { client, typed } = await named(site);
    return { client, body: { email: typed.email, password: PASSWORD } };
  }),
  refused('changeEmail', 'after several', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    const { email } = newPlayer();
    await untilTooMany(() => client.call(changeEmail, { params: paramsOf(client), body: { email, password: PASSWORD } }));
    return { client, body: { email, password: PASSWORD } };
  }),
  refused('revokeSession', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refused('revokeSession', 'it is this one', 'conflict', async (site) => {
    const client = await site.signUp();
    const { items } = (await client.call(listSessions, { params: paramsOf(client) })).data;
    return { client, params: { sessionRef: items[0]?.sessionRef ?? '' } };
  }),
  refused('revokeSession', 'it is somebody else’s', 'not-found', async (site) => {
    const other = await site.signUp();
    const { items } = (await other.call(listSessions, { params: paramsOf(other) })).data;
    return { client: await site.signUp(), params: { sessionRef: items[0]?.sessionRef ?? '' } };
  }),
  refused('listSessions', 'the session was ended', 'session-ended', async (site) => {
    const client = await site.signUp();
    const { session } = client;
    await client.call(signOut, {});
    client.session = session;
    return { client };
  }),
  refused('listSessions', 'the session has run out', 'session-ended', async (site) => {
    const client = await site.signUp();
    site.pass(31 * 24 * HOUR_MS);
    return { client };
  }),
  refused('requestArchive', 'several times on one day', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    await untilTooMany(() => client.request('POST', `/api/v1/player/${userIdOf(client)}/archives`));
    return { client };
  }),
  refused('patchDetails', 'they were changed meanwhile', 'version-conflict', async (site) => ({ client: await site.signUp(), headers: { 'if-match': '"77"' } })),
  refused('patchDetails', 'it does not say what it starts from', 'bad-request', async (site) => ({ client: await site.signUp(), headers: { 'if-match': undefined } })),
  refused('patchDetails', 'the name was checked', 'name-verified', async (site) => {
    const client = await site.signUp();
    await verifiedAs(client, nin('90'));
    return { client, body: { firstname: 'Bisi' }, headers: { 'if-match': '"1"' } };
  }),
  refused('patchDetails', 'it is another phone, after half an hour of nothing', 'password-needed', async (site) => {
    const client = await site.signUp();
    site.pass(HOUR_MS);
    return { client, body: { phone: '08039999999' }, headers: { 'if-match': '"1"' } };
  }),
];

const close = (client: TestClient) => ({ client, body: { password: PASSWORD, reason: 'I play too much.' } });

/** Closing takes everything down that a player has, so it is tried against everything that may be there. */
const CLOSURE: readonly Refusal[] = [
  refused('closeAccount', 'with a wrong password', 'invalid-credentials', async (site) => ({ client: await site.signUp() })),
  refused('closeAccount', 'with money in it', 'money-left', async (site) => close(await rich(site))),
  refused('closeAccount', 'with money and a round that is not finished', 'money-left', async (site) => close((await inRound(site)).client)),
  refused('closeAccount', 'with all of the money in a round that is not finished', 'money-left', async (site) => close((await inRound(site, 'mines', 100)).client)),
  refused('closeAccount', 'with a hand at blackjack that nobody knows the end of', 'money-left', async (site) => close((await inRound(site, 'blackjack', 100)).client)),
  refused('closeAccount', 'with a deposit under way', 'money-left', async (site) => {
    const client = await site.signUp();
    await client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key: newKey() });
    return close(client);
  }),
  refused('closeAccount', 'with a withdrawal under way', 'money-left', async (site) => {
    const player = await paidPlayer(site, { naira: 60_000 });
    await ask(player, 60_000);
    return close(player.client);
  }),
  refused('closeAccount', 'of the only admin', 'conflict', async (site) => close(await site.signUpAdmin())),
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
  ).map(([when, ending, code]) => refused('verifyIdentity', when, code, async (site) => ({ client: await site.signUp(), body: identityOf(nin(ending)) }))),
  refused('verifyIdentity', 'the person has another account', 'nin-in-use', async (site) => {
    const number = nin('90');
    await verifiedAs(await site.signUp(), number);
    return { client: await site.signUp(), body: identityOf(number) };
  }, {
    why: 'this is a second account of that person from now on: it takes no part any more',
    rows: { person_link: 'true', person_hint: `kind = 'nin'`, person_hint_end: `how = 'linked'` },
    columns: { player: ['person_id', 'is_second', 'version', 'protection_version'] },
  }),
  refused('verifyIdentity', 'another number is verified', 'conflict', async (site) => {
    const client = await site.signUp();
    await verifiedAs(client, nin('90'));
    return { client, body: identityOf(nin('91')) };
  }),
  refused('verifyIdentity', 'after several numbers', 'too-many-requests', async (site) => {
    const client = await site.signUp();
    // The platform knows a number again by one byte: only one that was refused is certainly not taken for an earlier one.
    let number = '';
    await untilTooMany(() => verifiedAs(client, (number = nin('04'))));
    return { client, body: identityOf(number) };
  }),
];

export const ACCOUNT_REFUSALS: readonly Refusal[] = [...SIGN_UP, ...LINKS, ...OWN, ...CLOSURE, ...IDENTITY];
