/** Nobody keeps the owner out of an account by typing wrong passwords, and nobody gets to guess without end (rows 11 and 41). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword, signIn, signOut, signUp } from '../../src/core/contract/auth';
import { changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { revokeOtherSessions } from '../../src/core/contract/sessions';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time';
import { STRANGER_FAILURE_LIMIT, countStrangerFailure } from '../../server/accounts/guess-notice';
import { nameSubject } from '../../server/accounts/check-password';
import { FIRST_BUDGET, maxGuesses, takePasswordAttempt } from '../../server/accounts/guesses';
import { DEVICE_LIFETIME_MS, MAX_DEVICES } from '../../server/accounts/known-devices';
import { findPlayer } from '../../server/accounts/player';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ProblemError } from '../../server/http/problem';
import { fillRate } from '../support/filled-rates';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { NEW_PASSWORD, newestToken } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { withRealHashes } from '../support/real-hashes';
import { isLong } from '../support/seeds';

let site: TestPlatform;
beforeAll(async () => {
  // The test stands behind a proxy that is believed, so that it can come from anywhere.
  site = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => site.close());

let networks = 0;
/** Returns an address that no test has used before, nor any network around it. */
const newAddress = (): string => {
  networks += 1;
  return `${60 + (networks & 63)}.${networks >> 6}.1.7`;
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const enter = (client: TestClient, username: string, password: string, address: string) =>
  client.call(signIn, { body: { username, password }, headers: from(address) });
const statusOf = async (answer: Promise<TestAnswer>): Promise<number> => (await answer).status;

/** Takes a stranger's try at a name without the hasher's run; false where it is refused. */
async function isTaken(name: string, address: string, at = site.platform.now()): Promise<boolean> {
  try {
    await takePasswordAttempt(site.pool, { kind: 'stranger', name: nameSubject(name), address }, at);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'too-many-requests') return false;
    throw error;
  }
}

/** Some tries at a name from each of so many places. */
async function flood(name: string, places: number, addressOf: (place: number) => string, tries = 3): Promise<void> {
  for (let begin = 0; begin < places; begin += 20) {
    const some = Array.from({ length: Math.min(20, places - begin) }, (_, n) => addressOf(begin + n));
    await Promise.all(some.map(async (address) => {
      for (let n = 0; n < tries; n += 1) await isTaken(name, address);
    }));
  }
}

/** Strangers have used up what there is for these names, for a day. */
async function useUpBudgets(names: readonly string[]): Promise<void> {
  for (const kind of ['first-guesses', 'later-guesses']) for (const name of names) await fillRate(site, { kind, leakMs: DAY_MS }, nameSubject(name), 1);
}

async function owner(platform = site) {
  const person = newPlayer();
  const home = newAddress();
  const phone = platform.client();
  phone.session = (await phone.call(signUp, { body: person, headers: from(home) })).data;
  await site.pool.query('UPDATE player SET email_activated_at = $2 WHERE user_id = $1', [userIdOf(phone), site.platform.now()]);
  const again = async () => {
    const answer = await enter(phone, person.username, PASSWORD, home);
    if (answer.status === 200) phone.session = answer.data;
    return answer.status;
  };
  return { ...person, home, phone, again };
}

