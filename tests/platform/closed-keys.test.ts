import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../server/http/problem';
import { CLOSED_KEYS_OF_PLAYER, NEW_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { closeKey } from '../../server/ledger/operation';
import { readOperation } from '../../server/ledger/operation-rows';
import { runTwoPhase } from '../../server/ledger/two-phase';
import type { TwoPhase } from '../../server/ledger/two-phase';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { makeRichPlayer } from '../support/players';
import { isLong } from '../support/seeds';
import { createStaking } from '../support/staking';

const database = fileDatabase();
const { stakeOf, requestOf, realOf, codeOf } = createStaking(() => database.pool);

describe('a key that is closed', () => {
  it('before its request came moves nothing when the request comes, any number of times', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.pool);
    const request = requestOf(userId);
    const closed = await closeKey(platform, userId, request.key);
    expect(JSON.parse(closed.text)).toMatchObject({ state: 'done', answer: { status: 409, body: { code: 'key-closed' } } });
    for (const late of [request, request, { ...request, body: { stake: 2 } }]) expect(codeOf(await stakeOf(late))).toBe('key-closed');
    const phases: TwoPhase<null, null> = {
      begin: () => Promise.reject(new Error('nothing may begin')), noAnswerWords: '', resume: () => Promise.resolve(null),
      callOutside: () => Promise.resolve(null), finish: () => Promise.reject(new Error('nothing may end')),
    };
    expect(codeOf(await runTwoPhase(platform, request, phases))).toBe('key-closed');
    expect(await realOf(userId)).toBe(10_000);
    expect(await closeKey(platform, userId, request.key)).toEqual(closed);
    expect(await readOperation(database.pool, userId, request.key)).toEqual(closed);
  });

  it('after its request came keeps the first answer', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.pool);
    const request = requestOf(userId);
    const first = await stakeOf(request);
    expect(await closeKey(platform, userId, request.key)).toEqual(await readOperation(database.pool, userId, request.key));
    expect(await stakeOf(request)).toEqual(first);
  });

  it('while its request arrives ends as one of the two says, for both', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.anotherPool({ max: 8 }));
    let staked = 0;
    for (let round = 0; round < (isLong ? 300 : 12); round += 1) {
      const request = requestOf(userId);
      const again = async <T>(work: () => Promise<T>): Promise<T> =>
        work().catch((error: unknown) => {
          if (error instanceof ProblemError && error.code === 'key-running') return again(work);
          throw error;
        });
      const [played, closed] = await Promise.all([again(() => stakeOf(request, platform)), again(() => closeKey(platform, userId, request.key))]);
      const isPlayed = played.status === 201;
      if (isPlayed) staked += 100;
      expect(JSON.parse(closed.text).answer.status).toBe(isPlayed ? 201 : 409);
    }
    expect(await realOf(userId)).toBe(10_000 - staked);
  });

  it('is bounded for each player, and takes nothing from the keys of payments', async () => {
    const userId = await makeRichPlayer(database.pool, 100);
    const { platform } = testMoney(database.pool);
    for (let n = 0; n < CLOSED_KEYS_OF_PLAYER.atOnce; n += 1) await closeKey(platform, userId, newKey());
    expect(await refusalOf(closeKey(platform, userId, newKey()))).toMatchObject({ status: 429 });
    const { rows } = await database.pool.query('SELECT FROM rate WHERE kind = $1 AND subject = $2', [NEW_KEYS_OF_PLAYER.kind, userId]);
    expect(rows).toHaveLength(0);
  });
});
