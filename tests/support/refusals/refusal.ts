/** A call that is refused, and the test that it changes nothing. */
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/core/contract';
import type { Endpoint } from '../../../src/core/contract/endpoint';
import type { ProblemCode } from '../../../src/core/contract/problem';
import { bodyOf, headersOf, pathOf } from '../contract-table';
import { userIdOf } from '../http-client';
import type { TestAnswer, TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { isLong } from '../seeds';
import { differences, readState } from './state';
import type { AllowedChanges } from './state';

/** The request; fields that are absent are those of the example in `contract-table.ts`. */
export interface RefusalRequest {
  readonly client: TestClient;
  readonly params?: Readonly<Record<string, string>>;
  /** Null sends no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly key?: string;
}

/** Arranges a situation in which `call` is refused, and returns the request. */
export interface Refusal {
  /** The call's name in the contract. */
  readonly call: string;
  readonly when: string;
  readonly code: ProblemCode;
  readonly arrange: (site: TestPlatform) => Promise<RefusalRequest>;
  /** A refused call changes nothing by default. */
  readonly leaves?: AllowedChanges;
}

type Arrange = Refusal['arrange'];

/** Describes that `call` is refused with `code` in a situation. */
export const refusal = (call: string, when: string, code: ProblemCode, arrange: Arrange, leaves?: AllowedChanges): Refusal => ({
  call, when, code, arrange, ...(leaves !== undefined && { leaves }),
});

export function endpointOf(call: string): Endpoint {
  const endpoint = ENDPOINTS[call];
  if (endpoint === undefined) throw new Error(`the contract has no ${call}`);
  return endpoint;
}

/** Fetches the token that a new browser needs before it sends anything. */
async function getToken(client: TestClient): Promise<void> {
  if (!client.cookies.has('XSRF-TOKEN')) await client.request('GET', '/api/v1/auth/anti-forgery');
}

export function send(call: string, { client, params, body, headers, key }: RefusalRequest): Promise<TestAnswer> {
  const endpoint = endpointOf(call);
  const sent = body === undefined ? bodyOf({ name: call, endpoint }) : body;
  return client.request(endpoint.method, pathOf(endpoint, { userId: userIdOf(client), ...params }), {
    ...(sent !== undefined && sent !== null && { body: sent }),
    headers: { ...headersOf({ name: call, endpoint }), ...(key !== undefined && { 'idempotency-key': key }), ...headers },
  });
}

/** Opens the games that an earlier test closed. */
async function reopen(pool: Pool): Promise<void> {
  await pool.query('UPDATE game SET enabled = true WHERE NOT enabled');
  await pool.query('UPDATE money_switch SET open = true, reason = NULL WHERE NOT open');
}

/**
 * Makes a test for each refusal: the platform refuses the call and no table changes, also when the device repeats the request.
 */
export function itChangesNothing(refusals: readonly Refusal[], site: () => TestPlatform): void {
  it.each(refusals.map((refusal) => [refusal.call, refusal.when, refusal] as const))('%s: %s', async (_call, _when, { call, code, arrange, leaves }) => {
    await reopen(site().pool);
    const sent = await arrange(site());
    await getToken(sent.client);
    const before = await readState(site().pool, leaves);
    const answer = await send(call, sent);
    expect(answer.problem?.code, answer.text).toBe(code);
    // The repeated request finds the state that the first one left, so in the short run one comparison after both is enough.
    if (isLong) expect(differences(before, await readState(site().pool, leaves))).toEqual([]);
    const again = await send(call, sent);
    expect(again.status, again.text).toBeGreaterThanOrEqual(400);
    expect(differences(before, await readState(site().pool, leaves))).toEqual([]);
  });
}