describe('whoever knows a name and no password', () => {
  it('keeps nobody out of their account by one wrong password a minute', async () => {
    const { username, phone, again } = await owner();
    const [attacker, attackersPlace] = [site.client(), newAddress()];
    const statuses = new Set<string>();
    for (let minute = 0; minute < (isLong ? 60 : 20); minute += 1) {
      site.pass(MINUTE_MS);
      await enter(attacker, username, 'a wrong one', attackersPlace);
      if (minute % 10 !== 9) continue;
      const elsewhere = await statusOf(enter(site.client(), username, PASSWORD, newAddress()));
      // The player is behind the same address of a carrier as the guesser.
      const beside = await statusOf(enter(site.client(), username, PASSWORD, attackersPlace));
      const confirmed = await statusOf(phone.call(confirmPassword, { params: paramsOf(phone), body: { password: PASSWORD } }));
      statuses.add(JSON.stringify({ device: await again(), elsewhere, beside, confirmed }));
    }
    expect([...statuses]).toEqual([JSON.stringify({ device: 200, elsewhere: 200, beside: 200, confirmed: 204 })]);
  });

  it('keeps nobody out by any number of wrong passwords from one place at once', async () => {
    const { username, home, again } = await owner();
    const place = newAddress();
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(enter(site.client(), username, 'a wrong one', place))));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(await statusOf(enter(site.client(), username, PASSWORD, newAddress()))).toBe(200);
    expect(await again()).toBe(200);
    expect(await statusOf(enter(site.client(), username, PASSWORD, home))).toBe(200);
  });

  it('keeps nobody out from many networks: not the known device, not a session, not a place where nobody failed', async () => {
    const { username, email, phone, again } = await owner();
    for (let n = 0; n < (isLong ? 60 : 20); n += 1) {
      const place = newAddress();
      await Promise.all([1, 2].map(() => enter(site.client(), username, 'a wrong one', place)));
    }
    expect(await statusOf(enter(site.client(), username, PASSWORD, newAddress()))).toBe(200);
    // However many there are: when strangers have no try left at all, these two go in all the same.
    await useUpBudgets([username, email]);
    expect(await statusOf(enter(site.client(), username, PASSWORD, newAddress()))).toBe(429);
    expect(await again()).toBe(200);
    expect(await statusOf(phone.call(confirmPassword, { params: paramsOf(phone), body: { password: PASSWORD } }))).toBe(204);
  });

  it('keeps nobody out for good who has lost the device, even from thousands of networks: the link of a reset opens the door', async () => {
    const { username, email } = await owner();
    await useUpBudgets([username, email]);
    const [elsewhere, place] = [site.client(), newAddress()];
    expect(await statusOf(enter(elsewhere, username, PASSWORD, place))).toBe(429);
    await elsewhere.call(requestPasswordReset, { body: { email }, headers: from(place) });
    const token = await newestToken(site.pool, email);
    expect(await statusOf(elsewhere.call(resetPassword, { body: { token, password: NEW_PASSWORD }, headers: from(place) }))).toBe(204);
    expect(await statusOf(enter(elsewhere, username, NEW_PASSWORD, place))).toBe(200);
  });

  it('does not learn by it which accounts there are', async () => {
    const { username, email } = await owner();
    const answersByTry = new Set<string>();
    for (const name of [username, email, 'nobody-at-all', 'nobody@player.example']) {
      const place = newAddress();
      const answers: (readonly [number, string | null, string | undefined])[] = [];
      for (let n = 0; n < 7; n += 1) {
        const { status, headers, problem } = await enter(site.client(), name, 'a wrong one', place);
        answers.push([status, headers.get('retry-after'), problem?.title]);
      }
      answersByTry.add(JSON.stringify(answers));
    }
    // Username and e-mail are one account, tried from two places.
    expect(answersByTry.size).toBe(1);
    expect([...answersByTry][0]).toContain('[429,"5"');
  });

  it('does not learn which e-mail belongs to a username: what was tried under one shows under the other in nothing', async () => {
    const { username, email } = await owner();
    const unrelated = (await owner()).email;
    const place = newAddress();
    const answersTo = async (name: string, address: string, tries: number): Promise<string> => {
      const answers: unknown[] = [];
      for (let n = 0; n < tries; n += 1) {
        const { status, headers, problem } = await enter(site.client(), name, 'a wrong one', address);
        answers.push([status, headers.get('retry-after'), problem?.title]);
      }
      return JSON.stringify(answers);
    };
    // From one place, whose tries at the username are used up.
    expect(await answersTo(username, place, 6)).toContain('429');
    expect(await answersTo(email, place, 6)).toBe(await answersTo(unrelated, place, 6));
    // From many, which use up all that strangers have at the username.
    await (isLong ? flood(username, 170, newAddress, 4) : useUpBudgets([username]));
    const [one, other] = [newAddress(), newAddress()];
    expect(await answersTo(username, one, 4)).toContain('429');
    expect(await answersTo(email, one, 4)).toBe(await answersTo(unrelated, other, 4));
  });

  it('does not learn where a player signs in from: a network that they were in answers strangers as any other', async () => {
    const { username, home } = await owner();
    await flood(username, 30, (n) => `198.51.${n % 2}.${n}`);
    expect(await isTaken(username, newAddress())).toBe(true);
    const later = async (address: string): Promise<boolean[]> => {
      const taken: boolean[] = [];
      for (let n = 0; n < 4; n += 1) taken.push(await isTaken(username, address));
      return taken;
    };
    // The narrow budget is used up, so a fourth try in a day is refused, at home as elsewhere.
    for (let n = 0; n < 60; n += 1) await isTaken(username, `198.51.0.${100 + n}`);
    expect(await later(newAddress())).toEqual([true, true, true, false]);
    expect(await later(home)).toEqual([true, true, true, false]);
  });

  /** Each with the first tries that it may have. */
  const holdings: readonly (readonly [string, number, (n: number) => string])[] = [
    ['a /48 of IPv6', 6, (n) => `2001:db8:1:${n.toString(16)}::1`],
    ['a /16 of IPv4', 120, (n) => `198.18.${n}.1`],
    ['a /32 of IPv6', 30, (n) => `2001:db9:${n.toString(16)}:1::1`],
    ['a /24 of IPv4', 30, (n) => `203.0.113.${n}`],
  ];
  it.each(isLong ? holdings : holdings.slice(0, 2))('who holds %s does not use up the first tries of everybody: the player still gets in where nobody was before', async (_, share, addressOf) => {
    const { username, email } = await owner();
    // In the short run others took the most of all first tries before, so that the holder needs fewer to use up the rest.
    const left = isLong ? FIRST_BUDGET.atOnce : share + 5;
    for (const name of [username, email]) {
      await fillRate(site, FIRST_BUDGET, nameSubject(name), FIRST_BUDGET.atOnce - left);
      await flood(name, Math.ceil((1.2 * left) / 3), addressOf);
    }
    for (const name of [username, email]) expect(await statusOf(enter(site.client(), name, PASSWORD, newAddress()))).toBe(200);
  });
});

