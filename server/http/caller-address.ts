/** Finds the address that a call comes from. No other file reads `X-Forwarded-For` or the address of the socket. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createProxyCheck } from '../place/caller-location';
import { parseAddress } from './addresses';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's IP address; the proxy's own where a trusted proxy sends a text that is no address. */
    readonly callerAddress: string;
  }
}

const ALERT_INTERVAL_MS = 60 * 60_000;

/** Makes Fastify's `trustProxy`. It recognises a proxy in the middle of the list also where its port is written. */
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
      const socketAddress = this.raw.socket.remoteAddress ?? '';
      return parseAddress(socketAddress) ?? socketAddress;
    },
  });
}
