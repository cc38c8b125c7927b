import { connect } from 'node:tls';
import type { Config } from '../../config';
import { good, reasonOf, warning, wrong } from './finding';
import type { Finding } from './finding';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const TLS_DEADLINE_MS = 5_000;
const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;
const HTTPS_PORT = 443;

/** Examines the address for players: a service worker and Secure cookies need TLS, and counters need the players' own addresses. */
export async function examineSite({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>, now: () => Date): Promise<Finding[]> {
  if (publicUrl === undefined) return [warning('site', 'PUBLIC_URL is not set: there is no sitemap, and no mail can be sent')];
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') {
    return [LOOPBACK.has(hostname) ? good('site', `${publicUrl} is for this machine alone`) : wrong('site', `${publicUrl} is not https: nothing works offline, and passwords can be read on their way`)];
  }
  const findings = [await examineCertificate(hostname.replaceAll(/[[\]]/g, ''), port === '' ? HTTPS_PORT : Number(port), now())];
  if (trustProxy.length === 0) findings.push(wrong('site', 'TRUST_PROXY is not set: behind the proxy that speaks TLS, all players seem to have one address and share its counters'));
  const everybody = trustProxy.filter(believesEverybody);
  if (everybody.length > 0) findings.push(wrong('site', `TRUST_PROXY has ${everybody.join(', ')}: everybody who reaches Ayo past the proxy can choose their address and country`));
  return findings;
}

/** Says whether a network is so wide that no proxies of somebody's own can be meant; the widest private ones are 10.0.0.0/8 and fc00::/7. */
function believesEverybody(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < (address.includes(':') ? 7 : 8);
}

async function examineCertificate(host: string, port: number, at: Date): Promise<Finding> {
  try {
    const days = (Date.parse(await readCertificateEnd(host, port)) - at.getTime()) / DAY_MS;
    if (days < 0) return wrong('TLS', `the certificate of ${host} has expired`);
    const says = `the certificate of ${host} is good for ${Math.floor(days)} more days`;
    return days < RENEWAL_DAYS ? warning('TLS', says) : good('TLS', says);
  } catch (error) {
    return wrong('TLS', `${host}:${port} can't be reached safely from here: ${reasonOf(error)}`);
  }
}

/** Returns when the certificate ends. Rejects where the system does not trust it. */
function readCertificateEnd(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: TLS_DEADLINE_MS }, () => {
      resolve(socket.getPeerCertificate().valid_to);
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('it does not answer')));
    socket.once('error', reject);
  });
}
