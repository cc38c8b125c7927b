import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { createPool } from '../../server/db/database';
import { transaction } from '../../server/db/transaction';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { ProblemError } from '../../server/http/problem';
import { RawAnswer } from '../../server/http/router';
import { findViolations } from '../../server/ledger/invariants';
import { runOperation } from '../../server/ledger/operation';
import { bodyHash } from '../../server/ledger/operation-request';
import { takeKey, readOperation } from '../../server/ledger/operation-rows';
import { post } from '../../server/ledger/post';
import { LEASE_MS, resumeTwoPhase, runTwoPhase } from '../../server/ledger/two-phase';
import type { TwoPhase } from '../../server/ledger/two-phase';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { giveMoney, makeRichPlayer } from '../support/players';
import { isLong } from '../support/seeds';
import { createStaking } from '../support/staking';

const database = fileDatabase();

const { stakeOf, requestOf, realOf, codeOf } = createStaking(() => database.pool);

describe('the hash of a request', () => {
  const hash = (body: unknown, kind = 'round') => bodyHash({ userId: 'u', key: 'k', kind, body });

  it('is the same for equal bodies whatever the order of their members', () => {
    const text = '["round",{"a":true,"b":[1,{"c":null,"d":"ü"}]}]';
    expect(hash({ b: [1, { d: 'ü', c: null }], a: true, u: undefined })).toBe(createHash('sha256').update(text).digest('hex'));
    expect(hash({ a: 1, b: 2 })).toBe(hash({ b: 2, a: 1 }));
    expect(hash({ a: 1 })).not.toBe(hash({ a: '1' }));
    expect(hash({ a: 1 })).not.toBe(hash({ a: 1 }, 'deposit'));
    expect(hash([1, 2])).not.toBe(hash([2, 1]));
  });

  it('is refused for a body that is nested too deeply, without a crash', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(hash(nested(30))).toBe(createHash('sha256').update(`["round",${'['.repeat(30)}${']'.repeat(30)}]`).digest('hex'));
    for (const depth of [40, 50_000]) expect(() => hash({ bet: nested(depth) })).toThrow(ProblemError);
  });
});

