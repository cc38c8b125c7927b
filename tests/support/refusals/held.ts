/** Refusals of the choice about a held deposit. */
import { lockDeposit } from '../../../server/cashier/deposits/deposit-rows';
import { holdDeposit } from '../../../server/cashier/held-deposits/hold-deposit';
import { transaction } from '../../../server/db/transaction';
import { chooseForDeposit, createDeposit } from '../../../src/core/contract/cashier';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { newKey, paramsOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

async function startDeposit(site: TestPlatform): Promise<{ readonly client: TestClient; readonly params: { readonly depositId: string } }> {
  const client = await site.signUp();
  const body = { method: 'mobile-money', amount: 500, currency: 'NGN' } as const;
  const { data } = await client.call(createDeposit, { params: paramsOf(client), body, key: newKey() });
  return { client, params: { depositId: data.depositId } };
}

/** Makes a deposit that was paid too late and exceeds the limit. */
async function makeHeldDeposit(site: TestPlatform): ReturnType<typeof startDeposit> {
  const sent = await startDeposit(site);
  await transaction(site.pool, async (tx) => {
    const row = await lockDeposit(tx, sent.params.depositId);
    if (row === null) throw new Error('a deposit stays');
    await holdDeposit(tx, row, { code: 'limit-exceeded', detail: 'It is past the deposit limit.' }, site.platform.now());
  });
  return sent;
}

const CREDIT = { choice: 'credit' } as const;

export const HELD_REFUSALS: readonly Refusal[] = [
  refusal('chooseForDeposit', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('chooseForDeposit', 'it is somebody else’s', 'not-found', async (site) => ({ ...(await makeHeldDeposit(site)), client: await site.signUp(), body: CREDIT })),
  refusal('chooseForDeposit', 'it is not held', 'conflict', async (site) => ({ ...(await startDeposit(site)), body: CREDIT })),
  refusal('chooseForDeposit', 'it is on its way back', 'conflict', async (site) => {
    const { client, params } = await makeHeldDeposit(site);
    await client.call(chooseForDeposit, { params: { ...paramsOf(client), ...params }, body: { choice: 'send-back' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refusal('chooseForDeposit', 'to credit it beyond a limit', 'limit-exceeded', async (site) => {
    const { client, params } = await makeHeldDeposit(site);
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 400, currency: 'NGN' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refusal('chooseForDeposit', 'to credit it on a break', 'cool-off', async (site) => {
    const { client, params } = await makeHeldDeposit(site);
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return { client, params, body: CREDIT };
  }),
  refusal('chooseForDeposit', 'under a key of something else', 'key-reused', async (site) => {
    const [{ client, params }, key] = [await makeHeldDeposit(site), newKey()];
    await client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 700, currency: 'NGN' }, key });
    return { client, params, body: CREDIT, key };
  }),
];
