/** A flood of the calls that need no session slows down the one who sends it, and nobody else (row 42). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESET_GATE, SIGN_IN_GATE, SIGN_UP_GATE } from '../../server/accounts/busy-gate';
import type { GateLimit } from '../../server/accounts/busy-gate';
import { getHasher } from '../../server/accounts/password-hasher';
import { PUZZLE_LIFETIME_MS } from '../../server/accounts/puzzle';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { networkSubject } from '../../server/http/addresses';
import { secretHash } from '../../server/secrets';
import { resendActivation, revokeByHash, signIn, signUp } from '../../src/core/contract/auth';
import { requestPasswordReset } from '../../src/core/contract/passwords';
import { getAccount } from '../../src/core/contract/player';
import { proofRequest } from '../../src/core/contract/proof-of-work';
import type { Proof } from '../../src/core/contract/proof-of-work';
import { fillRate } from '../support/filled-rates';
import { paramsOf, statusAndCode } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { solvePuzzle } from '../support/puzzle';
import { withRealHashes } from '../support/real-hashes';
import { isLong } from '../support/seeds';

const HOUR_MS = 60 * 60_000;

let site: TestPlatform;
beforeAll(async () => {
  // The test stands behind a proxy that is believed, so that it can come from anywhere.
  site = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => site.close());

let networks = 0;
/** Returns an address in a network that no test has used before. */
const newAddress = (): string => {
  networks += 1;
  return `41.${100 + (networks >> 8)}.${networks & 255}.7`;
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const open = (address: string, person = newPlayer(), proof?: Proof, client = site.client()) =>
  client.call(signUp, { body: { ...person, ...(proof && { proof }) }, headers: from(address) });
/** As the app does it: once more, with the puzzle solved. */
async function openWithProof(address: string, person = newPlayer()): Promise<TestAnswer> {
  const first = await open(address, person);
  return first.problem?.code === 'proof-of-work' ? open(address, person, solvePuzzle(first.problem)) : first;
}
const fillUp = (subject: string, level: number, limit: GateLimit = SIGN_UP_GATE.perAddress) => fillRate(site, limit, subject, level);
const countOf = async (table: 'player' | 'mail'): Promise<number> => {
  const { rows } = await site.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return rows[0]?.n ?? NaN;
};

describe('a flood of sign-ups', () => {
  it('from one address opens a few accounts and writes to as few strangers, and says when to come back', async () => {
    const address = newAddress();
    const [players, mails, client] = [await countOf('player'), await countOf('mail'), site.client()];
    const answers: TestAnswer[] = [];
    const calls = isLong ? 600 : 40;
    for (let n = 0; n < calls; n += 20) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => open(address, newPlayer(), undefined, client)))));
    }
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(calls - SIGN_UP_GATE.perAddress.freeCalls);
    expect(new Set(refused.map(({ status, headers }) => `${status} ${Number(headers.get('retry-after')) > 0}`))).toEqual(new Set(['429 true']));
    expect([await countOf('player') - players, await countOf('mail') - mails]).toEqual([SIGN_UP_GATE.perAddress.freeCalls, SIGN_UP_GATE.perAddress.freeCalls]);
    // Callers at other addresses notice nothing.
    expect((await open(newAddress())).status).toBe(201);
    site.pass(HOUR_MS);
    expect((await open(address)).status).toBe(201);
  });

  it('does not keep others from signing in: they have a queue of their own at the hasher', async () => {
    const busy = await withRealHashes(site);
    const person = newPlayer();
    await open(newAddress(), person);
    const flood = Array.from({ length: isLong ? 160 : 120 }, () => open(newAddress(), newPlayer(), undefined, busy.client()));
    const entered = await Promise.all(
      Array.from({ length: 10 }, () =>
        busy.client().call(signIn, { body: { username: person.username, password: PASSWORD }, headers: from(newAddress()) }),
      ),
    );
    expect(entered.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    await busy.close();
    // The flood was large enough: more calls came than its queue holds.
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
  });

  it('with a puzzle solved each is bounded, too, and the puzzles get harder', async () => {
    const address = newAddress();
    const { freeCalls: free, maxCalls: most } = SIGN_UP_GATE.perAddress;
    const bits: number[] = [];
    for (let level = free; level <= (most ?? 0); level += 25) {
      await fillUp(address, level);
      bits.push(proofRequest.parse((await open(address)).problem?.current).bits);
    }
    expect(bits).toEqual([16, 17, 18, 19, 20]);
    const answer = await open(address);
    const person = newPlayer();
    // The hardest takes four times as long as one that is just hard enough where it is busiest.
    await fillUp(address, isLong ? (most ?? 0) : free + 2 * 25);
    const proof = solvePuzzle((await open(address, person)).problem);
    await fillUp(address, most ?? 0);
    const refused = await open(address, person, proof);
    expect(statusAndCode(answer)).toEqual([429, 'proof-of-work']);
    expect([...statusAndCode(refused), refused.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '15']);
    // The wait is short, and the puzzle is still good after it.
    site.pass(15_000);
    expect((await open(address, person, proof)).status).toBe(201);
  });

  it('keeps nobody out who shares the address of a carrier: a solved puzzle opens the account', async () => {
    const address = newAddress();
    await fillUp(address, SIGN_UP_GATE.perAddress.freeCalls);
    const statuses: number[] = [];
    for (let n = 0; n < (isLong ? 15 : 4); n += 1) statuses.push((await openWithProof(address)).status);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('of known e-mails limits the pair of e-mail and address, and nobody else behind the carrier', async () => {
    const [existingPlayer, address] = [newPlayer(), newAddress()];
    await open(newAddress(), existingPlayer);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await open(address, newPlayer({ email: existingPlayer.email }))).status);
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429]);
    expect((await open(address)).status).toBe(201);
    expect(statusAndCode(await open(newAddress(), newPlayer({ email: existingPlayer.email })))).toEqual([409, 'email-taken']);
  });

  it('finds out few e-mails from one address: each that is known costs as much as four', async () => {
    const people = Array.from({ length: 8 }, () => newPlayer());
    for (const person of people) await open(newAddress(), person);
    const address = newAddress();
    const codes: (string | undefined)[] = [];
    for (const { email } of people) codes.push((await open(address, newPlayer({ email }))).problem?.code);
    expect(codes).toEqual([...Array<string>(5).fill('email-taken'), ...Array<string>(3).fill('proof-of-work')]);
  });
});