describe('an idempotency key', () => {
  it('sent 64 times at once has one effect, and every answer in the end is the first, byte for byte', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const pool = database.anotherPool({ max: 16 });
    const { platform } = testMoney(pool);
    for (let round = 1; round <= (isLong ? 30 : 2); round += 1) {
      const request = requestOf(userId);
      const submit = () => stakeOf(request, platform).catch((error: unknown) => error);
      const atOnce = await Promise.all(Array.from({ length: 64 }, submit));
      const answers = atOnce.filter((answer) => answer instanceof RawAnswer);
      for (const refused of atOnce.filter((answer) => !(answer instanceof RawAnswer))) {
        expect(refused).toMatchObject({ code: 'key-running', status: 409, extra: { retryAfterSeconds: 1 } });
        answers.push(await stakeOf(request, platform));
      }
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 201));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await realOf(userId)).toBe(10_000 - 100 * round);
    }
  });

  it('is refused with another body, and the first answer stays', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const request = requestOf(userId);
    const first = await stakeOf(request);
    for (const other of [{ ...request, body: { stake: 2 } }, { ...request, kind: 'deposit' }]) {
      expect(await refusalOf(stakeOf(other))).toMatchObject({ status: 422, code: 'key-reused' });
    }
    expect(await stakeOf(request)).toEqual(first);
    expect(await realOf(userId)).toBe(9_900);
  });

  it('is another key where another player sends it', async () => {
    const [a, b] = [await makeRichPlayer(database.pool, 100), await makeRichPlayer(database.pool, 100)];
    const request = requestOf(a);
    const first = await stakeOf(request);
    const second = await stakeOf({ ...request, userId: b, body: { stake: 99 } });
    expect(second.text).not.toBe(first.text);
    expect([await realOf(a), await realOf(b)]).toEqual([9_900, 9_900]);
  });

  it('keeps a refusal as its answer: money that comes later does not change it', async () => {
    const userId = await makeRichPlayer(database.pool, 0.99);
    const request = requestOf(userId);
    const refused = await stakeOf(request);
    expect(refused.status).toBe(422);
    expect(codeOf(refused)).toBe('insufficient-funds');
    await giveMoney(database.pool, userId, kobo(1_000));
    expect(await stakeOf(request)).toEqual(refused);
    expect(await realOf(userId)).toBe(1_099);
  });

  it('keeps nothing of a refused effect', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.pool);
    const answer = await runOperation(platform, requestOf(userId), async (tx) => {
      await post(tx, {
        userId, kind: 'round', reference: 'undone', at: platform.now(), place: HERE,
        moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(1) }],
      });
      throw new ProblemError('game-disabled', 'Closed.');
    });
    expect(answer.status).toBe(409);
    expect(await realOf(userId)).toBe(10_000);
  });

  it('stays free when the refusal means "not now" or "who are you", or the effect breaks', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.pool);
    const request = requestOf(userId);
    const errors = [
      new ProblemError('cycle-too-short', 'Wait.'), new ProblemError('password-needed', 'Again.'),
      new ProblemError('money-unavailable', 'Later.'), new TypeError('a bug'),
    ];
    for (const error of errors) {
      await expect(runOperation(platform, request, () => Promise.reject(error))).rejects.toBe(error);
      expect(await readOperation(database.pool, userId, request.key)).toBeNull();
    }
    expect((await stakeOf(request)).status).toBe(201);
  });

  it('gets "running" and a Retry-After while its call runs', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const request = requestOf(userId);
    await transaction(database.pool, async (tx) => {
      await takeKey(tx, request);
      expect(await refusalOf(stakeOf(request))).toMatchObject({ status: 409, code: 'key-running', extra: { retryAfterSeconds: 1 } });
      expect((await stakeOf({ ...request, key: newKey() })).status).toBe(201);
    });
    expect((await stakeOf(request)).status).toBe(201);
  });

  it('can be looked up: it is unknown, or has its first answer', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const request = requestOf(userId);
    expect(await readOperation(database.pool, userId, request.key)).toBeNull();
    const first = await stakeOf(request);
    const operation = await readOperation(database.pool, userId, request.key);
    expect(operation?.text).toBe(`{"state":"done","answer":{"status":201,"body":${first.text}}}`);
    expect(await readOperation(database.pool, await makeRichPlayer(database.pool, 100), request.key)).toBeNull();
  });

  it('has an answer that nothing can change', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const request = requestOf(userId);
    await stakeOf(request);
    await expect(database.pool.query(`UPDATE operation SET status = 200 WHERE key = $1`, [request.key])).rejects.toThrow('final');
    await expect(database.pool.query(`DELETE FROM operation WHERE key = $1`, [request.key])).rejects.toThrow('final');
  });

  it('promises nothing while the database is away', async () => {
    const gone = createPool({ host: '127.0.0.1', port: 9, user: 'nobody', connectionTimeoutMillis: 500 } satisfies pg.PoolConfig, () => undefined);
    const request = requestOf('nobody');
    expect(await refusalOf(stakeOf(request, { ...testMoney(gone).platform, pool: gone }))).toMatchObject({
      status: 503, code: 'money-unavailable',
    });
    await gone.end();
  });
});

