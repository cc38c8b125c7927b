import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Foundation } from '../../foundation';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import { MAILBOX_PATH, setKeyCookie, authenticateReader } from './mailbox-access';
import { readMail, readMailbox } from './mailbox';
import { MAILBOX_STYLE, mailboxPage, refusalPage } from './mailbox-page';

/** The page has only text, links and one style. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(MAILBOX_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** A mail may use its inline styles and open its links, and nothing else: no scripts, no requests, and an origin of its own. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
const MAIL_ID = /^[1-9]\d{0,14}$/;

function sendPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

const isPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') === true;

/** Sends a refusal as a page to a browser on this machine; programs and other machines get the usual problem. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ProblemError) || error.code === 'not-found' || !isPage(request)) throw error;
  const { retryAfterSeconds } = error.extra;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  void sendPage(reply.code(error.status), PAGE_POLICY, refusalPage(error.message));
}

interface MailboxRequest {
  Querystring: { to?: unknown; key?: unknown };
}

/**
 * Registers `GET /api/mailbox`, a page for people and JSON for programs (`?to=` selects one address), and `GET /api/mailbox/{mailId}`, one
 * mail as mail programs show it. Both require the key. A browser that has it in the address gets it as a cookie and is redirected to the
 * address without it, so that the key is in no history and on no screenshot.
 */
export function registerMailbox(router: Router, platform: Foundation): void {
  /** Returns false after it has sent the answer itself. */
  async function admitReader(request: FastifyRequest<MailboxRequest>, reply: FastifyReply, address: string): Promise<boolean> {
    void reply.header('vary', 'accept, cookie');
    try {
      const keySource = await authenticateReader(request, platform, request.query.key);
      if (keySource === 'cookie' || !isPage(request)) return true;
      await setKeyCookie(reply, platform);
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
    } catch (error) {
      refuse(error, request, reply);
    }
    return false;
  }

  router.app.get<MailboxRequest>(MAILBOX_PATH, { config: { lane: 'stranger' } }, async (request, reply) => {
    const { to } = request.query;
    const recipient = typeof to === 'string' ? to : null;
    const query = recipient === null ? '' : `?${new URLSearchParams({ to: recipient }).toString()}`;
    if (!(await admitReader(request, reply, MAILBOX_PATH + query))) return reply;
    const mails = await readMailbox(platform.pool, recipient);
    if (isPage(request)) return sendPage(reply, PAGE_POLICY, mailboxPage(mails));
    void reply.header('cache-control', 'no-store');
    return { items: mails.map(({ html: _html, ...mail }) => ({ ...mail, at: mail.at.toISOString() })) };
  });

  router.app.get<MailboxRequest & { Params: { mailId: string } }>(`${MAILBOX_PATH}/:mailId`, { config: { lane: 'stranger' } }, async (request, reply) => {
    const mailId = MAIL_ID.test(request.params.mailId) ? Number(request.params.mailId) : 0;
    if (!(await admitReader(request, reply, `${MAILBOX_PATH}/${mailId}`))) return reply;
    const mail = mailId === 0 ? null : await readMail(platform.pool, mailId);
    if (mail === null || mail.html === '') throw new ProblemError('not-found', 'There is nothing here.');
    return sendPage(reply, MAIL_POLICY, mail.html);
  });
}
