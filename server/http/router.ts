import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../src/core/contract/endpoint';
import type { CallerPlace } from '../place/rules';

/** Who calls, after the guards of the endpoint's access have let the call through. */
export interface Caller {
  readonly userId: string;
  readonly role: 'player' | 'admin';
  /** SHA-256 of the session id, hex: names the session in the database. */
  readonly sessionHash: string;
  /** The call came with the session's binding cookie. */
  readonly bound: boolean;
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  /** The checked `Idempotency-Key`; an empty string where the endpoint takes none. */
  readonly key: string;
  /** Where the call comes from. */
  readonly place: CallerPlace;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answer that is already text, sent byte for byte: the first answer to an idempotency key. */
export class RawAnswer {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** What a route needs to say 304 without making the body; `etag` without quotes. */
export class NotModified {
  readonly etag: string;
  constructor(etag: string) {
    this.etag = etag;
  }
}

type Answered<E extends Endpoint> = Promise<AnswerOf<E> | RawAnswer | NotModified>;
export type Handle<E extends Endpoint> = (call: Call<E>) => Answered<E>;
/** A call that anybody may make; `caller` is null unless an open session came along. */
export type HandleOpen<E extends Endpoint> = (call: Omit<Call<E>, 'caller'> & { readonly caller: Caller | null }) => Answered<E>;

/** The one way to serve a call of the contract: guards, validation of both ends, ETag and errors come with it. */
export interface Router {
  on<E extends Endpoint>(endpoint: E, handle: Handle<E>): void;
  /** The same for an endpoint with the access `public`; using the wrong one of the two throws at the start. */
  open<E extends Endpoint>(endpoint: E, handle: HandleOpen<E>): void;
  /** For what is no call of the contract (hosted pages, notifications, browser redirects): whole paths, with `/api`. */
  readonly app: FastifyInstance;
}
