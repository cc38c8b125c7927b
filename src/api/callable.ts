import type { Endpoint } from '../core/contract/endpoint';
import type { Shape, ShapeOutput } from '../core/schema';

/** The parts of a call that a client needs. The contract's endpoints have them, and so do the calls of the outbox. */
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
