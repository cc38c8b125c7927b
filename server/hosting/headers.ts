/** Makes the security headers of the hosted app, which may do nothing that is not listed here. */
import { createHash } from 'node:crypto';
import { originOf } from '../config/frames';
import type { Config } from '../config';

type Directives = Readonly<Record<string, readonly string[]>>;

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
/** The import map says which file of the build each part is in; it runs no script. */
const IMPORT_MAP = /<script type="importmap">([\s\S]*?)<\/script>/g;

/** Neither the app nor a frame in it may ask for these. */
const PERMISSIONS = [
  'accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment',
  'serial', 'usb', 'xr-spatial-tracking',
];

function toPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** The parts of the configuration that the policy names. */
export type PolicyConfig = Pick<Config, 'cdnUrl'> & Partial<Pick<Config, 'pixelUrl' | 'gameProviders'>>;

/** Lists the content host, where it is another one. */
function contentHosts({ cdnUrl }: Pick<Config, 'cdnUrl'>): string[] {
  return cdnUrl.startsWith('/') ? [] : [new URL(cdnUrl).origin];
}

/** Lists the advertising partner, where the operator has one. The app sends requests to it and runs none of its scripts. */
function pixelHosts({ pixelUrl }: PolicyConfig): string[] {
  return pixelUrl === undefined ? [] : [new URL(pixelUrl).origin];
}

/** Lists the origins of the configured providers. A frame can show nothing else, also when it navigates. */
function frameHosts({ gameProviders = [] }: PolicyConfig): string[] {
  return gameProviders.length === 0 ? ["'none'"] : gameProviders.map(originOf);
}

/** Hashes the inline parts of a document that the build wrote, for the policy. */
function hashesOf(html: string, pattern: RegExp): string[] {
  const hashes = [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}

/** Hashes the inline styles of a document. */
export const inlineStyleHashes = (html: string): string[] => hashesOf(html, STYLE);

/** Makes the headers of an HTML document of the app. */
export function documentHeaders(html: string, config: PolicyConfig): Record<string, string> {
  return {
    'content-security-policy': toPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...hashesOf(html, IMPORT_MAP)],
      'style-src': ["'self'", ...inlineStyleHashes(html)],
      // Pictures that the page makes itself: the desk draws an SVG that an admin chose.
      'img-src': ["'self'", 'blob:', ...contentHosts(config), ...pixelHosts(config)],
      'font-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...contentHosts(config), ...pixelHosts(config)],
      'frame-src': frameHosts(config),
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      // There is one Trusted Types policy, for the addresses of the two workers (src/bridge).
      'trusted-types': ['ayo-workers'],
    }),
    'cross-origin-opener-policy': 'same-origin',
    // Passkeys open the desk; a game in a frame gets none.
    'permissions-policy': [...PERMISSIONS.map((name) => `${name}=()`), 'publickey-credentials-get=(self)'].join(', '),
  };
}

/** Makes the headers of a worker's script, which needs a policy of its own because it does not inherit the document's. */
export function workerHeaders(config: Pick<Config, 'cdnUrl'>): Record<string, string> {
  return {
    'content-security-policy': toPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'", ...contentHosts(config)],
    }),
  };
}
