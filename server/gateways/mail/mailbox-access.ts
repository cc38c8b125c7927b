/** Lets only a browser or program on this machine that has the key read the stored mails. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, tooManyAttempts } from '../../rate-limits/attempts';
import type { AttemptLimit } from '../../rate-limits/attempts';
import type { Foundation } from '../../foundation';
import { equalSecrets, readCookie, setCookie } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import { readMailboxKey } from './mailbox-key';

export const MAILBOX_PATH = '/api/mailbox';
/** The cookie stores the key in the browser that opened the link with it. Scripts can't read it, and no other path gets it. */
const COOKIE = 'ayo_mailbox';
/**
 * The limit is for all visitors together, because behind a silent proxy they have the same address. The right key is never refused because
 * of wrong ones, or strangers could lock the mailbox; nobody guesses 192 bits, so the limit only bounds the work and the log.
 */
const WRONG_KEYS: AttemptLimit = { kind: 'mailbox-key', limit: 30, windowMs: 60_000 };
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOCAL_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Returns true for a request from this machine to a local name: the socket's peer is loopback, no header says that a proxy forwarded the request,
 * and the host is local (a foreign web page can point its own host name at 127.0.0.1). A proxy without such headers passes this check, so
 * it is never enough alone.
 */
function isLocalRequest(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  return LOCAL_NAMES.test(request.headers.host ?? '');
}

/**
 * Checks that a reader has the key, in the address (`?key=`) or in the cookie, and returns which of them it was.
 *
 * @throws ProblemError `not-found` for another machine, and where a mail server is configured: then waiting mails contain links that only
 * their recipients may see. `unauthorised` without the right key; `too-many-requests` after too many wrong ones.
 */
export async function authenticateReader(request: FastifyRequest, platform: Foundation, addressKey: unknown): Promise<'address' | 'cookie'> {
  if (platform.config.smtp !== undefined || !isLocalRequest(request)) throw new ProblemError('not-found', 'There is nothing here.');
  const key = await readMailboxKey(platform);
  const isRightKey = (value: unknown): boolean => typeof value === 'string' && equalSecrets(value, key);
  if (isRightKey(addressKey)) return 'address';
  const cookieKey = readCookie(request, COOKIE);
  if (isRightKey(cookieKey)) return 'cookie';
  if (addressKey !== undefined || cookieKey !== null) {
    const wait = await countAttempt(platform.pool, WRONG_KEYS, '', platform.now());
    if (wait !== null) throw tooManyAttempts(wait, 'Too many wrong keys. Wait a little, and use the link that the start of Ayo printed.');
    platform.log('mailbox.wrong-key');
  }
  throw new ProblemError('unauthorised', 'The mailbox needs its key. Open the link that the start of Ayo printed, on this machine.');
}

/** Stores the key in a cookie, so that the browser sends it by itself until it is closed. */
export async function setKeyCookie(reply: FastifyReply, platform: Foundation): Promise<void> {
  setCookie(reply, platform.config, COOKIE, await readMailboxKey(platform), { path: MAILBOX_PATH });
}