describe('whoever gives the right password over and over', () => {
  const confirm = (client: TestClient) => client.call(confirmPassword, { params: paramsOf(client), body: { password: PASSWORD } });

  it('is let through twenty times a minute in all sessions together, keeps no player waiting by it, and still signs in', async () => {
    const [flooder, other] = [await owner(), await owner()];
    const laptop = site.client();
    laptop.session = (await enter(laptop, flooder.username, PASSWORD, flooder.home)).data;
    const answers: TestAnswer[] = [];
    for (let n = 0; n < 24; n += 1) answers.push(await confirm(n % 2 === 0 ? flooder.phone : laptop));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(204), ...Array<number>(4).fill(429)]);
    expect([answers[20]?.problem?.code, answers[20]?.headers.get('retry-after')]).toEqual(['too-many-requests', '60']);
    const change = { current: PASSWORD, password: NEW_PASSWORD };
    expect(await statusOf(laptop.call(changePassword, { params: paramsOf(laptop), body: change }))).toBe(429);
    expect([await statusOf(confirm(other.phone)), await other.again(), await flooder.again()]).toEqual([204, 200, 200]);
    site.pass(MINUTE_MS);
    expect(await statusOf(confirm(laptop))).toBe(204);
  });

  it('at the same moment in many sessions leaves room for everybody else', async () => {
    const busy = await withRealHashes(site);
    const [flooder, other] = [await owner(busy), await owner(busy)];
    const sessions = [flooder.phone];
    for (let n = 0; n < 13; n += 1) {
      const client = busy.client();
      client.cookies.set('ayo_device', flooder.phone.cookies.get('ayo_device') ?? '');
      client.session = (await enter(client, flooder.username, PASSWORD, flooder.home)).data;
      sessions.push(client);
    }
    const flood = sessions.flatMap((client) => Array.from({ length: 5 }, () => statusOf(confirm(client))));
    const statusesOfOther = await Promise.all([statusOf(confirm(other.phone)), other.again()]);
    expect(statusesOfOther).toEqual([204, 200]);
    const statuses = await Promise.all(flood);
    expect(statuses.filter((status) => status !== 204 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(20);
    await busy.close();
  });
});

describe('guessing from many networks', () => {
  const SPREAD_MS = isLong ? HOUR_MS : HOUR_MS / 12;

  it('gets no further than the arithmetic says, however the tries are spread', async () => {
    const begin = site.platform.now().getTime();
    const guessesFrom = async (addresses: readonly string[]): Promise<number> => {
      const names = [0, 1].map(() => `guessed-${newAddress()}`);
      let guesses = 0;
      for (let ms = 0; ms < SPREAD_MS; ms += MINUTE_MS / 2) {
        const tries = names.flatMap((name) => addresses.map((address) => isTaken(name, address, new Date(begin + ms))));
        guesses += (await Promise.all(tries)).filter(Boolean).length;
      }
      return guesses;
    };
    const cases = [
      { holding: { family: 4, bits: 32, count: 10 }, addresses: Array.from({ length: 10 }, newAddress) },
      { holding: { family: 6, bits: 48 }, addresses: Array.from({ length: 10 }, (_, n) => `2001:db8:2:${n}::1`) },
    ] as const;
    for (const { holding, addresses } of cases) {
      const [guesses, most] = [await guessesFrom(addresses), maxGuesses(holding, SPREAD_MS)];
      expect(guesses).toBeLessThanOrEqual(most);
      // The bound is not just a large number: the guesses nearly reach it.
      expect(guesses).toBeGreaterThan(0.9 * most);
    }
  });

  it('sends the owner one mail a day', async () => {
    const { username, email, phone } = await owner();
    const notices = async () => (await readMailbox(site.pool, email)).filter(({ subject }) => subject.startsWith('Somebody is trying'));
    // Counted as the sign-ins below count theirs, but for the passwords.
    const player = await findPlayer(site.pool, userIdOf(phone));
    for (let n = 2; n < STRANGER_FAILURE_LIMIT.limit; n += 1) await countStrangerFailure(site.platform, `player:${userIdOf(phone)}`, player);
    for (let n = 0; n < 2; n += 1) await enter(site.client(), username, 'a wrong one', newAddress());
    expect(await notices()).toHaveLength(0);
    for (let n = 0; n < 5; n += 1) await enter(site.client(), username, 'a wrong one', newAddress());
    const [mail, ...others] = await notices();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('/reset-password');
  });
});

