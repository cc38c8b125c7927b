/** Notices a proxy that nobody named in `TRUST_PROXY`: then everybody behind it counts as one address, and shares its limits. */
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseAddress } from './addresses';

/** Networks from which no stranger comes: this machine, and private ones. */
const INSIDE = [
  ['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10], ['169.254.0.0', 16], ['::1', 128], ['fc00::', 7],
  ['fe80::', 10],
] as const;

const insideNetworks = new BlockList();
for (const [network, prefix] of INSIDE) insideNetworks.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4');

/** Raises one alert for the life of the process, at the first call that a proxy of ours has passed on. Call it where no proxy is trusted. */
export function alertForgottenProxy(app: FastifyInstance): void {
  let isAlerted = false;
  const look = (request: FastifyRequest): void => {
    const address = parseAddress(request.raw.socket.remoteAddress ?? '');
    if (address === null || !insideNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    isAlerted = true;
    const says = `Calls come through a proxy at ${address}, and TRUST_PROXY does not name it, so all players count as one address and share its limits.`;
    request.log.error({ event: 'http.proxy-not-trusted', alert: true, says });
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isAlerted && request.headers['x-forwarded-for'] !== undefined) look(request);
    done();
  });
}
