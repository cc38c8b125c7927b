/** What the hosted app may do: nothing that is not listed here. */
import { createHash } from 'node:crypto';
import { originOf } from '../config-frames';
import type { Config } from '../config';

type Directives = Readonly<Record<string, readonly string[]>>;

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
/** What says which file of the build each part is in; it runs nothing. */
const IMPORT_MAP = /<script type="importmap">([\s\S]*?)<\/script>/g;

/** What neither the app nor anything in a frame of it may ask for. */
const PERMISSIONS = [
  'accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment',
  'publickey-credentials-get', 'serial', 'usb', 'xr-spatial-tracking',
];

function policy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** What of the configuration the policy names. */
export type HostNames = Pick<Config, 'cdnUrl'> & Partial<Pick<Config, 'pixelUrl' | 'gameProviders'>>;

/** The content host, when it is another one. */
function contentHost({ cdnUrl }: Pick<Config, 'cdnUrl'>): string[] {
  return cdnUrl.startsWith('/') ? [] : [new URL(cdnUrl).origin];
}

/** The advertising partner, where the operator has one: no script of it, only requests made by the app. */
function pixelHost({ pixelUrl }: HostNames): string[] {
  return pixelUrl === undefined ? [] : [new URL(pixelUrl).origin];
}

/** Nothing is framed but what the configured providers have on their origins, wherever a frame goes from there. */
function frameHosts({ gameProviders = [] }: HostNames): string[] {
  return gameProviders.length === 0 ? ["'none'"] : gameProviders.map(originOf);
}

/** Hashes, for the policy, of what the build put into a document. */
function hashesOf(html: string, pattern: RegExp): string[] {
  const hashes = [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}

/** Of the inline styles. */
export const inlineStyleHashes = (html: string): string[] => hashesOf(html, STYLE);

/** Headers of an HTML document of the app. */
export function documentHeaders(html: string, config: HostNames): Record<string, string> {
  return {
    'content-security-policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...hashesOf(html, IMPORT_MAP)],
      'style-src': ["'self'", ...inlineStyleHashes(html)],
      'img-src': ["'self'", ...contentHost(config), ...pixelHost(config)],
      'font-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...contentHost(config), ...pixelHost(config)],
      'frame-src': frameHosts(config),
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      // One policy, for the addresses of the two workers (src/bridge).
      'trusted-types': ['ayo-workers'],
    }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  };
}

/** A worker does not inherit the document's policy: its script carries its own. */
export function workerHeaders(config: Pick<Config, 'cdnUrl'>): Record<string, string> {
  return {
    'content-security-policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'", ...contentHost(config)],
    }),
  };
}
