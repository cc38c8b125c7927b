/** Makes the platform's OpenAPI document from the schemas that check calls and answers. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ENDPOINTS } from '../../src/core/contract';
import type { Access, Endpoint, Schema } from '../../src/core/contract/endpoint';
import { BALANCE_VERSION_HEADER } from '../../src/core/contract/headers';
import { getBalance } from '../../src/core/contract/player';
import { idempotencyKey } from '../../src/core/contract/primitives';
import { PROBLEM_CODES, SESSION_END_REASONS, problem } from '../../src/core/contract/problem';
import { sendCompressed } from './encoding';
import { namesTag, tagOf } from './etag';
import { SUMMARIES } from './summaries';
import { mayBeMissing } from './validation';

type Json = Readonly<Record<string, unknown>>;

const DIALECT = 'https://spec.openapis.org/oas/3.1/dialect/base';

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [{}],
  session: [{ session: [] }],
  bound: [{ session: [], binding: [] }],
  admin: [{ session: [], binding: [] }],
};

const ACCESS_WORDS: Readonly<Record<Access, string>> = {
  public: 'Anybody may call this.',
  session: 'For the player whose session it is.',
  bound: 'For the player whose session it is, from the browser that signed in.',
  admin: 'For admins, from the browser that signed in.',
};

/** Makes the JSON schema of a value as it goes over the wire, before the schema tidies it up. */
function jsonSchema(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // The library adds functions to the plain data.
  return JSON.parse(JSON.stringify(rest)) as Json;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Turns the members of an object schema into parameters of a path or a query. */
function toParameters(schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema);
  const requiredNames = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).map(([name, member]) => ({
    name, in: location, required: location === 'path' || requiredNames.includes(name), schema: member,
  }));
}

function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, required: boolean, schema: Json, description: string): Json => ({
    name, in: 'header', required, schema, description,
  });
  const text: Json = { type: 'string' };
  return [
    ...(endpoint.idempotent === true
      ? [header('Idempotency-Key', true, jsonSchema(idempotencyKey), 'New for each intent; the same again for the same intent.')]
      : []),
    ...(endpoint.etag === true ? [header('If-None-Match', false, text, 'Answered with 304 when nothing changed.')] : []),
    ...(endpoint.method === 'PATCH' ? [header('If-Match', true, text, 'The version that is changed, in quotes.')] : []),
    ...(endpoint.method === 'GET'
      ? []
      : [header('X-XSRF-TOKEN', false, text, 'The value of the cookie XSRF-TOKEN; browsers must send it.')]),
  ];
}

const toContent = (type: string, schema: Json): Json => ({ content: { [type]: { schema } } });
const PROBLEM_ANSWER = { description: 'A problem', ...toContent('application/problem+json', { $ref: '#/components/schemas/Problem' }) };

function toResponses(endpoint: Endpoint): Json {
  const { answer, etag, status } = endpoint;
  const headers: Json = {
    ...(etag === true && { ETag: { schema: { type: 'string' } } }),
    ...(endpoint === getBalance && {
      [BALANCE_VERSION_HEADER]: { schema: { type: 'integer' }, description: 'A lower one is older and never replaces a higher one.' },
    }),
  };
  return {
    [status]: {
      description: 'Done',
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(answer !== undefined && toContent('application/json', jsonSchema(answer))),
    },
    ...(etag === true && { 304: { description: 'Nothing changed' } }),
    default: PROBLEM_ANSWER,
  };
}

function toOperation(name: string, endpoint: Endpoint): Json {
  const allParameters = [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query'), ...headerParameters(endpoint)];
  return {
    operationId: name,
    summary: SUMMARIES[name],
    description: ACCESS_WORDS[endpoint.access],
    tags: [endpoint.path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'platform'],
    security: SECURITY[endpoint.access],
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...(endpoint.body !== undefined && { requestBody: { required: !mayBeMissing(endpoint.body), ...toContent('application/json', jsonSchema(endpoint.body)) } }),
    responses: toResponses(endpoint),
  };
}

/** Writes a path as OpenAPI does: `/v1/games/:gameId` → `/v1/games/{gameId}`. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Builds the whole document, in OpenAPI 3.1. */
export function buildOpenApi(version: string, endpoints: Readonly<Record<string, Endpoint>> = ENDPOINTS): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: DIALECT,
    info: {
      title: 'Ayo platform',
      version,
      description:
        'Amounts are decimal naira; instants are UTC. Every error is a problem (RFC 9457) with a stable code. Calls that move ' +
        'money take an Idempotency-Key: the same key with the same body is answered with the first answer, byte for byte.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-SessionId', description: 'The session id from signing in.' },
        binding: { type: 'apiKey', in: 'cookie', name: 'ayo_bind', description: 'Made at sign-in for that browser alone.' },
      },
      schemas: {
        Problem: jsonSchema(problem),
        ProblemCode: { type: 'string', enum: PROBLEM_CODES },
        SessionEndReason: { type: 'string', enum: SESSION_END_REASONS },
      },
    },
  };
}

/** Serves the document at `GET /api/openapi.json`. It is built with the first request: it would be a tenth of each start's work. */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  let built: { readonly text: string; readonly tag: string } | null = null;
  const build = () => {
    const text = JSON.stringify(buildOpenApi(version));
    return { text, tag: tagOf(text) };
  };
  app.get('/api/openapi.json', { config: { lane: 'none' } }, async (request, reply) => {
    const { text, tag } = (built ??= build());
    void reply.header('cache-control', 'no-cache').header('etag', `"${tag}"`);
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return sendCompressed(request, reply, text);
  });
}
