/** The part of a schema that checks a value: the contract's schemas have it, and so has a check made by hand. */
export type Fit<T> = { readonly success: true; readonly data: T } | { readonly success: false };

export interface Shape<T> {
  safeParse(value: unknown): Fit<T>;
}

type DataOf<R> = R extends { readonly success: true; readonly data: infer T } ? T : never;
/** The type of the values that the schema lets through; `undefined` where there is no schema. */
export type ShapeOutput<S> = S extends { safeParse(value: unknown): infer R } ? DataOf<R> : undefined;
