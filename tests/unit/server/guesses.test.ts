import { describe, expect, it } from 'vitest';
import { SIGN_UP_GATE, puzzleBitsAt } from '../../../server/accounts/busy-gate';
import { maxGuesses } from '../../../server/accounts/guesses';
import { createPasswordHasher, getHasher } from '../../../server/accounts/password-hasher';
import type { HashLane, QueueKey } from '../../../server/accounts/password-hasher';
import { OWASP_COSTS } from '../../../server/hash-costs';
import { ProblemError } from '../../../server/http/problem';
import { blockSubject, networkSubject } from '../../../server/http/addresses';

const DAY_MS = 86_400_000;

describe('the guesses of strangers at one account', () => {
  it.each([[1, 1_566], [10, 1_620], [100, 2_160], [1_000, 7_560], [2_567, 16_960], [1_000_000, 16_960]])(
    'from a botnet of %i IPv4 addresses are at most %i a day', (count, most) => {
      expect(maxGuesses({ family: 4, bits: 32, count }, DAY_MS)).toBe(most);
    },
  );

  it.each([[6, 64, 1_566], [6, 48, 1_572], [6, 32, 1_620], [4, 24, 1_620], [4, 16, 1_800]] as const)(
    'of somebody who holds an IPv%i /%i are at most %i a day', (family, bits, most) => {
      expect(maxGuesses({ family, bits }, DAY_MS)).toBe(most);
    },
  );

  it('leave room for the first try of the player until somebody comes from 1,284 new /48s, or 257 new /32s, in a day', () => {
    const most = maxGuesses({ family: 4, bits: 32, count: 1_000_000 }, DAY_MS);
    for (const [bits, count] of [[48, 1_284], [32, 257]] as const) {
      expect(maxGuesses({ family: 6, bits, count: count - 1 }, DAY_MS)).toBeLessThan(most);
      expect(maxGuesses({ family: 6, bits, count }, DAY_MS)).toBe(most);
    }
  });

  it('would take seventeen years to go through the hundred million passwords that people choose most', () => {
    expect(100_000_000 / (maxGuesses({ family: 4, bits: 32, count: 1_000_000 }, 365 * DAY_MS))).toBeGreaterThan(17);
  });
});

describe('a puzzle', () => {
  it('gets harder with the level, from one second of a slow phone to sixteen', () => {
    const { freeCalls: free, maxCalls: most } = SIGN_UP_GATE.perAddress;
    const levels = [0, free, free + 24, free + 25, free + 50, free + 75, most ?? 0, 10_000];
    expect(levels.map((level) => puzzleBitsAt(SIGN_UP_GATE.perAddress, level))).toEqual([16, 16, 16, 17, 18, 19, 20, 20]);
  });

  it('gets harder where there is no most, too', () => {
    expect([200, 400, 600, 1_000, 5_000].map((level) => puzzleBitsAt({ freeCalls: 200, maxCalls: null }, level))).toEqual([16, 17, 18, 20, 20]);
  });
});

describe('the network around an address', () => {
  it.each([
    ['41.58.3.7', '41.58.3.0/24'], ['::ffff:41.58.3.7', '41.58.3.0/24'],
    ['2c0f:f5c0:1:2::9', '2c0f:f5c0:1::/48'], ['2c0f:f5c0:0001:ffff:1:2:3:4', '2c0f:f5c0:1::/48'], ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkSubject(address)).toBe(network);
  });

  it.each([
    ['41.58.3.7', '41.58.0.0/16'], ['::ffff:41.58.3.7', '41.58.0.0/16'], ['2c0f:f5c0:1:2::9', '2c0f:f5c0::/32'], ['::1', '0:0::/32'], ['', ''],
  ])('of %s, as far as one provider may have it, is %s', (address, block) => {
    expect(blockSubject(address)).toBe(block);
  });
});

let accounts = 0;
/** Asking about an account that nobody else asks about. */
function somebody(lane: HashLane): QueueKey {
  accounts += 1;
  return { lane, account: `account-${accounts}` };
}
const codeOf = (one: PromiseSettledResult<unknown>): unknown =>
  one.status === 'fulfilled' ? 'looked at' : one.reason instanceof ProblemError ? [one.reason.code, one.reason.extra.retryAfterSeconds] : one.reason;

describe('the hash of a password', () => {
  it('has the costs that OWASP asks for at least, also where there is no such account', async () => {
    const costs = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
    const { hash } = getHasher({});
    expect(await hash('x', somebody('sign-up'))).toMatch(costs);
    expect(OWASP_COSTS.dummyHash).toMatch(costs);
  });
});