describe('a puzzle', () => {
  it('is good once, for what was asked, from where it was asked, and for five minutes', async () => {
    const address = newAddress();
    await fillUp(address, SIGN_UP_GATE.perAddress.freeCalls);
    const person = newPlayer();
    const problem = (await open(address, person)).problem;
    const proof = solvePuzzle(problem);
    const elsewhere = newAddress();
    await fillUp(elsewhere, SIGN_UP_GATE.perAddress.freeCalls);
    const unfit: readonly (readonly [string, typeof person, Proof])[] = [
      [address, newPlayer(), proof],
      [elsewhere, person, proof],
      [address, person, { ...proof, answer: proof.answer + 1 }],
      [address, person, { ...proof, puzzle: proof.puzzle.replace(/^16/, '1') }],
      [address, person, { puzzle: '0.zzzzzzzz.AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', answer: 0 }],
    ];
    for (const [where, who, given] of unfit) expect(statusAndCode(await open(where, who, given))).toEqual([429, 'proof-of-work']);
    expect((await open(address, person, proof)).status).toBe(201);
    // The account is there; the same again would be let in as a lost answer, and is asked for a puzzle of its own.
    expect(statusAndCode(await open(address, person, proof))).toEqual([429, 'proof-of-work']);

    const late = newPlayer();
    const lateProof = solvePuzzle((await open(address, late)).problem);
    await fillUp(address, 2 * SIGN_UP_GATE.perAddress.freeCalls + PUZZLE_LIFETIME_MS / SIGN_UP_GATE.perAddress.leakMs);
    site.pass(PUZZLE_LIFETIME_MS);
    expect(statusAndCode(await open(address, late, lateProof))).toEqual([429, 'proof-of-work']);
  });

  it('of fifty browsers that send it at the same moment lets one in', async () => {
    const address = newAddress();
    await fillUp(address, SIGN_UP_GATE.perAddress.freeCalls);
    const person = newPlayer();
    const proof = solvePuzzle((await open(address, person)).problem);
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(address, person, proof)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('whoever shares an address with somebody who floods', () => {
  it('signs in all the same, after a puzzle, and on a known device without one', async () => {
    const [person, address] = [newPlayer(), newAddress()];
    const phone = site.client();
    await open(newAddress(), person, undefined, phone);
    const guess = (n: number) => site.client().call(signIn, { body: { username: `nobody-${networks}-${n}`, password: 'guess' }, headers: from(address) });
    const statuses = (await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(SIGN_IN_GATE.perAddress.freeCalls);
    const body = { username: person.username, password: PASSWORD };
    expect((await phone.call(signIn, { body, headers: from(address) })).status).toBe(200);
    const runs = getHasher(site.platform).runs();
    const refused = await site.client().call(signIn, { body, headers: from(address) });
    expect([...statusAndCode(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'proof-of-work', true]);
    expect(getHasher(site.platform).runs()).toBe(runs);
    const proven = await site.client().call(signIn, { body: { ...body, proof: solvePuzzle(refused.problem) }, headers: from(address) });
    expect(proven.status).toBe(200);
  });

  it.each([['sign-in', SIGN_IN_GATE, 401], ['reset', RESET_GATE, 202]] as const)(
    'is not flooded by the holder of an IPv6 /48 either: all its addresses together get as many a %s as four',
    async (kind, { perAddress: ofAddress, perNetwork: ofNetwork }, letIn) => {
      const site48 = kind === 'reset' ? '2001:db8:7' : '2001:db8:8';
      // In the short run others took the most before, so that a few calls from each address are as many as four addresses may have.
      const each = isLong ? ofAddress.freeCalls : 6;
      const all = ofNetwork?.freeCalls ?? NaN;
      if (ofNetwork !== undefined) await fillUp(networkSubject(`${site48}::1`), all - 4 * each, ofNetwork);
      const statuses: number[] = [];
      for (let place = 0; place < 6; place += 1) {
        const ask = (n: number) => kind === 'reset'
          ? site.client().call(requestPasswordReset, { body: { email: `flood-${place}-${n}@nobody.example` }, headers: from(`${site48}:${place}::1`) })
          : site.client().call(signIn, { body: { username: `flood-${place}-${n}`, password: 'guess' }, headers: from(`${site48}:${place}::1`) });
        statuses.push(...(await Promise.all(Array.from({ length: each }, (_, n) => ask(n)))).map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === letIn)).toHaveLength(4 * each);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2 * each);
      expect(all).toBe(4 * ofAddress.freeCalls);
    },
  );

  it('signs in after a puzzle while a flood comes from everywhere, and is never refused for it', async () => {
    const [person, phone] = [newPlayer(), site.client()];
    await open(newAddress(), person, undefined, phone);
    const all = SIGN_IN_GATE.total;
    if (all === undefined) throw new Error('sign-ins have a share of all');
    await fillUp('', (isLong ? 10 : 2) * all.freeCalls, all);
    const body = { username: person.username, password: PASSWORD };
    const address = newAddress();
    const refused = await site.client().call(signIn, { body, headers: from(address) });
    expect(statusAndCode(refused)).toEqual([429, 'proof-of-work']);
    expect((await site.client().call(signIn, { body: { ...body, proof: solvePuzzle(refused.problem) }, headers: from(address) })).status).toBe(200);
    expect((await phone.call(signIn, { body, headers: from(address) })).status).toBe(200);
    await site.pool.query('DELETE FROM rate WHERE kind = $1', [all.kind]);
  });

  it('takes no room of the address by signing in', async () => {
    const [person, address] = [newPlayer(), newAddress()];
    await open(newAddress(), person);
    const body = { username: person.username, password: PASSWORD };
    const statuses = new Set<number>();
    const { perAddress } = SIGN_IN_GATE;
    const left = isLong ? perAddress.freeCalls : 3;
    await fillUp(address, perAddress.freeCalls - left, perAddress);
    for (let n = 0; n < left + (isLong ? 30 : 3); n += 1) {
      statuses.add((await site.client().call(signIn, { body, headers: from(address) })).status);
    }
    expect([...statuses]).toEqual([200]);
  });

  it('gets the mail to reset a password all the same, and on a known device whatever strangers ask for', async () => {
    const [person, address] = [newPlayer(), newAddress()];
    const phone = site.client();
    await open(address, person, undefined, phone);
    const ask = (client: TestClient, email: string, where: string, proof?: Proof) =>
      client.call(requestPasswordReset, { body: { email, ...(proof && { proof }) }, headers: from(where) });
    const { perAddress } = RESET_GATE;
    const left = isLong ? perAddress.freeCalls : 3;
    await fillUp(address, perAddress.freeCalls - left, perAddress);
    for (let n = 0; n < left; n += 1) expect((await ask(site.client(), `n${n}@nobody.example`, address)).status).toBe(202);
    const refused = await ask(site.client(), person.email, address);
    expect(statusAndCode(refused)).toEqual([429, 'proof-of-work']);
    expect((await ask(site.client(), person.email, address, solvePuzzle(refused.problem))).status).toBe(202);

    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await ask(site.client(), person.email, newAddress())).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429, 429, 429]);
    expect((await ask(phone, person.email, address)).status).toBe(202);
    // And one every half hour, however many ask: a link that works is always there.
    site.pass(HOUR_MS / 2);
    expect((await ask(site.client(), person.email, newAddress())).status).toBe(202);
  });

  it('signs out all the same: only ends of sessions that there are not are counted', async () => {
    const address = newAddress();
    const phone = await site.signUp();
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1) statuses.add((await site.client().call(revokeByHash, { body: { hash: secretHash(`no session ${n}`) }, headers: from(address) })).status);
    expect([...statuses]).toEqual([204, 429]);
    const hash = secretHash(phone.session?.sessionId ?? '');
    expect((await site.client().call(revokeByHash, { body: { hash }, headers: from(address) })).status).toBe(204);
    expect((await phone.call(getAccount, { params: paramsOf(phone) })).problem?.code).toBe('session-ended');
  });
});

describe('an address that nobody confirmed', () => {
  it('gets few mails: it may be a stranger’s', async () => {
    const person = newPlayer();
    const phone = site.client();
    phone.session = (await open(newAddress(), person, undefined, phone)).data;
    for (let hour = 0; hour < 5; hour += 1) {
      for (let n = 0; n < 6; n += 1) await phone.call(resendActivation, { params: paramsOf(phone) });
      site.pass(HOUR_MS);
    }
    expect(await readMailbox(site.pool, person.email)).toHaveLength(11);
  });
});
