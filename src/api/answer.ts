/** Reads an HTTP answer: it is data that fits the contract, or a failure with its code. Pure. */
import type { Problem } from '../core/contract/problem';
import { problem } from '../core/contract/problem';
import { failure } from '../core/errors';
import type { Failure } from '../core/errors';
import type { Shape } from '../core/schema';
import { parseJson } from './parse-json';

export type ParsedAnswer = { readonly ok: true; readonly data: unknown; readonly leftOut?: number } | Failure;

/** The statuses with which a captive portal sends its sign-in page. */
const PORTAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 511]);

function isHtml(contentType: string | null, text: string): boolean {
  if (contentType !== null && /\b(?:html|xhtml)/i.test(contentType)) return true;
  return /^\s*(?:<!doctype|<html)/i.test(text);
}

/** A browser's timer can wait for no longer than this, so a platform that asks for more does not mean it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `Retry-After` in ms: seconds or a date; undefined where there is none that makes sense. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return ms >= 0 && ms <= LONGEST_TIMER_MS ? ms : undefined;
}

/** Returns true for HTML. A platform may send its JSON as text/html, so a text that parses as an object is no page. */
function isPage(contentType: string | null, text: string): boolean {
  if (!isHtml(contentType, text)) return false;
  const body = parseJsonOr(text, null);
  return typeof body !== 'object' || body === null;
}

/** Parses JSON. Returns `otherwise` for a text that is none. */
function parseJsonOr(text: string, otherwise: unknown): unknown {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}

function problemOf(body: unknown, status: number): Problem | undefined {
  const parsed = problem.safeParse(body);
  if (parsed.success) return parsed.data;
  // Another platform's error: its code is kept, so that a log line can name it.
  if (typeof body !== 'object' || body === null || !('errorCode' in body)) return undefined;
  const code = body.errorCode;
  return typeof code === 'string' || typeof code === 'number' ? { title: '', status, code: String(code) } : undefined;
}

function failureOf(status: number, text: string, html: boolean, wait: number | undefined): Failure {
  const problem = html ? undefined : problemOf(parseJsonOr(text, undefined), status);
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

function lengthOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) ? value.items.length : 0;
}

/** Returns true if a success has no content of its own: it is empty, or another platform's `{"success": true}`. */
function isBare(body: unknown): boolean {
  return body === undefined || (typeof body === 'object' && body !== null && 'success' in body && body.success === true);
}

/** `schema` undefined: the endpoint answers nothing, so a success that holds something else is not the platform's. */
export function parseAnswer(answer: Answer, schema: Shape<unknown> | undefined): ParsedAnswer {
  const { status, text } = answer;
  const html = isPage(answer.contentType, text);
  const isSuccess = status >= 200 && status < 300;
  if (status < 200 || (status >= 300 && status < 400)) return notThePlatform(status, true);
  if (html && (isSuccess || PORTAL_STATUSES.has(status))) return notThePlatform(status, true);
  if (status === 511) return notThePlatform(status, true);
  if (!isSuccess) return failureOf(status, text, html, answer.retryAfterMs);

  // Platforms differ in the bodies of answers that need none, so a text that is no JSON stays a text.
  const body = text.trim() === '' ? undefined : parseJsonOr(text, text);
  if (typeof body === 'object' && body !== null && 'success' in body && body.success === false) {
    const problem = problemOf(body, status);
    return failure('bad-response', { status, retryable: true, ...(problem && { problem }) });
  }
  if (!schema) return isBare(body) ? { ok: true, data: undefined } : notThePlatform(status, false);
  const parsed = schema.safeParse(body);
  if (!parsed.success) return notThePlatform(status, false);
  const leftOut = lengthOf(body) - lengthOf(parsed.data);
  return { ok: true, data: parsed.data, ...(leftOut > 0 && { leftOut }) };
}
