import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { equalSecrets } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { readMail, readMailbox } from './mailbox';
import { readMailboxKey } from './mailbox-key';
import { MAILBOX_STYLE, mailboxPage } from './page';

/** The page is text and links, and one style. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(MAILBOX_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** A mail brings its styles with it, and may do nothing: no scripts, no requests, an origin of its own. Its links can be followed. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
const MAIL_ID = /^[1-9]\d{0,14}$/;
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
 * Lets somebody on this machine through; where players come from elsewhere, only with the key that the start prints
 * (`?key=`). Gives back the key that is asked for, null where none is. Throws 404 for everybody else, and where a mail server
 * is set: then mails go out, and what still waits has links in it that are nobody's but the reader's.
 */
async function letIn(request: FastifyRequest, platform: Platform, given: unknown): Promise<string | null> {
  const isThere = platform.config.smtp === undefined && isLocalRequest(request);
  const key = isThere ? await readMailboxKey(platform) : undefined;
  const isOpen = key === null || (key !== undefined && typeof given === 'string' && equalSecrets(given, key));
  if (!isOpen) throw new ProblemError('not-found', 'There is nothing here.');
  return key;
}

function sendPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * `GET /api/mailbox`: a page for people, JSON for programs (`?to=` picks one address). `GET /api/mailbox/{mailId}`: one mail
 * as mail programs show it.
 */
export function registerMailbox(router: Router, platform: Platform): void {
  router.app.get<{ Querystring: { to?: unknown; key?: unknown } }>('/api/mailbox', async (request, reply) => {
    const { to, key: given } = request.query;
    const key = await letIn(request, platform, given);
    const mails = await readMailbox(platform.pool, typeof to === 'string' ? to : null);
    void reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html') === true) return sendPage(reply, PAGE_POLICY, mailboxPage(mails, key));
    void reply.header('cache-control', 'no-store');
    return { items: mails.map(({ html: _html, ...mail }) => ({ ...mail, at: mail.at.toISOString() })) };
  });

  router.app.get<{ Params: { mailId: string }; Querystring: { key?: unknown } }>('/api/mailbox/:mailId', async (request, reply) => {
    await letIn(request, platform, request.query.key);
    const { mailId } = request.params;
    const mail = MAIL_ID.test(mailId) ? await readMail(platform.pool, Number(mailId)) : null;
    if (mail === null || mail.html === '') throw new ProblemError('not-found', 'There is nothing here.');
    return sendPage(reply, MAIL_POLICY, mail.html);
  });
}
