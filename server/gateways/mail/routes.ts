import type { FastifyRequest } from 'fastify';
import { equalSecrets } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { readMailbox } from './mailbox';
import { readMailboxKey } from './mailbox-key';
import { mailboxPage } from './page';

/** The page is text and links. */
const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOCAL_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request was made on this machine, by somebody who means this machine: the socket's peer is loopback, no
 * proxy passed it on, and the name it asked for is a local one (a web page elsewhere can point a name of its own at
 * 127.0.0.1).
 */
export function isLocalRequest(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  return LOCAL_NAMES.test(request.headers.host ?? '');
}

/**
 * `GET /api/mailbox`: a page for people, JSON for programs (`?to=` picks one address); 404 to everybody else, and where
 * players come from elsewhere to whoever does not have the key that the start prints (`?key=`).
 */
export function registerMailbox(router: Router, platform: Platform): void {
  router.app.get<{ Querystring: { to?: unknown; key?: unknown } }>('/api/mailbox', async (request, reply) => {
    const { to, key: given } = request.query;
    const key = isLocalRequest(request) ? await readMailboxKey(platform) : undefined;
    const isOpen = key === null || (key !== undefined && typeof given === 'string' && equalSecrets(given, key));
    if (!isOpen) throw new ProblemError('not-found', 'There is nothing here.');
    const mails = await readMailbox(platform.pool, typeof to === 'string' ? to : null);
    void reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (request.headers.accept?.includes('text/html') !== true) {
      return { items: mails.map((mail) => ({ ...mail, at: mail.at.toISOString() })) };
    }
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(mails));
  });
}
