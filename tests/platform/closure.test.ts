import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../src/core/contract/auth';
import { getProfile } from '../../src/core/contract/player';
import { closeAccount } from '../../src/core/contract/sessions';
import { kobo } from '../../src/core/money';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { userIdOf } from '../support/withdrawals';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

describe('closing', () => {
  it('works', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    const params = { userId: userIdOf(client) };
    const close = (password = PASSWORD) => client.call(closeAccount, { params, body: { password } });
    expect((await close('wrong')).problem).toMatchObject({ code: 'invalid-credentials' });
    await giveMoney(site.pool, params.userId, kobo(100_00));
    const refused = await close();
    console.log(refused.problem);
    await site.pool.query('SELECT 1');
    expect(refused.problem).toMatchObject({ code: 'money-left', status: 409 });
    void getProfile; void signIn;
  });
});
