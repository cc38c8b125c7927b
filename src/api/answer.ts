/** What an HTTP answer means: data that fits the contract, or a failure with its code. Pure. */
import type { Problem } from '../core/contract/problem';
import { failure } from '../core/errors';
import type { Failure } from '../core/errors';
import { problemShape } from '../core/shapes/problem';
import type { Shape } from '../core/shapes/shape';
import { parseJson } from './parse-json';

export type Understood = { readonly ok: true; readonly data: unknown } | Failure;

/** Statuses under which a network that wants a sign-in sends its page. */
const PORTAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 511]);

export function isHtml(contentType: string | null, text: string): boolean {
  if (contentType !== null && /\b(?:html|xhtml)/i.test(contentType)) return true;
  return /^\s*(?:<!doctype|<html)/i.test(text);
}

/** `Retry-After` in ms: seconds or a date; undefined where there is none that makes sense. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** `otherwise` stands for what is no JSON. */
function parsed(text: string, otherwise: unknown): unknown {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}

function problemOf(body: unknown, status: number): Problem | undefined {
  const fit = problemShape.safeParse(body);
  if (fit.success) return fit.data;
  // Another platform's error: its code is kept, so that a log line can name it.
  if (typeof body !== 'object' || body === null || !('errorCode' in body)) return undefined;
  const code = body.errorCode;
  return typeof code === 'string' || typeof code === 'number' ? { title: '', status, code: String(code) } : undefined;
}

function failed(status: number, text: string, html: boolean, wait: number | undefined): Failure {
  const problem = html ? undefined : problemOf(parsed(text, undefined), status);
  const more = {
    status,
    ...(problem && { problem }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
  if (status >= 500) return failure('bad-response', { ...more, retryable: true });
  return failure('bad-request', { ...more, retryable: status === 408 || status === 429 });
}

/** An answer that is not the platform's: a page, a redirect, an unfit body. */
function notThePlatform(status: number, captivePortal: boolean): Failure {
  return failure('bad-response', { status, retryable: true, ...(captivePortal && { captivePortal }) });
}

interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  /** See `retryAfterMs`. */
  readonly retryAfterMs?: number | undefined;
}

/** `schema` undefined: the endpoint answers nothing, and whatever came is dropped. */
export function understand(answer: Answer, schema: Shape<unknown> | undefined): Understood {
  const { status, text } = answer;
  const html = isHtml(answer.contentType, text);
  const isSuccess = status >= 200 && status < 300;
  if (status < 200 || (status >= 300 && status < 400)) return notThePlatform(status, true);
  if (html && (isSuccess || PORTAL_STATUSES.has(status))) return notThePlatform(status, true);
  if (status === 511) return notThePlatform(status, true);
  if (!isSuccess) return failed(status, text, html, answer.retryAfterMs);

  // Platforms differ in what they answer where nothing is asked for; text that is no JSON is left as text.
  const body = text === '' ? undefined : parsed(text, text);
  if (typeof body === 'object' && body !== null && 'success' in body && body.success === false) {
    const problem = problemOf(body, status);
    return failure('bad-response', { status, retryable: true, ...(problem && { problem }) });
  }
  if (!schema) return { ok: true, data: undefined };
  const fit = schema.safeParse(body);
  return fit.success ? { ok: true, data: fit.data } : notThePlatform(status, false);
}
