/** The cookies of the platform, all of them strictly of this site. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';

/** Proves that a session id is used by the browser it was made for. Scripts can't read it. */
export const BINDING_COOKIE = 'ayo_bind';
/** What a guest's anti-forgery token is bound to. Scripts can't read it. */
export const GUEST_COOKIE = 'ayo_guest';
/**
 * Knows a browser again after its player signed out: a sign-in elsewhere is told by mail, and strangers' wrong passwords don't
 * keep the player out here. Names nobody; opens nothing.
 */
export const DEVICE_COOKIE = 'ayo_device';
/** The anti-forgery token, for the client to copy into `X-XSRF-TOKEN`. */
export const TOKEN_COOKIE = 'XSRF-TOKEN';

const COOKIE_VALUE = /^[0-9A-Za-z_.-]{16,200}$/;

interface CookieOptions {
  /** Seconds; undefined = until the browser is closed. */
  readonly maxAgeSeconds?: number;
  readonly readable?: boolean;
  /** The addresses that get it begin with this. Default: all of them. */
  readonly path?: string;
}

/** One of our cookies, or null where it is missing or nothing we could have made. The first one counts. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return COOKIE_VALUE.test(value) ? value : null;
  }
  return null;
}

/** Sets a cookie beside those that are already set; `Secure` where the site is served over TLS. */
export function setCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, name: string, value: string, options: CookieOptions = {}): void {
  const isSecure = reply.request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
  const parts = [`${name}=${value}`, `Path=${options.path ?? '/'}`, 'SameSite=Strict'];
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`);
  if (options.readable !== true) parts.push('HttpOnly');
  if (isSecure) parts.push('Secure');
  // Fastify keeps several headers of this name side by side.
  void reply.header('set-cookie', parts.join('; '));
}

export function clearCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, name: string): void {
  setCookie(reply, config, name, '', { maxAgeSeconds: 0 });
}

/** Compares in constant time. */
export function equalSecrets(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
