import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '../../../db/transaction';
import { equalSecrets, readCookie } from '../../../http/cookies';
import { CHECKOUT_PATH, PAY_PATH } from './deps';
import type { SimulatorDeps } from './deps';
import { effectOf, isOutcome } from './outcomes';
import { checkoutPage, messagePage, payPage } from './page';
import { decidePayment, paymentByPayTo, paymentByReference } from './payments';
import type { PaymentRow } from './payments';
import { believedSecrets } from './secrets';
import { CHECKOUT_STYLE } from './style';

const PATH = `${CHECKOUT_PATH}/:reference`;
const STYLE_PATH = `${CHECKOUT_PATH}.css`;
const COOKIE = 'ayo_simulator';
const COOKIE_BYTES = 16;
const FORM_LIMIT_BYTES = 4096;

/** No script at all, and nothing from elsewhere. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Params {
  Params: { reference: string };
}

/** The simulator's page for payers: shows what is to be paid, takes what the payer does, sends the browser back. */
export function registerCheckout(app: FastifyInstance, deps: SimulatorDeps): void {
  app.register(async (scope) => {
    // Of this page alone: forms as browsers send them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.get(STYLE_PATH, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(CHECKOUT_STYLE),
    );
    scope.get(PAY_PATH, (request, reply) => find(deps, request, reply));
    scope.get<Params>(PATH, (request, reply) => show(deps, request, reply));
    scope.post<Params>(PATH, (request, reply) => take(deps, request, reply));
  });
}

/** The payer's bank or phone: an account's number or a code leads to its payment. */
async function find(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { query } = request;
  const to = typeof query === 'object' && query !== null && 'to' in query && typeof query.to === 'string' ? query.to.slice(0, 64) : '';
  const payment = to === '' ? null : await paymentByPayTo(deps.pool, to);
  if (payment !== null) return reply.redirect(`${CHECKOUT_PATH}/${payment.reference}`, 303);
  return html(reply, to === '' ? 200 : 404, payPage({ to, stylePath: STYLE_PATH }));
}

async function show(deps: SimulatorDeps, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const payment = await paymentByReference(deps.pool, request.params.reference);
  if (payment === null) return html(reply, 404, messagePage('No such payment', 'This payment does not exist. Go back to the site and start again.'));
  if (payment.outcome !== null) return afterwards(payment, reply);
  const cookie = readCookie(request, COOKIE) ?? deps.randomBytes(COOKIE_BYTES).toString('base64url');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${COOKIE}=${cookie}; Path=/api/simulator; HttpOnly; SameSite=Strict${secure}`);
  const token = await formToken(deps, cookie, payment.reference);
  return html(reply, 200, checkoutPage({ payment, token, stylePath: STYLE_PATH }));
}

async function take(deps: SimulatorDeps, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const { reference } = request.params;
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const cookie = readCookie(request, COOKIE);
  const token = form.get('token') ?? '';
  if (cookie === null || !equalSecrets(token, await formToken(deps, cookie, reference))) {
    return html(reply, 403, messagePage('This form is out of date', 'Nothing was paid. Open the payment again from the site.'));
  }
  const outcome = form.get('outcome') ?? '';
  if (!isOutcome(outcome)) return html(reply, 400, messagePage('Unknown choice', 'Nothing was paid. Go back and choose again.'));

  const decided = await transaction(deps.pool, async (tx) => {
    const payment = await paymentByReference(tx, reference);
    if (payment === null) return null;
    await decidePayment(tx, payment, outcome, deps.now());
    return paymentByReference(tx, reference);
  });
  if (decided === null) return html(reply, 404, messagePage('No such payment', 'This payment does not exist.'));
  return afterwards(decided, reply);
}

/** Whoever came from a page goes back there; a bank's app and a phone lead nowhere. */
function afterwards(payment: PaymentRow, reply: FastifyReply): FastifyReply {
  if (payment.pay_to === null) return reply.redirect(returnUrl(payment), 303);
  return html(reply, 200, messagePage('Done', DONE[effectOf(payment.outcome ?? 'never').state]));
}

const DONE = {
  success: 'The money is on its way. Go back to the site: it will say so soon.',
  pending: 'The money has left the bank. Go back to the site and wait there.',
  failed: 'The bank refused. Nothing was paid.',
  cancelled: 'Nothing was paid.',
} as const;

function returnUrl(payment: PaymentRow): string {
  const { returns } = effectOf(payment.outcome ?? 'never');
  if (returns === 'success') return payment.return_success;
  return returns === 'cancel' ? payment.return_cancel : payment.return_failure;
}

/** Bound to the browser's cookie and to the payment. */
async function formToken(deps: SimulatorDeps, cookie: string, reference: string): Promise<string> {
  const [secret] = await believedSecrets(deps);
  return createHmac('sha256', secret).update(`form:${cookie}:${reference}`).digest('base64url');
}

function html(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(text);
}