describe('a known device', () => {
  it('is slowed down by its own wrong passwords alone, and slows nobody else down', async () => {
    const { username, phone, home, again } = await owner();
    for (let n = 0; n < 5; n += 1) expect(await statusOf(enter(phone, username, 'a wrong one', home))).toBe(401);
    const delayed = await enter(phone, username, PASSWORD, home);
    expect([delayed.status, delayed.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await statusOf(enter(site.client(), username, PASSWORD, home))).toBe(200);
    site.pass(5_000);
    expect(await again()).toBe(200);
  });

  it('belongs to one account: its cookie gives nobody more tries at another, and opens nothing', async () => {
    const [mine, theirs] = [await owner(), await owner()];
    const place = newAddress();
    await mine.phone.call(signOut, {});
    for (let n = 0; n < 5; n += 1) expect(await statusOf(enter(mine.phone, theirs.username, 'a wrong one', place))).toBe(401);
    expect(await statusOf(enter(mine.phone, theirs.username, 'a wrong one', place))).toBe(429);
    expect(await statusOf(enter(site.client(), theirs.username, PASSWORD, place))).toBe(429);
    const { rows } = await site.pool.query<{ deviceHash: string }>('SELECT device_hash AS "deviceHash" FROM known_device');
    expect(rows.map(({ deviceHash }) => deviceHash)).not.toContain(mine.phone.cookies.get('ayo_device'));
  });

  it('is a stranger’s again after half a year, after a new password elsewhere, and after its session was ended from elsewhere', async () => {
    const isKnown = async (client: TestClient, username: string): Promise<boolean> => {
      const place = newAddress();
      for (let n = 0; n < 5; n += 1) await enter(site.client(), username, 'a wrong one', place);
      return (await statusOf(enter(client, username, 'a wrong one', place))) === 401;
    };
    const late = await owner();
    expect(await isKnown(late.phone, late.username)).toBe(true);
    site.pass(DEVICE_LIFETIME_MS);
    expect(await isKnown(late.phone, late.username)).toBe(false);

    const changed = await owner();
    const laptop = site.client();
    laptop.session = (await enter(laptop, changed.username, PASSWORD, changed.home)).data;
    const copied = laptop.cookies.get('ayo_device') ?? '';
    await laptop.call(changePassword, { params: paramsOf(laptop), body: { current: PASSWORD, password: NEW_PASSWORD } });
    expect(await isKnown(changed.phone, changed.username)).toBe(false);
    expect(await isKnown(laptop, changed.username)).toBe(true);
    const thief = site.client();
    thief.cookies.set('ayo_device', copied);
    expect(await isKnown(thief, changed.username)).toBe(false);

    const revoked = await owner();
    const other = site.client();
    other.session = (await enter(other, revoked.username, PASSWORD, revoked.home)).data;
    await other.call(revokeOtherSessions, { params: paramsOf(other) });
    expect(await isKnown(revoked.phone, revoked.username)).toBe(false);
    expect(await isKnown(other, revoked.username)).toBe(true);
  });

  it(`is forgotten when it was seen longest ago of more than ${MAX_DEVICES}`, async () => {
    const { username, phone, home } = await owner();
    for (let n = 0; n < MAX_DEVICES; n += 1) {
      site.pass(MINUTE_MS);
      expect(await statusOf(enter(site.client(), username, PASSWORD, home))).toBe(200);
    }
    const { rows } = await site.pool.query<{ n: number }>('SELECT count(*) AS n FROM known_device WHERE user_id = $1', [userIdOf(phone)]);
    expect(rows[0]?.n).toBe(MAX_DEVICES);
    const place = newAddress();
    for (let n = 0; n < 5; n += 1) await enter(site.client(), username, 'a wrong one', place);
    expect(await statusOf(enter(phone, username, 'a wrong one', place))).toBe(429);
  });
});