describe('an operation with a call to the outside', () => {
  interface World {
    readonly phases: TwoPhase<string, string>;
    /** References that the outside was called with. */
    readonly calls: string[];
    readonly began: string[];
  }

  function world(outside: (call: number) => Promise<string>): World {
    const calls: string[] = [];
    const began: string[] = [];
    return {
      calls,
      began,
      phases: {
        noAnswerWords: 'Nobody answers.',
        begin: async () => {
          began.push(`ref-${began.length + 1}`);
          return began.at(-1) ?? '';
        },
        resume: async () => began.at(-1) ?? '',
        callOutside: (reference) => {
          calls.push(reference);
          return outside(calls.length);
        },
        finish: async (_tx, reference, outcome) => ({ status: 201, body: { reference, outcome } }),
      },
    };
  }

  it('calls once and is answered from its key after that', async () => {
    const { platform } = testMoney(database.pool);
    const { phases, calls } = world(async () => 'ok');
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    const first = await runTwoPhase(platform, request, phases);
    expect(first).toEqual(new RawAnswer(201, '{"reference":"ref-1","outcome":"ok"}'));
    expect(await runTwoPhase(platform, request, phases)).toEqual(first);
    expect(await refusalOf(runTwoPhase(platform, { ...request, body: 1 }, phases))).toMatchObject({ code: 'key-reused' });
    expect(calls).toEqual(['ref-1']);
  });

  it('goes on with the same reference when the first call got no answer', async () => {
    const { platform } = testMoney(database.pool);
    const { phases, calls, began } = world((call) =>
      call === 1 ? Promise.reject(new GatewayUnavailableError('silent')) : Promise.resolve('ok'),
    );
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    expect(await refusalOf(runTwoPhase(platform, request, phases))).toMatchObject({ status: 503, code: 'gateway-unavailable' });
    expect((await readOperation(platform.pool, request.userId, request.key))?.text).toBe('{"state":"running","answer":null}');
    expect((await runTwoPhase(platform, request, phases)).status).toBe(201);
    expect({ calls, began }).toEqual({ calls: ['ref-1', 'ref-1'], began: ['ref-1'] });
  });

  it('is running for everybody else during the call', async () => {
    const { platform } = testMoney(database.pool);
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    const refusalCodes: unknown[] = [];
    const { phases, calls } = world(async (call) => {
      // The call must not repeat itself, because a second call would make a third one, and so on without end.
      if (call > 1) return 'called again';
      refusalCodes.push((await refusalOf(runTwoPhase(platform, request, phases))).code);
      refusalCodes.push(await resumeTwoPhase(platform, request, phases));
      return 'ok';
    });
    expect((await runTwoPhase(platform, request, phases)).status).toBe(201);
    expect(refusalCodes).toEqual(['key-running', null]);
    expect(calls).toHaveLength(1);
  });

  it('is taken up by a sweep after a crash in its middle, once the lease has run out', async () => {
    const { platform, pass } = testMoney(database.pool);
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    const never = new Promise<string>(() => undefined);
    const crashed = world(() => never);
    // The process is gone in the middle of the call: what it would have done after it never happens.
    void runTwoPhase(platform, request, crashed.phases);
    await expect.poll(() => crashed.calls).toEqual(['ref-1']);

    const { phases, calls } = world(async () => 'ok');
    const resumed = { ...phases, resume: crashed.phases.resume };
    pass(LEASE_MS - 1);
    expect(await resumeTwoPhase(platform, request, resumed)).toBeNull();
    pass(1);
    expect((await resumeTwoPhase(platform, request, resumed))?.text).toBe('{"reference":"ref-1","outcome":"ok"}');
    expect(await resumeTwoPhase(platform, request, resumed)).toBeNull();
    expect(calls).toEqual(['ref-1']);
  });

  it('keeps the first answer when two that took it up end one after the other', async () => {
    const { platform, pass } = testMoney(database.pool);
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    let answer: (outcome: string) => void = () => undefined;
    const slow = world(() => new Promise((resolve) => { answer = resolve; }));
    const first = runTwoPhase(platform, request, slow.phases);
    await expect.poll(() => slow.calls).toHaveLength(1);
    pass(LEASE_MS);
    const fast = world(async () => 'fast');
    const second = await runTwoPhase(platform, request, { ...fast.phases, resume: slow.phases.resume });
    answer('slow');
    expect(await first).toEqual(second);
    expect(second.text).toContain('fast');
  });

  it('keeps a refusal of its beginning as the answer, and nothing of what it stored', async () => {
    const { platform } = testMoney(database.pool);
    const request = requestOf(await makeRichPlayer(database.pool, 100));
    const { phases, calls } = world(async () => 'ok');
    const refused = await runTwoPhase(platform, request, {
      ...phases, begin: () => Promise.reject(new ProblemError('email-not-activated', 'First the e-mail.')),
    });
    expect(refused.status).toBe(403);
    expect(await runTwoPhase(platform, request, phases)).toEqual(refused);
    expect(calls).toEqual([]);
  });
});

it('leaves the ledger whole after all of this', async () => {
  expect(await findViolations(database.pool)).toEqual([]);
});
