/**
 * The address of a call, made from the schemas of its endpoint: nothing in it is glued together from unchecked parts.
 */
import type { Callable } from './callable';

type Values = Readonly<Record<string, unknown>>;

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * `?a=1&b=2` with the names in alphabetical order, so that equal queries have equal addresses; `` when there is none.
 */
export function queryText(values: Values): string {
  const query = new URLSearchParams();
  for (const name in values) if (values[name] !== undefined) query.set(name, asText(values[name]));
  query.sort();
  const text = String(query);
  return text && `?${text}`;
}

/** Path and query below the client's base, or null when a parameter is not what the endpoint's schemas allow. */
export function addressOf(endpoint: Callable, params: unknown, query: unknown): string | null {
  const checkedParams = endpoint.params?.safeParse(params);
  const checkedQuery = endpoint.query?.safeParse(query ?? {});
  if (checkedParams?.success === false || checkedQuery?.success === false) return null;
  const values: Values = isValues(checkedParams?.data) ? checkedParams.data : {};
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  // A value of dots alone would be a step in the path, however it is encoded, so it is refused.
  if (names.some((name) => /^\.{0,2}$/.test(asText(values[name])))) return null;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(values[name])));
  return path + (isValues(checkedQuery?.data) ? queryText(checkedQuery.data) : '');
}