describe('the queues of the hasher', () => {
  it('run two at once, lets some wait, and tells the rest to come back', async () => {
    const hasher = createPasswordHasher({ running: 2, waiting: 3 });
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.matches(null, 'x', somebody('sign-in'))));
    expect(settled.map((one) => one.status)).toEqual([...Array<string>(5).fill('fulfilled'), ...Array<string>(3).fill('rejected')]);
    for (const one of settled) {
      if (one.status === 'fulfilled') continue;
      expect(one.reason).toMatchObject({ code: 'unavailable', status: 503, extra: { retryAfterSeconds: 2 } });
    }
    expect(hasher.runs()).toBe(5);
    expect(await hasher.matches(await hasher.hash('x', somebody('sign-up')), 'x', somebody('sign-in'))).toBe(true);
  });

  it('take turns: whoever signs in does not wait for the new accounts before them', async () => {
    const hasher = createPasswordHasher({ running: 1, waiting: 20 });
    const order: HashLane[] = [];
    const wait = async (lane: HashLane) => {
      await hasher.matches(null, 'x', somebody(lane));
      order.push(lane);
    };
    const lanes: HashLane[] = [...Array<HashLane>(6).fill('sign-up'), 'sign-in', 'sign-in', 'player'];
    await Promise.all(lanes.map(wait));
    // The first was running already.
    expect(order).toEqual(['sign-up', 'player', 'sign-in', 'sign-up', 'sign-in', 'sign-up', 'sign-up', 'sign-up', 'sign-up']);
  });

  it('are full one by one', async () => {
    const hasher = createPasswordHasher({ running: 1, waiting: 2 });
    const settled = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => hasher.matches(null, 'x', somebody('sign-up'))), hasher.matches(null, 'x', somebody('sign-in')), hasher.matches(null, 'x', somebody('player')),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([...Array<string>(3).fill('fulfilled'), 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
    expect(settled[3]).toMatchObject({ reason: { code: 'unavailable', extra: { retryAfterSeconds: 2 } } });
  });

  it('are not filled by one player: of 70 checks of one account four are looked at, and everybody else is let in', async () => {
    const hasher = createPasswordHasher();
    const flood = Array.from({ length: 70 }, () => hasher.matches(null, 'x', { lane: 'player', account: 'flooder' }));
    const others = Array.from({ length: 5 }, () => hasher.matches(null, 'x', somebody('player')));
    const settled = (await Promise.allSettled(flood)).map(codeOf);
    expect(settled.slice(0, 4)).toEqual(Array<string>(4).fill('looked at'));
    expect(settled.slice(4)).toEqual(Array<unknown>(66).fill(['too-many-requests', 2]));
    expect((await Promise.allSettled(others)).map(codeOf)).toEqual(Array<string>(5).fill('looked at'));
  });

  it.each([['player', 2], ['sign-in', 10], ['sign-up', 2], ['mail-link', 10]] as const)('of the lane %s hold %i of one account', async (lane, most) => {
    const hasher = createPasswordHasher({ running: 1, waiting: 50 });
    const settled = await Promise.allSettled(Array.from({ length: most + 2 }, () => hasher.matches(null, 'x', { lane, account: 'one' })));
    expect(settled.map(codeOf)).toEqual([...Array<string>(most + 1).fill('looked at'), ['too-many-requests', 2]]);
  });

  it('serve the accounts in turn: whoever asks once does not wait for all that another asked before', async () => {
    const hasher = createPasswordHasher({ running: 1, waiting: 20 });
    const order: string[] = [];
    const wait = async (account: string) => {
      await hasher.matches(null, 'x', { lane: 'sign-in', account });
      order.push(account);
    };
    await Promise.all(['many', 'many', 'many', 'many', 'some', 'some', 'one'].map(wait));
    // The first was running already.
    expect(order).toEqual(['many', 'many', 'some', 'one', 'many', 'some', 'many']);
  });

  it('make room for somebody new when they are full: the last of the account that has most comes again later', async () => {
    const hasher = createPasswordHasher({ running: 1, waiting: 4 });
    const askers = ['many', 'many', 'many', 'some', 'some', 'one', 'some'];
    const settled = await Promise.allSettled(askers.map((account) => hasher.matches(null, 'x', { lane: 'sign-in', account })));
    const busy = ['unavailable', 2];
    expect(settled.map(codeOf)).toEqual(['looked at', 'looked at', busy, 'looked at', 'looked at', 'looked at', busy]);
  });
});
