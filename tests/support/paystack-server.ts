/**
 * A small Paystack on this machine: the public shapes of its API (https://paystack.com/docs/api) for the calls of the adapter,
 * with books of its own and every kind of failure that a server can have.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signPaystack } from '../../server/gateways/payment/paystack/signature';

export const PAYSTACK_KEY = 'sk_test_example';

export type Trouble =
  | 'none' | 'status-500' | 'status-429' | 'status-401' | 'html' | 'truncated' | 'wrong-shape' | 'hang' | 'drop-before' | 'drop-after';

export interface PaystackPayment {
  reference: string;
  amount: number;
  currency: string;
  email: string;
  channel: 'card' | 'bank_transfer' | 'ussd';
  status: string;
  body: Readonly<Record<string, unknown>>;
  createdAt: string;
  paidAt: string | null;
}

export interface PaystackPayout {
  reference: string;
  amount: number;
  status: string;
  recipient: string;
  reason: string;
  createdAt: string;
}

export interface PaystackServer {
  readonly url: string;
  readonly payments: Map<string, PaystackPayment>;
  readonly payouts: Map<string, PaystackPayout>;
  /** Every call in the form `POST /charge`. */
  readonly calls: string[];
  /** The failure of the next calls whose name matches `troublePattern`. */
  trouble: Trouble;
  troublePattern: RegExp;
  balance: number;
  /** Makes it hide the details of a charge when they are requested a second time. */
  isForgetful: boolean;
  now: () => Date;
  /** Makes the headers and the body of a notification. */
  notification(event: string, data: Readonly<Record<string, unknown>>, key?: string): { body: string; headers: Record<string, string> };
  close(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;
interface Reply {
  readonly status: number;
  readonly body: Json;
}

const toSuccess = (message: string, data: unknown): Reply => ({ status: 200, body: { status: true, message, data } });
const toRefusal = (status: number, message: string, code: string): Reply => ({
  status, body: { status: false, message, meta: { nextStep: 'Look it up' }, type: 'validation_error', code },
});

/** These failures are answered before the call does anything. */
const TROUBLE_REPLIES: Readonly<Partial<Record<Trouble, Reply>>> = {
  'status-500': toRefusal(500, 'Server error', 'server_error'),
  'status-429': toRefusal(429, 'Too many requests', 'rate_limited'),
  'status-401': toRefusal(401, 'Invalid key', 'invalid_Key'),
};

const ACCOUNTS: Readonly<Record<string, string>> = { '058/0001234567': 'OBI ADA NGOZI' };

export async function startPaystackServer(): Promise<PaystackServer> {
  const payments = new Map<string, PaystackPayment>();
  const payouts = new Map<string, PaystackPayout>();
  const recipients = new Map<string, Json>();
  const server = createServer((request, response) => void serve(request, response));

  const toChargeData = ({ reference, channel, body, amount }: PaystackPayment): Json => {
    if (channel === 'ussd') {
      const { type } = body['ussd'] as { type: string };
      return { reference, status: 'pay_offline', display_text: 'Please dial', ussd_code: `*${type}*000*${1000 + payments.size}#` };
    }
    const { account_expires_at: expires } = body['bank_transfer'] as { account_expires_at: string };
    return {
      status: 'pending_bank_transfer', display_text: 'Please make a transfer to the account specified', reference, amount,
      account_name: 'PAYSTACK CHECKOUT', account_number: '1231084927',
      bank: { slug: 'test-bank', name: 'Test Bank', id: 24 }, account_expires_at: expires,
    };
  };
  const toPaymentRow = (payment: PaystackPayment): Json => ({
    id: 1, domain: 'test', status: payment.status, reference: payment.reference, amount: payment.amount, currency: payment.currency,
    channel: payment.channel, gateway_response: 'Approved', paid_at: payment.paidAt, created_at: payment.createdAt, fees: 10_000,
  });
  const toPayoutRow = (payout: PaystackPayout): Json => ({
    amount: payout.amount, currency: 'NGN', reference: payout.reference, source: 'balance', reason: payout.reason, status: payout.status,
    transfer_code: 'TRF_1', failures: null, createdAt: payout.createdAt, updatedAt: payout.createdAt,
  });

  function begin(body: Json, channel: PaystackPayment['channel']): PaystackPayment | Reply {
    const { reference, amount, currency, email } = body;
    if (typeof reference !== 'string' || typeof amount !== 'number' || typeof currency !== 'string' || typeof email !== 'string') {
      return toRefusal(400, 'Invalid parameters', 'invalid_params');
    }
    if (payments.has(reference)) return toRefusal(400, 'Duplicate Transaction Reference', 'duplicate_reference');
    if (!email.includes('@')) return toRefusal(400, 'Invalid Email Address Passed', 'invalid_email_address');
    const payment = {
      reference, amount, currency, email, channel, status: channel === 'card' ? 'abandoned' : 'ongoing', body,
      createdAt: api.now().toISOString(), paidAt: null,
    };
    payments.set(reference, payment);
    return payment;
  }

  function sendTransfer(body: Json): Reply {
    const { reference, amount, recipient, reason } = body as { reference: string; amount: number; recipient: string; reason: string };
    if (payouts.has(reference)) return toRefusal(400, 'Please provide a unique reference. Reference already exists on a transfer', 'duplicate_reference');
    if (!recipients.has(recipient)) return toRefusal(400, 'Recipient specified is invalid', 'invalid_transfer_recipient');
    if (amount > api.balance) return toRefusal(400, 'Your balance is not enough to fulfil this request', 'insufficient_balance');
    api.balance -= amount;
    const payout = { reference, amount, status: 'pending', recipient, reason, createdAt: api.now().toISOString() };
    payouts.set(reference, payout);
    return toSuccess('Transfer has been queued', toPayoutRow(payout));
  }

  function listPage<T extends { createdAt: string }>(rows: Iterable<T>, query: URLSearchParams): T[] {
    const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    const matching = [...rows].filter(({ createdAt }) => Date.parse(createdAt) >= from && Date.parse(createdAt) < to);
    return matching.slice((page - 1) * perPage, page * perPage);
  }

  function answer(name: string, query: URLSearchParams, body: Json): Reply {
    const [, reference = ''] = /^GET \/(?:transaction\/verify|charge|transfer\/verify)\/(.+)$/.exec(name) ?? [];
    const payment = payments.get(reference);
    switch (name.replace(/\/dep-.*|\/wd-.*|\/nothing.*/, '')) {
      case 'POST /transaction/initialize': {
        const started = begin(body, 'card');
        if (!('channel' in started)) return started;
        return toSuccess('Authorization URL created', {
          authorization_url: `${api.url}/checkout/${String(body['reference'])}`, access_code: 'abc', reference: body['reference'],
        });
      }
      case 'POST /charge': {
        const started = begin(body, 'ussd' in body ? 'ussd' : 'bank_transfer');
        return 'channel' in started ? toSuccess('Charge attempted', toChargeData(started)) : started;
      }
      case 'GET /charge':
        if (payment === undefined) return toRefusal(404, 'Transaction reference not found', 'transaction_not_found');
        return toSuccess('Reference check successful', api.isForgetful ? { reference, status: 'pending' } : toChargeData(payment));
      case 'GET /transaction/verify':
        if (payment === undefined) return toRefusal(400, 'Transaction reference not found.', 'transaction_not_found');
        return toSuccess('Verification successful', toPaymentRow(payment));
      case 'GET /transaction':
        return toSuccess('Transactions retrieved', listPage(payments.values(), query).map(toPaymentRow));
      case 'GET /bank/resolve': {
        const name = ACCOUNTS[`${query.get('bank_code')}/${query.get('account_number')}`];
        if (name === undefined) return toRefusal(422, 'Could not resolve account name. Check parameters or try again.', 'invalid_bank_account');
        return toSuccess('Account number resolved', { account_number: query.get('account_number'), account_name: name, bank_id: 9 });
      }
      case 'POST /transferrecipient': {
        if (ACCOUNTS[`${String(body['bank_code'])}/${String(body['account_number'])}`] === undefined) {
          return toRefusal(400, 'Account details are invalid', 'invalid_bank_account');
        }
        const code = `RCP_${String(body['bank_code'])}${String(body['account_number'])}`;
        recipients.set(code, body);
        return toSuccess('Transfer recipient created successfully', { recipient_code: code, name: body['name'], type: 'nuban' });
      }
      case 'POST /transfer':
        return sendTransfer(body);
      case 'GET /transfer/verify': {
        const payout = payouts.get(reference);
        return payout === undefined ? toRefusal(404, 'Transfer not found', 'transfer_not_found') : toSuccess('Transfer retrieved', toPayoutRow(payout));
      }
      case 'GET /transfer':
        return toSuccess('Transfers retrieved', listPage(payouts.values(), query).map(toPayoutRow));
      default:
        return toRefusal(404, 'Not found', 'not_found');
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://paystack.test');
    const name = `${request.method ?? ''} ${url.pathname}`;
    api.calls.push(name);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const trouble = api.troublePattern.test(name) ? api.trouble : 'none';
    if (trouble === 'hang') return;
    if (trouble === 'drop-before') return void request.socket.destroy();
    const isAllowed = request.headers.authorization === `Bearer ${PAYSTACK_KEY}`;
    const troubleReply = isAllowed ? TROUBLE_REPLIES[trouble] : toRefusal(401, 'Invalid key', 'invalid_Key');
    const reply = troubleReply ?? answer(name, url.searchParams, text === '' ? {} : (JSON.parse(text) as Json));
    if (trouble === 'drop-after') return void request.socket.destroy();
    if (trouble === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to this network</html>');
    if (trouble === 'truncated') return void response.writeHead(200).end(JSON.stringify(reply.body).slice(0, -8));
    send(response, trouble === 'wrong-shape' ? toSuccess('ok', { surprise: [1, 2, 3] }) : reply);
  }

  const api: PaystackServer = {
    url: '', payments, payouts, calls: [], trouble: 'none', troublePattern: /./, balance: 100_000_000_00, isForgetful: false,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    notification: (event, data, key = PAYSTACK_KEY) => {
      const body = JSON.stringify({ event, data });
      return { body, headers: { 'content-type': 'application/json', 'x-paystack-signature': signPaystack(key, body) } };
    },
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(api, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
