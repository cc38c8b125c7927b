/** Checks requests against the contract, and says for each field what is wrong, in words for people. */
import type * as z from 'zod/mini';
import type { Schema } from '../../src/core/contract/endpoint';
import type { FieldError } from '../../src/core/contract/problem';
import { ProblemError } from './problem';

type Issue = z.core.$ZodIssue;

/** The schema library's message where a schema has none of its own. */
const DEFAULT_MESSAGE = 'Invalid input';
const MAX_ERRORS = 20;
const MAX_FIELD_LENGTH = 100;

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be yes or no.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
};

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address like ada@example.com.',
  date: 'Enter a date like 1990-05-17.',
  datetime: 'Enter a time like 2026-11-21T10:00:00Z.',
};

/**
 * Returns the checked value of a part of a request; unknown members are refused or left out as the schema says.
 * @throws ProblemError with `code` and an error per field
 */
export function checkPart<T>(schema: Schema<T> | undefined, value: unknown, code: 'validation' | 'bad-request'): T | undefined {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ProblemError(code, code === 'validation' ? 'Check what you typed.' : 'There is no such address here.', {
    errors: toFieldErrors(result.error.issues, value),
  });
}

/** Says whether a call is complete without this part. */
export const mayBeMissing = (schema: Schema | undefined): boolean => schema?.safeParse(undefined).success === true;

/** Returns one error per field: the first one. */
export function toFieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    // A body may have thousands of wrong fields.
    if (errors.size >= MAX_ERRORS) break;
    for (const { field, message } of toErrors(issue, input)) {
      if (!errors.has(field)) errors.set(field, message);
    }
  }
  return [...errors].slice(0, MAX_ERRORS).map(([field, message]) => ({ field, message }));
}

function toErrors(issue: Issue, input: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({ field: toFieldName([...issue.path, key]), message: 'There is no such field here.' }));
  }
  return [{ field: toFieldName(issue.path), message: describeIssue(issue, input) }];
}

function toFieldName(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, MAX_FIELD_LENGTH);
}

function describeIssue(issue: Issue, input: unknown): string {
  if (valueAt(input, issue.path) === undefined) return 'This is needed.';
  if (issue.message !== DEFAULT_MESSAGE) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_MESSAGES[issue.expected] ?? 'This is not in the right form.';
    case 'invalid_value':
      return 'This is not one of the choices.';
    case 'invalid_format':
      return FORMAT_MESSAGES[issue.format] ?? 'This is not in the right form.';
    case 'too_small':
      return describeSize('at least', Number(issue.minimum), issue.origin);
    case 'too_big':
      return describeSize('at most', Number(issue.maximum), issue.origin);
    default:
      return 'This is not in the right form.';
  }
}

function describeSize(bound: 'at least' | 'at most', size: number, origin: string): string {
  if (origin === 'string') return size === 1 && bound === 'at least' ? 'This is needed.' : `Use ${bound} ${size} characters.`;
  return origin === 'array' ? `Enter ${bound} ${size}.` : `This must be ${bound} ${size}.`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
