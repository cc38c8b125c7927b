import type * as z from '../zod';
import type { AdminRole } from '../admin-roles';

/**
 * The callers that an endpoint answers.
 * - `public`: anybody.
 * - `session`: `X-SessionId` of an open session; with a `:userId` in the path it must be that player's own.
 * - `bound`: the same and, because it moves money or changes the account, the binding cookie of that session.
 * - `admin`: bound, and an admin who has one of `roles`.
 */
export type Access = 'public' | 'session' | 'bound' | 'admin';

export type Schema<T = unknown> = z.ZodMiniType<T>;

/** One call of the platform: the same value validates the client's answer, the server's input and makes the OpenAPI document. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  readonly path: string;
  readonly access: Access;
  /** With `access: 'admin'`: the caller needs one of these; `any` lets every admin call it. Without it nobody may. */
  readonly roles?: readonly AdminRole[] | 'any';
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Schema of the 2xx body; `undefined` for 204. */
  readonly answer: Answer;
  /** The status of success. */
  readonly status: 200 | 201 | 202 | 204;
  /** The call takes an `Idempotency-Key` and is answered from it when sent again. */
  readonly idempotent?: boolean;
  /** False for a call that takes a key but moves no money. A call with a key moves money unless this is false. */
  readonly money?: false;
  /** The answer carries an `ETag`, and `If-None-Match` is answered with 304. A handler may save the work by `withTag` (server/http/etag.ts). */
  readonly etag?: boolean;
  /** An own action of the player (keeps the session fresh); polls are not. */
  readonly action?: boolean;
  /**
   * True if the call needs a session in which the player was active in the last half hour. Default: true for calls that move money. It is
   * false for calls that bring money to the player and take none from them.
   */
  readonly fresh?: boolean;
  /** It is answered also while an admin has not set a password of their own. */
  readonly beforeOwnPassword?: boolean;
  /**
   * It is answered also in a session that has not given the admin's second factor: `always`, or `enrolling`, while the admin has none. Whoever has
   * one has given it a moment ago to enrol another.
   */
  readonly beforeFactor?: 'always' | 'enrolling';
  /** It asks for the second factor again where this session gave it longer ago: it is about money, roles, or other people's data. */
  readonly stepUp?: true;
  /** The largest body that is read, in bytes. Default: `BODY_BYTES`. */
  readonly bodyBytes?: number;
}

/** Most calls have a few short fields. The platform parses a body before it knows whether it is worth the work, so a larger one is not read. */
export const BODY_BYTES = 16 * 1024;

/** Returns true if a call moves money. While such a call is unanswered, nobody knows if the money moved. */
export function movesMoney({ idempotent, money }: Pick<Endpoint, 'idempotent' | 'money'>): boolean {
  return idempotent === true && money !== false;
}

/** Returns true if a call is refused in a session in which the player has not done anything for a while. */
export function needsFreshSession(endpoint: Pick<Endpoint, 'idempotent' | 'money' | 'fresh'>): boolean {
  return endpoint.fresh ?? movesMoney(endpoint);
}

type SchemaOutput<S> = S extends Schema<infer T> ? T : undefined;
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? SchemaOutput<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? SchemaOutput<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? SchemaOutput<B> : never;
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? SchemaOutput<A> : never;

interface Description<P, Q, B, A> {
  method: Endpoint['method'];
  path: string;
  access: Access;
  roles?: Endpoint['roles'];
  params?: P;
  query?: Q;
  body?: B;
  answer?: A;
  status?: Endpoint['status'];
  idempotent?: boolean;
  money?: false;
  etag?: boolean;
  action?: boolean;
  fresh?: boolean;
  beforeOwnPassword?: boolean;
  beforeFactor?: Endpoint['beforeFactor'];
  stepUp?: true;
  bodyBytes?: number;
}

/** Fills in what a description leaves out: no schema for the missing parts, 204 where nothing is answered, else 200. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends Schema | undefined = undefined,
>(description: Description<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const { params, query, body, answer, status = answer === undefined ? 204 : 200, ...rest } = description;
  // A cast, because the compiler does not see that the type parameter of a missing part is `undefined`.
  return { ...rest, params, query, body, answer, status } as Endpoint<P, Q, B, A>;
}
