/** Makes and checks forms on the simulator's pages. Each is bound to the browser that opened it and has its own content security policy. */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { equalSecrets, readCookie } from '../../../../http/cookies';
import { CHECKOUT_PATH } from '../deps';
import type { SimulatorDeps } from '../deps';
import { readValidSecrets } from '../notifications/secrets';

export const STYLE_PATH = `${CHECKOUT_PATH}.css`;
const COOKIE = 'ayo_simulator';
const COOKIE_BYTES = 16;

/** The policy allows no scripts, and nothing from other sites. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sets the browser's cookie and returns the token for a form about `subject`. */
export async function openForm(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply, subject: string): Promise<string> {
  const cookie = readCookie(request, COOKIE) ?? deps.randomBytes(COOKIE_BYTES).toString('base64url');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${COOKIE}=${cookie}; Path=/api/simulator; HttpOnly; SameSite=Strict${secure}`);
  return formToken(deps, cookie, subject);
}

/** Returns true for a form that this browser opened and that no other site sent. */
export async function isOwnForm(deps: SimulatorDeps, request: FastifyRequest, form: URLSearchParams, subject: string): Promise<boolean> {
  const cookie = readCookie(request, COOKIE);
  return cookie !== null && equalSecrets(form.get('token') ?? '', await formToken(deps, cookie, subject));
}

/** Makes the token, which binds a form to the browser's cookie and to its subject. */
async function formToken(deps: SimulatorDeps, cookie: string, reference: string): Promise<string> {
  const [secret] = await readValidSecrets(deps);
  return createHmac('sha256', secret).update(`form:${cookie}:${reference}`).digest('base64url');
}

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
