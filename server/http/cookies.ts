/** Reads and sets the platform's cookies, which are all SameSite=Strict. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';

/** Proves that a session id is used by the browser it was made for. Scripts can't read it. */
export const BINDING_COOKIE = 'ayo_bind';
/** A guest's anti-forgery token is bound to this cookie. Scripts can't read it. */
export const GUEST_COOKIE = 'ayo_guest';
/**
 * By this cookie the platform recognises a browser after its player signed out. So a sign-in on another one is reported by mail,
 * and wrong passwords of strangers don't keep the player out on this one. It names nobody and gives access to nothing.
 */
export const DEVICE_COOKIE = 'ayo_device';
/** The anti-forgery token, for the client to copy into `X-XSRF-TOKEN`. */
export const TOKEN_COOKIE = 'XSRF-TOKEN';

const COOKIE_VALUE = /^[0-9A-Za-z_.-]{16,200}$/;

interface CookieOptions {
  /** Seconds; undefined = until the browser is closed. */
  readonly maxAgeSeconds?: number;
  readonly isReadable?: boolean;
  /** Browsers send the cookie to addresses that begin with this. Default: to all. */
  readonly path?: string;
}

/** Reads one of our cookies; null where it is missing or has a form that we never make. The first of several counts. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const separatorIndex = pair.indexOf('=');
    if (pair.slice(0, separatorIndex).trim() !== name) continue;
    const value = pair.slice(separatorIndex + 1).trim();
    return COOKIE_VALUE.test(value) ? value : null;
  }
  return null;
}

/** Adds a cookie to those that the answer sets; it is `Secure` where the site is served over TLS. */
export function setCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, name: string, value: string, options: CookieOptions = {}): void {
  const isSecure = reply.request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
  const parts = [`${name}=${value}`, `Path=${options.path ?? '/'}`, 'SameSite=Strict'];
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`);
  if (options.isReadable !== true) parts.push('HttpOnly');
  if (isSecure) parts.push('Secure');
  // Fastify keeps several headers of this name side by side.
  void reply.header('set-cookie', parts.join('; '));
}

export function clearCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, name: string): void {
  setCookie(reply, config, name, '', { maxAgeSeconds: 0 });
}

/** Compares two secrets in constant time. */
export function equalSecrets(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
