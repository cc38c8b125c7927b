import type { Config } from './config';

/**
 * Where players reach the site, without a slash at the end. Never taken from a request: a forged Host header would put
 * somebody else's site into our mails.
 */
export function siteUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}
