/**
 * Writes JSON in one spelling, so that equal values are equal texts and have one hash: members sorted by their names, no
 * spaces. `jq -cS` and Python's `json.dumps(…, sort_keys=True, separators=(",", ":"))` write the same for ASCII text and whole
 * numbers.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, part]) => part !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}
