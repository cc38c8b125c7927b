import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentNotification } from '../gateways/payment/port';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { depositByReference } from './deposit-rows';
import { settleDeposit } from './settle';

const ASK_AGAIN_MS = 5_000;
const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Where the payment gateway tells us news, as raw bytes: whoever can sign them is believed to be the gateway, and then
 * asked. Genuine ones are answered with 200 as often as they come, all others with 401. Anti-forgery does not apply: no
 * browser and no session is involved.
 */
export function registerNotifications(app: FastifyInstance, platform: Platform): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    scope.post(`/api/notifications/payments/${platform.gateway.name}`, (request, reply) => take(platform, request, reply));
  });
}

async function take(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const notification = await platform.gateway.parseNotification(rawBody, request.headers, platform.now().getTime());
  if (notification === null) {
    platform.log('payment.notification-refused', { gateway: platform.gateway.name, bytes: rawBody.length });
    throw new ProblemError('unauthorised', 'This notification is not genuine.');
  }
  await keep(platform, rawBody, notification);
  const deposit = await depositByReference(platform.pool, notification.reference);
  if (deposit === null) platform.log('payment.notification-unknown', { gateway: platform.gateway.name, event: notification.event });
  else if ((await settleDeposit(platform, deposit.deposit_id, 'notification')) === 'pending') await askSoon(platform, deposit.deposit_id);
  return reply.code(200).send({ received: true });
}

/** There is news, but the gateway did not say it when asked: the sweep asks again. */
async function askSoon(platform: Platform, depositId: string): Promise<void> {
  await platform.pool.query(`UPDATE deposit SET checks = 0, check_after = least(check_after, $2) WHERE deposit_id = $1 AND state = 'pending'`, [
    depositId,
    new Date(platform.now().getTime() + ASK_AGAIN_MS),
  ]);
}

async function keep(platform: Platform, rawBody: Buffer, { reference, event }: PaymentNotification): Promise<void> {
  await platform.pool.query(
    `INSERT INTO gateway_notification AS n (gateway, body_hash, reference, event, received_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (gateway, body_hash) DO UPDATE SET times = n.times + 1`,
    [platform.gateway.name, createHash('sha256').update(rawBody).digest('hex'), reference, event, platform.now()],
  );
}
