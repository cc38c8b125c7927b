import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdminRole } from '../../src/core/admin-roles';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../src/core/contract/endpoint';
import type { CallerPlace } from '../place/rules';
import type { CallGate, Lane } from './call-gate';
import type { FigureVersions } from './figure-versions';

/** The caller, after the guards have let the call through. */
export interface Caller {
  readonly userId: string;
  readonly role: 'player' | 'admin';
  /** SHA-256 of the session id, hex: names the session in the database. */
  readonly sessionHash: string;
  /** True when the call came with the session's binding cookie. */
  readonly isBound: boolean;
  /** Up to a second old in a call that changes nothing; see `SessionDirectory.findKept`. */
  readonly versions: FigureVersions;
  /** The player's last own action before this call. */
  readonly lastActionAt: Date;
  /** When this session has given the admin's second factor; null: never, and for players. */
  readonly factorAt: Date | null;
  /** What an admin may do at the desk; read for its calls alone, and empty in all others. */
  readonly roles: readonly AdminRole[];
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  /** The checked `Idempotency-Key`; an empty string where the endpoint takes none. */
  readonly key: string;
  /** The country and state that the call comes from, as far as the proxy says so. */
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

/** A route answers with this for a 304, without making the body; `etag` has no quotes. */
export class NotModified {
  readonly etag: string;
  constructor(etag: string) {
    this.etag = etag;
  }
}

/**
 * A route answers with this where the tag (without quotes) says the whole answer, the same for everybody. The process keeps its body under the
 * tag, so `make` is called only where it is not kept.
 */
export class KeptAnswer<T> {
  readonly tag: string;
  readonly make: () => Promise<T>;
  constructor(tag: string, make: () => Promise<T>) {
    this.tag = tag;
    this.make = make;
  }
}

type AnswerPromise<E extends Endpoint> = Promise<AnswerOf<E> | RawAnswer | NotModified | KeptAnswer<AnswerOf<E>>>;
export type Handler<E extends Endpoint> = (call: Call<E>) => AnswerPromise<E>;
/** Handles a call that anybody may make; `caller` is null unless the call has an open session. */
export type PublicHandler<E extends Endpoint> = (call: Omit<Call<E>, 'caller'> & { readonly caller: Caller | null }) => AnswerPromise<E>;

export interface CallOptions {
  /**
   * Returns the tag (without quotes) of the present answer where the versions of the caller's figures say it, else null. A caller who has
   * that answer gets 304 before the call takes a place in its lane. It may set headers of the answer.
   */
  readonly knownTag?: (caller: Caller, reply: FastifyReply) => string | null;
  /**
   * The lane in which the call waits for its turn. Default: `read` for reads, `player` for a player's changes, `stranger` for anything
   * else. A call with `none` is never refused, because it takes no connection of the pool.
   */
  readonly lane?: Lane | 'none';
  /**
   * The answer shows results of games, so it is refused while commits are in doubt: a failover may take such a commit back, and whoever knew its
   * result could bet on it.
   */
  readonly isConfirmed?: true;
  /** The handler records the player's action itself, in the transaction of what it does. */
  readonly recordsAction?: boolean;
}

/** The one way to serve a call of the contract: it adds guards, checks of call and answer, the ETag and errors. */
export interface Router {
  on<E extends Endpoint>(endpoint: E, handle: Handler<E>, options?: CallOptions): void;
  /** Does the same for an endpoint with the access `public`, which needs no session. Using the wrong one of the two throws at the start. */
  onPublic<E extends Endpoint>(endpoint: E, handle: PublicHandler<E>, options?: CallOptions): void;
  /**
   * Takes routes outside the contract (hosted pages, notifications, browser redirects): whole paths, with `/api`. Each names its lane in its
   * `config`, in which the caller counts by their address.
   */
  readonly app: FastifyInstance;
  /** For a route outside the contract whose lane is `own`. */
  readonly gate: Pick<CallGate, 'run'>;
}
