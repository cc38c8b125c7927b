/** Forms on the simulator's pages: bound to the browser that opened them, under a policy of their own. */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { equalSecrets, readCookie } from '../../../../http/cookies';
import { CHECKOUT_PATH } from '../deps';
import type { SimulatorDeps } from '../deps';
import { validSecrets } from '../notifications/secrets';

export const STYLE_PATH = `${CHECKOUT_PATH}.css`;
const COOKIE = 'ayo_simulator';
const COOKIE_BYTES = 16;

/** No script at all, and nothing from elsewhere. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A form about `subject` for this browser: sets its cookie, and gives the token that goes into the form. */
export async function openForm(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply, subject: string): Promise<string> {
  const cookie = readCookie(request, COOKIE) ?? deps.randomBytes(COOKIE_BYTES).toString('base64url');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${COOKIE}=${cookie}; Path=/api/simulator; HttpOnly; SameSite=Strict${secure}`);
  return formToken(deps, cookie, subject);
}

/** Whether a form was opened by this browser, and no other site sent it. */
export async function isOwnForm(deps: SimulatorDeps, request: FastifyRequest, form: URLSearchParams, subject: string): Promise<boolean> {
  const cookie = readCookie(request, COOKIE);
  return cookie !== null && equalSecrets(form.get('token') ?? '', await formToken(deps, cookie, subject));
}

/** Bound to the browser's cookie and to what the form is about. */
async function formToken(deps: SimulatorDeps, cookie: string, reference: string): Promise<string> {
  const [secret] = await validSecrets(deps);
  return createHmac('sha256', secret).update(`form:${cookie}:${reference}`).digest('base64url');
}

/** Answers with a page. */
export function sendHtml(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(text);
}
