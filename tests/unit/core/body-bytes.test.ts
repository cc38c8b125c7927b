import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/core/contract';
import { BODY_BYTES } from '../../../src/core/contract/endpoint';

interface JsonSchema {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** A text without a bound of its own is short, like an id or a date; those that people write have one. */
const SHORT_TEXT = 64;
const LONGEST_NUMBER = 24;

/** The bytes of the longest value that the schema takes. A letter has up to three bytes, one of a pattern one. */
function longest({ type, maxLength, maxItems, pattern, properties, items, anyOf, oneOf }: JsonSchema): number {
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return Math.max(...choices.map(longest));
  if (properties !== undefined) return Object.entries(properties).reduce((sum, [name, each]) => sum + name.length + 4 + longest(each), 2);
  if (items !== undefined) return 2 + (maxItems ?? 16) * (longest(items) + 1);
  if (type === 'string') return 2 + (maxLength ?? SHORT_TEXT) * (pattern === undefined ? 3 : 1);
  return LONGEST_NUMBER;
}

describe('the largest body of a call', () => {
  it('has room for the longest one that the contract allows', () => {
    const tooSmall = Object.entries(ENDPOINTS).flatMap(([name, { body, bodyBytes = BODY_BYTES }]) => {
      if (body === undefined) return [];
      const bytes = longest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
      return bytes > bodyBytes ? [`${name}: ${bytes} of ${bodyBytes}`] : [];
    });
    expect(tooSmall).toEqual([]);
  });
});
