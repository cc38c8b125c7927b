/** Passkeys of admins: what gives the second factor, and what a thief gains who has a signature, a session, or a copy of a key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { DESK_TIMES } from '../../server/http/desk-times';
import { recordUse } from '../../server/second-factor/passkey-rows';
import { listAdminGames } from '../../src/core/contract/admin';
import { signIn } from '../../src/core/contract/auth';
import { addPasskey, challengePasskey, givePasskey, offerPasskey, removePasskey } from '../../src/core/contract/passkeys';
import { enrolSecondFactor, getSecondFactor, offerSecondFactor, resetSecondFactor } from '../../src/core/contract/second-factor';
import { revokeOtherSessions } from '../../src/core/contract/sessions';
import { createAuthenticator } from '../support/authenticator';
import type { Authenticator } from '../support/authenticator';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { appCode } from '../support/second-factor';

const SITE = 'play.example';
const MINUTE_MS = 60_000;
const WRONG = [401, 'invalid-credentials'];
const DUE = [403, 'second-factor-due'];

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform({ config: { publicUrl: `https://${SITE}` }, parts: { deskTimes: DESK_TIMES } });
});
afterAll(() => ayo.close());

const works = async (client: TestClient) => statusAndCode(await client.call(listAdminGames, {}));
const offer = async (client: TestClient) => (await client.call(offerPasskey, {})).data;
const challengeOf = async (client: TestClient) => (await client.call(challengePasskey, {})).data;
const give = (client: TestClient, body: ReturnType<Authenticator['sign']>) => client.call(givePasskey, { body });

async function add(client: TestClient, authenticator = createAuthenticator(), name = 'Laptop'): Promise<Authenticator> {
  const { challenge, site } = await offer(client);
  const { status, text } = await client.call(addPasskey, { body: { name, ...authenticator.make({ challenge, siteId: site.id }) } });
  expect(status, text).toBe(204);
  return authenticator;
}

async function withPassword(admin: TestClient): Promise<TestClient> {
  const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(admin)]);
  const client = ayo.client();
  client.session = (await client.call(signIn, { body: { username: rows[0]?.username ?? '', password: PASSWORD } })).data;
  return client;
}

async function lastMailTo(client: TestClient): Promise<string> {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(client)]);
  return (await readMailbox(ayo.pool, rows[0]?.email ?? ''))[0]?.text ?? '';
}

const passkeysOf = async (client: TestClient) => (await client.call(getSecondFactor, {})).data.passkeys;

describe('a passkey', () => {
  it('is added by an admin who has given the second factor, opens a session of theirs, and is used again before a decision', async () => {
    const admin = await ayo.signUpAdmin();
    const authenticator = await add(admin);
    expect(await passkeysOf(admin)).toEqual([{ passkeyId: expect.any(String) as string, name: 'Laptop', addedAt: ayo.platform.now().toISOString(), usedAt: null }]);
    expect(await lastMailTo(admin)).toContain('A passkey was added to your account.');
    const session = await withPassword(admin);
    expect(await works(session)).toEqual(DUE);
    const { challenge, siteId, passkeys } = await challengeOf(session);
    expect({ siteId, passkeys }).toEqual({ siteId: SITE, passkeys: [{ id: authenticator.id, transports: ['internal'] }] });
    expect((await give(session, authenticator.sign({ challenge, siteId }))).status).toBe(204);
    expect(await works(session)).toEqual([200, undefined]);
    expect((await passkeysOf(session))?.[0]?.usedAt).toBe(ayo.platform.now().toISOString());
    ayo.pass(DESK_TIMES.stepUpMs + 1);
    expect(statusAndCode(await session.call(offerPasskey, {}))).toEqual([403, 'second-factor-again']);
    const again = await challengeOf(session);
    await give(session, authenticator.sign({ challenge: again.challenge, siteId }));
    expect((await session.call(offerPasskey, {})).status).toBe(200);
  });

  it('signs once: not again in this session, not in another one, not after five minutes, and of ten at the same moment one counts', async () => {
    const admin = await ayo.signUpAdmin();
    const authenticator = await add(admin);
    const [one, two] = [await withPassword(admin), await withPassword(admin)];
    const [{ challenge }, other] = [await challengeOf(one), await challengeOf(two)];
    const signed = authenticator.sign({ challenge, siteId: SITE });
    expect(statusAndCode(await give(two, signed))).toEqual(WRONG);
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(one, signed)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(statusAndCode(await give(one, signed))).toEqual(WRONG);
    ayo.pass(5 * MINUTE_MS + 1);
    expect(statusAndCode(await give(two, authenticator.sign({ challenge: other.challenge, siteId: SITE })))).toEqual(WRONG);
    expect(await works(two)).toEqual(DUE);
  });

  it('is refused for another site, without a finger or a PIN, from another key, and from another admin', async () => {
    const [admin, thief] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const [authenticator, own] = [await add(admin), await add(thief)];
    const session = await withPassword(admin);
    const { challenge } = await challengeOf(session);
    const signing = { challenge, siteId: SITE };
    const attempts = [
      authenticator.sign({ challenge, siteId: 'p1ay.example' }),
      authenticator.sign({ ...signing, origin: 'https://p1ay.example' }),
      authenticator.sign({ ...signing, origin: `https://evil.${SITE}` }),
      authenticator.sign({ ...signing, isVerified: false }),
      authenticator.sign({ challenge: Buffer.alloc(32).toString('base64url'), siteId: SITE }),
      { ...createAuthenticator().sign(signing), id: authenticator.id },
      own.sign(signing),
      { ...authenticator.sign(signing), signature: 'AAAA' },
      { ...authenticator.sign(signing), authenticatorData: 'AA', clientDataJSON: 'e30' },
    ];
    for (const attempt of attempts) expect(statusAndCode(await give(session, attempt))).toEqual(WRONG);
    expect(await works(session)).toEqual(DUE);
    expect((await give(session, authenticator.sign(signing))).status).toBe(204);
  });

  it('whose count goes back is a copy: it is refused, and its owner and the log are told', async () => {
    const admin = await ayo.signUpAdmin();
    const authenticator = await add(admin);
    const session = await withPassword(admin);
    const sign = async (counter: number) => {
      const { challenge } = await challengeOf(session);
      return (await give(session, authenticator.sign({ challenge, siteId: SITE }, counter))).status;
    };
    expect([await sign(7), await sign(7), await sign(3), await sign(0), await sign(8)]).toEqual([204, 401, 401, 401, 204]);
    expect(await lastMailTo(admin)).toContain('a copy of yours');
    expect(ayo.logs.filter((line) => line.includes('"second-factor.passkey-copied"') && line.includes(userIdOf(admin)))).toHaveLength(3);
    // Three mails a day say it.
    expect([await sign(2), await sign(2)]).toEqual([401, 401]);
    const { rows: [player] } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(admin)]);
    expect((await readMailbox(ayo.pool, player?.email ?? '')).filter(({ text }) => text.includes('a copy of yours'))).toHaveLength(3);
  });

  it('that is removed in the moment of its use is no copy', async () => {
    expect(await transaction(ayo.pool, (tx) => recordUse(tx, { passkeyId: 'just-removed' }, 5, ayo.platform.now()))).toBe('gone');
  });
});

describe('adding a passkey', () => {
  it('needs the challenge of this session, this site and a finger or a PIN, and one key is one admin’s', async () => {
    const [admin, other] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const authenticator = createAuthenticator();
    const { challenge } = await offer(admin);
    const signing = { challenge, siteId: SITE };
    const attempt = async (client: TestClient, made: ReturnType<Authenticator['make']>) => statusAndCode(await client.call(addPasskey, { body: { name: 'Key', ...made } }));
    expect(await attempt(other, authenticator.make(signing))).toEqual(WRONG);
    expect(await attempt(admin, authenticator.make({ ...signing, origin: 'https://p1ay.example' }))).toEqual(WRONG);
    expect(await attempt(admin, authenticator.make({ ...signing, isVerified: false }))).toEqual(WRONG);
    expect(await attempt(admin, { ...authenticator.make(signing), attestationObject: 'AAAA' })).toEqual(WRONG);
    expect(await attempt(admin, authenticator.make(signing))).toEqual([204, undefined]);
    expect(await attempt(admin, authenticator.make(signing))).toEqual(WRONG);
    const { challenge: second } = await offer(other);
    expect(await attempt(other, authenticator.make({ challenge: second, siteId: SITE }))).toEqual([409, 'conflict']);
    expect(await passkeysOf(other)).toEqual([]);
  });

  it('takes no certificate, whose lists would be fetched from wherever it says, no foreign frame, and no name that hides itself', async () => {
    const admin = await ayo.signUpAdmin();
    const { challenge } = await offer(admin);
    const signing = { challenge, siteId: SITE };
    const authenticator = createAuthenticator();
    const attempt = async (made: ReturnType<Authenticator['make']>, name = 'Key') => (await admin.call(addPasskey, { body: { name, ...made } })).status;
    expect(await attempt(authenticator.make({ ...signing, isAttested: true }))).toBe(401);
    expect(await attempt(authenticator.make({ ...signing, isFramed: true }))).toBe(401);
    expect(await attempt({ ...authenticator.make(signing), id: createAuthenticator().id })).toBe(401);
    for (const name of ['\u200b\u200b', 'a\u202eb', 'a\r\nb']) expect(await attempt(authenticator.make(signing), name)).toBe(400);
    expect(await attempt(authenticator.make(signing))).toBe(204);
  });

  it('that a session began comes to nothing where the session ends before', async () => {
    const admin = await ayo.signUpAdmin();
    const rest = await add(admin);
    const thief = await withPassword(admin);
    await give(thief, rest.sign({ challenge: (await challengeOf(thief)).challenge, siteId: SITE }));
    const { challenge } = await offer(thief);
    const made = createAuthenticator().make({ challenge, siteId: SITE });
    // The row of the factor is held, so the call waits behind what ends its session.
    const holder = await ayo.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM second_factor WHERE user_id = $1 FOR NO KEY UPDATE', [userIdOf(admin)]);
    const waiting = thief.call(addPasskey, { body: { name: 'Key', ...made } });
    await expect.poll(async () => {
      const { rows } = await ayo.pool.query<{ n: number }>(`SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return rows[0]?.n;
    }).toBe(1);
    await admin.call(revokeOtherSessions, { params: paramsOf(admin) });
    await holder.query('COMMIT');
    holder.release();
    expect((await waiting).status).toBe(401);
    expect(await passkeysOf(admin)).toHaveLength(1);
  });

  it('ends at ten, and a site without a name and https has none', async () => {
    const admin = await ayo.signUpAdmin();
    for (let n = 0; n < 10; n += 1) await add(admin);
    expect(statusAndCode(await admin.call(offerPasskey, {}))).toEqual([409, 'conflict']);
    const { config } = ayo.platform;
    Object.assign(ayo.platform, { config: { ...config, publicUrl: 'http://192.0.2.7:4000' } });
    const plain = await ayo.signUpAdmin();
    expect([await passkeysOf(plain), statusAndCode(await plain.call(offerPasskey, {}))]).toEqual([null, [409, 'conflict']]);
    expect((await challengeOf(admin)).passkeys).toEqual([]);
    Object.assign(ayo.platform, { config });
  });
});

describe('a passkey that is gone', () => {
  it('was removed: it opens nothing, the other sessions are over, and a mail says so', async () => {
    const admin = await ayo.signUpAdmin();
    const authenticator = await add(admin);
    const thief = await withPassword(admin);
    await give(thief, authenticator.sign({ challenge: (await challengeOf(thief)).challenge, siteId: SITE }));
    const [passkey] = (await passkeysOf(admin)) ?? [];
    const remove = (client: TestClient) => client.call(removePasskey, { params: { passkeyId: passkey?.passkeyId ?? '' } });
    expect(statusAndCode(await remove(await ayo.signUpAdmin()))).toEqual([404, 'not-found']);
    const waiting = await withPassword(admin);
    const { challenge } = await challengeOf(waiting);
    expect((await remove(admin)).status).toBe(204);
    expect((await thief.call(listAdminGames, {})).problem).toMatchObject({ code: 'session-ended', reason: 'second-factor' });
    expect(await lastMailTo(admin)).toContain('A passkey was removed from your account.');
    const session = await withPassword(admin);
    expect(await challengeOf(session)).toEqual({ challenge: '', siteId: '', passkeys: [] });
    expect(statusAndCode(await give(session, authenticator.sign({ challenge, siteId: SITE })))).toEqual(WRONG);
  });

  it('went with the secret of the app that the admin replaced', async () => {
    const admin = await ayo.signUpAdmin();
    await add(admin);
    const { secret } = (await admin.call(offerSecondFactor, {})).data;
    expect((await admin.call(enrolSecondFactor, { body: { code: appCode(secret, ayo.platform.now()) } })).status).toBe(200);
    expect(await passkeysOf(admin)).toEqual([]);
  });

  it('went with the factor that an owner took away', async () => {
    const [owner, admin] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    await add(admin);
    const body = { password: PASSWORD, reason: 'The bag was stolen.' };
    expect((await owner.call(resetSecondFactor, { params: { adminId: userIdOf(admin) }, body })).status).toBe(204);
    const { rows } = await ayo.pool.query('SELECT FROM passkey WHERE user_id = $1', [userIdOf(admin)]);
    expect(rows).toHaveLength(0);
  });
});
