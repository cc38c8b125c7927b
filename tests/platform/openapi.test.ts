import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUMMARIES } from '../../server/http/summaries';
import { ENDPOINTS } from '../../src/core/contract';
import { CAPABILITIES } from '../../src/core/contract/platform';
import { parseCapabilities } from '../../server/hosting/capabilities';
import { openApiPath } from '../../server/http/openapi';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

/** Routes below `/api` that are no calls of the contract, grouped by who uses them. */
const OUTSIDE_THE_CONTRACT = [
  // Those who watch the process.
  /^(GET|HEAD) \/(livez|readyz)$/,
  // Programs that read the contract.
  /^(GET|HEAD) \/api\/openapi\.json$/,
  // The payment gateway's servers.
  /^POST \/api\/notifications\/payments\/\w+$/,
  // Browsers that come back from paying; the other methods are refused there.
  /^[A-Z]+ \/api\/callbacks\/mm\/(success|cancel|failure)$/,
  // The payment simulator's own page.
  /^(GET|HEAD|POST) \/api\/simulator\/checkout(\.css|\/:reference)$/,
  /^(GET|HEAD) \/api\/simulator\/pay$/,
  /^(GET|HEAD|POST) \/api\/simulator\/bank$/,
  // Pictures of games that admins gave, which lie beside those of the app.
  /^(GET|HEAD) \/cdn\/art\/:file$/,
  // A player's browser that fetches a file.
  /^GET \/api\/v1\/archives\/:token$/,
  // People on this machine.
  /^(GET|HEAD) \/api\/mailbox(\/:mailId)?$/,
];

interface Operation {
  operationId: string;
  summary?: string;
  security: readonly Record<string, unknown>[];
  parameters?: readonly { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; schemas: object };
}

let test: TestPlatform;
let document: OpenApi;
beforeAll(async () => {
  test = await testPlatform();
  document = (await test.client().request('GET', '/api/openapi.json')).data as OpenApi;
});
afterAll(() => test.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })));

describe('the contract and the routes', () => {
  it('are the same: every call of the contract has a handler', () => {
    const registered = new Set(test.router.registered);
    const missing = Object.entries(ENDPOINTS).filter(([, endpoint]) => !registered.has(endpoint));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('are the same: every route is a call of the contract, or on the short list of others', () => {
    const calls = new Map(Object.values(ENDPOINTS).map(({ method, path }) => [`${method} /api${path}`, true]));
    const paths = new Set(Object.values(ENDPOINTS).map(({ path }) => `/api${path}`));
    // Every other method of a contract's path is refused with 405, which http.test.ts looks at.
    const isRefusal = (route: string) => paths.has(route.split(' ')[1] ?? '') && !calls.has(route);
    const strange = test.routes.filter(
      (route) => !calls.has(route) && !isRefusal(route) && !OUTSIDE_THE_CONTRACT.some((pattern) => pattern.test(route)),
    );
    expect(strange).toEqual([]);
  });

  it('are the same: no handler serves something that the contract does not export', () => {
    const exportedEndpoints = new Set(Object.values(ENDPOINTS));
    expect(test.router.registered.filter((endpoint) => !exportedEndpoints.has(endpoint))).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('has every call once, under its name', () => {
    const documentedCalls = operations().map(({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`);
    const wanted = Object.entries(ENDPOINTS).map(([name, { method, path }]) => `${name} ${method} ${openApiPath(path)}`);
    expect(documentedCalls.toSorted()).toEqual(wanted.toSorted());
  });

  it('says in a sentence what each call does, and of no other', () => {
    expect(Object.keys(SUMMARIES).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
    expect(operations().filter(({ operation }) => (operation.summary ?? '') === '')).toEqual([]);
  });

  it('says who may call what', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'binding']);
    for (const { operation } of operations()) {
      const { access } = ENDPOINTS[operation.operationId]!;
      expect(operation.security.map((each) => Object.keys(each))).toEqual([
        access === 'public' ? [] : access === 'session' ? ['session'] : ['session', 'binding'],
      ]);
    }
  });

  it('names every parameter of a path, the key of money calls, and the version of conditional ones', () => {
    for (const { path, method, operation } of operations()) {
      const endpoint = ENDPOINTS[operation.operationId]!;
      const names = (place: string) => (operation.parameters ?? []).filter((each) => each.in === place).map(({ name }) => name);
      expect(names('path').toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted());
      expect(names('header').includes('Idempotency-Key')).toBe(endpoint.idempotent === true);
      expect(names('header').includes('If-Match')).toBe(method === 'patch');
      expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined);
    }
  });

  it('has a schema for every answer, and a problem for every error', () => {
    for (const { operation } of operations()) {
      const { answer, status, etag } = ENDPOINTS[operation.operationId]!;
      const { content } = operation.responses[status]!;
      expect(content?.['application/json']?.schema !== undefined).toBe(answer !== undefined);
      expect(operation.responses['default']?.content).toHaveProperty(['application/problem+json']);
      expect(operation.responses[304] !== undefined).toBe(etag === true);
    }
  });

  it('is answered with 304 to its own tag', async () => {
    const { headers } = await test.client().request('GET', '/api/openapi.json');
    const again = await test.client().request('GET', '/api/openapi.json', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  it('shows another Ayo in front of it everything that this platform can do', () => {
    expect(parseCapabilities(document)).toEqual([...CAPABILITIES]);
  });
});

describe('reading another platform’s OpenAPI document', () => {
  const withPaths = (...calls: string[]) => ({
    paths: Object.fromEntries(calls.map((call) => [call.split(' ')[1], { [call.split(' ')[0]!]: {} }])),
  });

  it('finds a call whatever its parameters are called and wherever its paths begin', () => {
    expect(parseCapabilities(withPaths('delete /api/v1/player/{id}/consent/{tag}'))).toEqual(['withdraw-consent']);
    expect(parseCapabilities(withPaths('get /v1/games/'))).toEqual(['games']);
  });

  it('finds nothing where a call that belongs to it is missing', () => {
    expect(parseCapabilities(withPaths('get /v1/player/{p}/rounds'))).toEqual([]);
    expect(parseCapabilities(withPaths('post /v1/games'))).toEqual([]);
  });

  it.each([[null], ['<html>'], [{}], [{ paths: [] }]])('does not take %j for a document', (document) => {
    expect(parseCapabilities(document)).toBeNull();
  });
});
