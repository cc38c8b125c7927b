/** From which address a call comes: the one place that reads `X-Forwarded-For` and the socket. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createProxyCheck } from '../place/caller-location';
import { parseAddress } from './addresses';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's IP address. What a trusted proxy says instead of one is not believed: then it is the address of the proxy. */
    readonly callerAddress: string;
  }
}

const ALERT_INTERVAL_MS = 60 * 60_000;

/** Makes Fastify's `trustProxy`. A proxy in the middle of the list is known with its port, too. */
export function trustProxies(proxies: readonly string[]): false | ((address: string) => boolean) {
  if (proxies.length === 0) return false;
  const isProxy = createProxyCheck(proxies);
  return (text) => isProxy(parseAddress(text) ?? undefined);
}

/** Gives every request its `callerAddress`. An address that can't be read is an alert, at most once an hour in this process. */
export function registerCallerAddress(app: FastifyInstance, now: () => Date): void {
  let alertedAt: number | null = null;

  function alertUnreadable(request: FastifyRequest): void {
    const nowMs = now().getTime();
    if (alertedAt !== null && Math.abs(nowMs - alertedAt) < ALERT_INTERVAL_MS) return;
    alertedAt = nowMs;
    const says = 'A trusted proxy sends an X-Forwarded-For that is no IP address, so everybody behind it counts as one address.';
    request.log.error({ event: 'http.address-unreadable', alert: true, says });
  }

  app.decorateRequest('callerAddress', {
    getter(this: FastifyRequest) {
      const address = parseAddress(this.ip);
      if (address !== null) return address;
      alertUnreadable(this);
      const ofSocket = this.raw.socket.remoteAddress ?? '';
      return parseAddress(ofSocket) ?? ofSocket;
    },
  });
}
