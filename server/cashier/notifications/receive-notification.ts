import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseWhileCommitsWait } from '../../db/commit-doubt';
import type { PaymentGateway } from '../../gateways';
import { ProblemError } from '../../http/problem';
import { measure } from '../../measurements';
import type { Platform } from '../../platform';
import { handlerFor } from './handlers';
import type { GatewayNotification } from './notification';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_TEXT_LENGTH = 200;

/**
 * Registers the address to which each payment gateway posts its notifications. The raw bytes must carry the gateway's signature; a
 * genuine notification makes us ask the gateway, and is answered with 200 however often it comes. All others are answered with 401.
 * The check against forged forms does not apply, because no browser and no session is involved.
 */
export function registerNotifications(app: FastifyInstance, platform: Platform): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    for (const gateway of platform.gateways.all) {
      // It is signed.
      scope.post(`/api/notifications/payments/${gateway.name}`, { config: { lane: 'none' } }, (request, reply) =>
        receiveMeasured(platform, gateway, request, reply));
    }
  });
}

/** Receives a notification, measures what became of it, and answers. */
async function receiveMeasured(platform: Platform, gateway: PaymentGateway, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const isOurs = await receive(platform, gateway, request);
    measure('webhook.ended', { gateway: gateway.name, outcome: isOurs ? 'accepted' : 'not-ours' });
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status < 500;
    measure('webhook.ended', { gateway: gateway.name, outcome: isRefused ? 'refused' : 'failed' });
    throw error;
  }
  return reply.code(200).send({ received: true });
}

/** Takes the notification in, and says whether it is about a payment of ours. Throws where the gateway must send it again, or never should have. */
async function receive(
  platform: Platform,
  gateway: PaymentGateway,
  request: FastifyRequest,
): Promise<boolean> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const parsed = await gateway.parseNotification(rawBody, request.headers, platform.now().getTime());
  if (parsed === null) {
    platform.log('payment.notification-refused', { gateway: gateway.name, bytes: rawBody.length });
    throw new ProblemError('unauthorised', 'This notification is not genuine.');
  }
  const notification: GatewayNotification = { gateway: gateway.name, ...parsed };
  // The gateway sends it again.
  refuseWhileCommitsWait(platform.pool);
  await storeNotification(platform, rawBody, notification);
  const handle = handlerFor(notification.reference);
  if (handle === null) platform.log('payment.notification-unknown', { gateway: notification.gateway, event: notification.event });
  else await handle(platform, notification);
  return handle !== null;
}

async function storeNotification(platform: Platform, rawBody: Buffer, { gateway, reference, event }: GatewayNotification): Promise<void> {
  await platform.pool.query(
    `INSERT INTO gateway_notification AS n (gateway, body_hash, reference, event, received_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (gateway, body_hash) DO UPDATE SET times = n.times + 1`,
    [gateway, createHash('sha256').update(rawBody).digest('hex'), toStorableText(reference), toStorableText(event), platform.now()],
  );
}

/** Makes a gateway's text storable, because it may contain characters that the database refuses, or be too long. */
function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, MAX_TEXT_LENGTH);
}
