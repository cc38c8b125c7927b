/** Who may read the mails that are kept: a browser or program on this machine that shows the key. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, tooManyAttempts } from '../../attempts';
import type { AttemptLimit } from '../../attempts';
import type { Foundation } from '../../foundation';
import { equalSecrets, readCookie, setCookie } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import { readMailboxKey } from './mailbox-key';

export const MAILBOX_PATH = '/api/mailbox';
/** Keeps the key in the browser that came with it in its link. Scripts can't read it, and no other address gets it. */
const COOKIE = 'ayo_mailbox';
/**
 * Of all visitors together: behind a silent proxy they look alike. A right key is never refused for the wrong ones before
 * it, or strangers could lock the mailbox; 192 bits are not guessed, so the limit only bounds the work and the log.
 */
const WRONG_KEYS: AttemptLimit = { kind: 'mailbox-key', limit: 30, windowMs: 60_000 };
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOCAL_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request was made on this machine, by somebody who means this machine: the socket's peer is loopback, no
 * proxy says that it passed it on, and the name it asked for is a local one (a web page elsewhere can point a name of its
 * own at 127.0.0.1). A proxy that says nothing passes this, so it is never enough alone.
 */
function isLocalRequest(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  return LOCAL_NAMES.test(request.headers.host ?? '');
}

/**
 * Lets through who shows the key, in the address (`?key=`) or in the cookie that a browser got for it; says which.
 *
 * @throws ProblemError `not-found` for another machine, and where a mail server is set: then mails go out, and what still waits
 * has links in it that are the reader's alone. `unauthorised` without the right key; `too-many-requests` for too many wrong ones.
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

/** The browser shows the key by itself from now on, until it is closed. */
export async function setKeyCookie(reply: FastifyReply, platform: Foundation): Promise<void> {
  setCookie(reply, platform.config, COOKIE, await readMailboxKey(platform), { path: MAILBOX_PATH });
}
