/** A call that is refused, and the test that it changes nothing. */
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/core/contract';
import type { Endpoint } from '../../../src/core/contract/endpoint';
import type { ProblemCode } from '../../../src/core/contract/problem';
import { bodyOf, headersOf, pathOf } from '../contract-table';
import type { TestAnswer, TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { userIdOf } from '../withdrawals';
import { differences, readState } from './state';
import type { Leaves } from './state';

/** What is sent; what is left out is the example of `contract-table.ts`. */
export interface Sent {
  readonly client: TestClient;
  readonly params?: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly key?: string;
}

/** Makes a situation in which `call` is refused, and says what is sent then. */
export interface Refusal {
  /** Its name in the contract. */
  readonly call: string;
  readonly when: string;
  readonly code: ProblemCode;
  readonly arrange: (site: TestPlatform) => Promise<Sent>;
  /** Default: nothing. */
  readonly leaves?: Leaves;
}

type Arrange = Refusal['arrange'];

/** `call` is refused with `code` when … */
export const refused = (call: string, when: string, code: ProblemCode, arrange: Arrange, leaves?: Leaves): Refusal => ({
  call, when, code, arrange, ...(leaves !== undefined && { leaves }),
});

export function endpointOf(call: string): Endpoint {
  const endpoint = ENDPOINTS[call];
  if (endpoint === undefined) throw new Error(`the contract has no ${call}`);
  return endpoint;
}

/** A browser that has not been here yet asks for its token before it sends anything. */
async function getToken(client: TestClient): Promise<void> {
  if (!client.cookies.has('XSRF-TOKEN')) await client.request('GET', '/api/v1/auth/anti-forgery');
}

export function send(call: string, { client, params, body, headers, key }: Sent): Promise<TestAnswer> {
  const endpoint = endpointOf(call);
  const sent = body === undefined ? bodyOf({ name: call, endpoint }) : body;
  return client.request(endpoint.method, pathOf(endpoint, { userId: userIdOf(client), ...params }), {
    ...(sent !== undefined && sent !== null && { body: sent }),
    headers: { ...headersOf({ name: call, endpoint }), ...(key !== undefined && { 'idempotency-key': key }), ...headers },
  });
}

/** What the test before closed is in nobody's way. */
async function openAgain(pool: Pool): Promise<void> {
  await pool.query('UPDATE game SET enabled = true WHERE NOT enabled');
  await pool.query('UPDATE money_switch SET open = true, reason = NULL WHERE NOT open');
}

/** One test for each: refused as said, and every table is as it was. The same once more, as a device sends it again. */
export function itChangesNothing(refusals: readonly Refusal[], site: () => TestPlatform): void {
  it.each(refusals.map((refusal) => [refusal.call, refusal.when, refusal] as const))('%s: %s', async (_call, _when, { call, code, arrange, leaves }) => {
    await openAgain(site().pool);
    const sent = await arrange(site());
    await getToken(sent.client);
    const before = await readState(site().pool, leaves);
    const answer = await send(call, sent);
    expect(answer.problem?.code, answer.text).toBe(code);
    expect(differences(before, await readState(site().pool, leaves))).toEqual([]);
    const again = await send(call, sent);
    expect(again.status, again.text).toBeGreaterThanOrEqual(400);
    expect(differences(before, await readState(site().pool, leaves))).toEqual([]);
  });
}
