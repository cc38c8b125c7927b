import type { Endpoint } from '../core/contract/endpoint';
import type { Shape, ShapeOutput } from '../core/schema';

/** What a client needs of a call. The contract's endpoints are that, and so are the calls of the outbox. */
export interface Callable {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly params?: Shape<unknown> | undefined;
  readonly query?: Shape<unknown> | undefined;
  readonly body?: Shape<unknown> | undefined;
  readonly answer?: Shape<unknown> | undefined;
}

type PartOf<E, Name extends string> = E extends { readonly [K in Name]?: infer S } ? ShapeOutput<S> : undefined;

export type ParamsOf<E> = PartOf<E, 'params'>;
export type QueryOf<E> = PartOf<E, 'query'>;
export type BodyOf<E> = PartOf<E, 'body'>;
export type AnswerOf<E> = PartOf<E, 'answer'>;
