import type { Config } from './index';

/**
 * Returns the address of the site for players, without a slash at the end. It is never taken from a request, because a forged
 * Host header would put somebody else's site into our mails.
 */
export function siteUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}
