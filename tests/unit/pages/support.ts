import type { CallError, Failure, Success } from '../../../src/core/errors';
import { failure } from '../../../src/core/errors';

/** An answer of the platform, live unless `savedAt` says from when it is. */
export function answer<T>(data: T, savedAt: number | null = null): Success<T> {
  return { ok: true, data, status: 200, etag: null, savedAt, replacedError: null, balanceVersion: null };
}

/** A refusal with a problem, as the client understands one. */
export function refusal(
  code: string,
  more: { readonly status?: number; readonly errors?: { field: string; message: string }[]; readonly detail?: string } = {},
  rest: Partial<CallError> = {},
): Failure {
  const { status = 422, ...problem } = more;
  return failure('bad-request', { status, problem: { title: 'No', status, code, ...problem }, ...rest });
}
