/** Refusals of the choice about a deposit that is held. */
import { lockDeposit } from '../../../server/cashier/deposits/deposit-rows';
import { holdDeposit } from '../../../server/cashier/held/hold';
import { transaction } from '../../../server/db/transaction';
import { chooseForDeposit, createDeposit } from '../../../src/core/contract/cashier';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { newKey, paramsOf } from './people';
import { refused } from './refusal';
import type { Refusal } from './refusal';

async function begun(site: TestPlatform): Promise<{ readonly client: TestClient; readonly params: { readonly depositId: string } }> {
  const client = await site.signUp();
  const body = { method: 'mobile-money', amount: 500, currency: 'NGN' } as const;
  const { data } = await client.call(createDeposit, { params: paramsOf(client), body, key: newKey() });
  return { client, params: { depositId: data.depositId } };
}

/** The payment came after its time, past the limit. */
async function held(site: TestPlatform): ReturnType<typeof begun> {
  const sent = await begun(site);
  await transaction(site.pool, async (tx) => {
    const row = await lockDeposit(tx, sent.params.depositId);
    if (row === null) throw new Error('a deposit stays');
    await holdDeposit(tx, row, { code: 'limit-exceeded', detail: 'It is past the deposit limit.' }, site.platform.now());
  });
  return sent;
}

const CREDIT = { choice: 'credit' } as const;

export const HELD_REFUSALS: readonly Refusal[] = [
  refused('chooseForDeposit', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refused('chooseForDeposit', 'it is somebody else’s', 'not-found', async (site) => ({ ...(await held(site)), client: await site.signUp(), body: CREDIT })),
  refused('chooseForDeposit', 'it is not held', 'conflict', async (site) => ({ ...(await begun(site)), body: CREDIT })),
  refused('chooseForDeposit', 'it is on its way back', 'conflict', async (site) => {
    const { client, params } = await held(site);
    await client.call(chooseForDeposit, { params: { ...paramsOf(client), ...params }, body: { choice: 'send-back' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refused('chooseForDeposit', 'to credit it beyond a limit', 'limit-exceeded', async (site) => {
    const { client, params } = await held(site);
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 400, currency: 'NGN' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refused('chooseForDeposit', 'to credit it on a break', 'cool-off', async (site) => {
    const { client, params } = await held(site);
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refused('chooseForDeposit', 'under a key of something else', 'key-reused', async (site) => {
    const [{ client, params }, key] = [await held(site), newKey()];
    await client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 700, currency: 'NGN' }, key });
    return { client, params, body: CREDIT, key };
  }),
];
