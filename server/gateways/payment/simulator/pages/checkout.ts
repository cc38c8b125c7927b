import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '../../../../db/transaction';
import { registerBank } from './bank';
import { CHECKOUT_PATH, PAY_PATH } from '../deps';
import type { SimulatorDeps } from '../deps';
import { STYLE_PATH, sendHtml, isOwnForm, openForm } from './form';
import { effectOf, isOutcome } from '../payments/outcomes';
import { checkoutPage, messagePage, payPage } from './payment-pages';
import { decidePayment, paymentByPayTo, paymentByReference } from '../payments/payment-rows';
import type { PaymentRow } from '../payments/payment-rows';
import { CHECKOUT_STYLE } from './style';

const PATH = `${CHECKOUT_PATH}/:reference`;
/** Anybody may open these pages. */
const IN_LANE = { config: { lane: 'stranger' } } as const;
const FORM_LIMIT_BYTES = 4096;

interface Params {
  Params: { reference: string };
}

/** Registers the simulator's pages for payers: they show a payment, take the payer's choice, and send the browser back. */
export function registerCheckout(app: FastifyInstance, deps: SimulatorDeps): void {
  app.register(async (scope) => {
    // Only these pages take forms as browsers send them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.get(STYLE_PATH, { config: { lane: 'none' } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(CHECKOUT_STYLE),
    );
    scope.get(PAY_PATH, IN_LANE, (request, reply) => showPayPage(deps, request, reply));
    scope.get<Params>(PATH, IN_LANE, (request, reply) => showCheckout(deps, request, reply));
    scope.post<Params>(PATH, IN_LANE, (request, reply) => submitCheckout(deps, request, reply));
    registerBank(scope, deps);
  });
}

/** Shows the page of the payer's bank or phone, on which an account number or a code leads to its payment. */
async function showPayPage(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { query } = request;
  const to = typeof query === 'object' && query !== null && 'to' in query && typeof query.to === 'string' ? query.to.slice(0, 64) : '';
  const payment = to === '' ? null : await paymentByPayTo(deps.pool, to);
  if (payment !== null) return reply.redirect(`${CHECKOUT_PATH}/${payment.reference}`, 303);
  return sendHtml(reply, to === '' ? 200 : 404, payPage({ to, stylePath: STYLE_PATH }));
}

async function showCheckout(deps: SimulatorDeps, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const payment = await paymentByReference(deps.pool, request.params.reference);
  if (payment === null) return sendHtml(reply, 404, messagePage('No such payment', 'This payment does not exist. Go back to the site and start again.'));
  if (payment.outcome !== null) return sendResult(payment, reply);
  const token = await openForm(deps, request, reply, payment.reference);
  return sendHtml(reply, 200, checkoutPage({ payment, token, stylePath: STYLE_PATH }));
}

async function submitCheckout(deps: SimulatorDeps, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const { reference } = request.params;
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  if (!(await isOwnForm(deps, request, form, reference))) {
    return sendHtml(reply, 403, messagePage('This form is out of date', 'Nothing was paid. Open the payment again from the site.'));
  }
  const outcome = form.get('outcome') ?? '';
  if (!isOutcome(outcome)) return sendHtml(reply, 400, messagePage('Unknown choice', 'Nothing was paid. Go back and choose again.'));

  const decidedPayment = await transaction(deps.pool, async (tx) => {
    const payment = await paymentByReference(tx, reference);
    if (payment === null) return null;
    await decidePayment(tx, payment, outcome, deps.now());
    return paymentByReference(tx, reference);
  });
  if (decidedPayment === null) return sendHtml(reply, 404, messagePage('No such payment', 'This payment does not exist.'));
  return sendResult(decidedPayment, reply);
}

/** Sends a payer who came from our page back to it; a bank's app or a phone shows the result itself. */
function sendResult(payment: PaymentRow, reply: FastifyReply): FastifyReply {
  if (payment.pay_to === null) return reply.redirect(returnUrl(payment), 303);
  return sendHtml(reply, 200, messagePage('Done', RESULT_TEXTS[effectOf(payment.outcome ?? 'never').state]));
}

const RESULT_TEXTS = {
  success: 'The money is on its way. Go back to the site: it will say so soon.',
  pending: 'The money has left the bank. Go back to the site and wait there.',
  failed: 'The bank refused. Nothing was paid.',
  cancelled: 'Nothing was paid.',
} as const;

function returnUrl(payment: PaymentRow): string {
  const { returnsTo } = effectOf(payment.outcome ?? 'never');
  if (returnsTo === 'success') return payment.return_success;
  return returnsTo === 'cancel' ? payment.return_cancel : payment.return_failure;
}
