/**
 * The host of the built app: its files, the shell for every other address, and the two small documents that tell the app
 * where it is. Nothing here knows a player.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPageAddress } from '../../src/core/address-kinds';
import type { HostConfig, HostVersion } from '../../src/core/contract/platform';
import type { Config } from '../config';
import { BINDING_COOKIE, readCookie } from '../http/cookies';
import { chooseEncoding } from '../http/encoding';
import { sendProblem } from '../http/errors';
import { namesTag, tagOf } from '../http/etag';
import { isRead } from '../http/guards';
import { isNavigation } from '../http/navigation';
import { answerNotFound } from '../http/not-found';
import { ProblemError } from '../http/problem';
import type { HostedFile, HostedFiles } from './files';
import { documentHeaders, workerHeaders } from './headers';
import { offlineBytesOf, withKillSwitch } from './service-worker';

export interface Hosting {
  readonly files: HostedFiles;
  readonly config: Pick<Config, 'cdnUrl' | 'consentPolicy'> & Partial<Pick<Config, 'pixelUrl' | 'gameProviders'>>;
  readonly version: string;
  /** What the platform behind `/api` can do, as far as it is known now. */
  readonly capabilities: () => readonly string[];
  /** Whether that platform has said nothing yet, and may be able to do more. Default: no. */
  readonly isProvisional?: () => boolean;
  /**
   * False: `/` is never answered with the lobby as the build drew it, which is that of a guest of a platform that can do
   * everything. Default: true.
   */
  readonly hasDrawnLobby?: boolean;
  /** `off`: the kill switch is served in the place of the service worker. Default: `on`. */
  readonly serviceWorker?: Config['serviceWorker'];
}

/** The shell with its styles inside, for whoever comes over the network. */
const SHELL = '/visit.html';
/** The shell as the service worker keeps it. */
const KEPT_SHELL = '/index.html';
/** Made by the build: the lobby as a guest sees it. */
const LOBBY = '/lobby.html';
const DAY_SECONDS = 86_400;

/** Serves the app at every address outside `/api`. To be called after all other routes. */
export function registerHost(app: FastifyInstance, options: Hosting): void {
  const { files, serviceWorker = 'on' } = options;
  const hosting = { ...options, files: serviceWorker === 'off' ? withKillSwitch(files) : files };
  const headers = headersByPath(hosting);
  const version: HostVersion = { version: hosting.version, serviceWorker, offlineBytes: offlineBytesOf(files) };
  app.get('/config.json', async (request, reply) => sendSmall(request, reply, configOf(hosting)));
  app.get('/version.json', async (request, reply) => sendSmall(request, reply, version));
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (isCall(isNavigation(request.raw) ? rawPathOf(request) : path)) return answerNotFound(request, reply);
    if (!isRead(request.method)) {
      void reply.header('allow', 'GET, HEAD');
      return sendProblem(request, reply, new ProblemError('method-not-allowed', 'Only GET and HEAD are known here.'));
    }
    const name = fileFor(hosting, path, request);
    const file = name === null ? undefined : hosting.files.get(name);
    if (name === null || file === undefined) return sendMissing(reply);
    void reply.headers(headers.get(name) ?? {});
    return sendFile(request, reply, name, file);
  });
}

function configOf({ capabilities, isProvisional, config, version }: Hosting): HostConfig {
  const { cdnUrl, consentPolicy, pixelUrl } = config;
  return {
    capabilities: [...capabilities()], cdnUrl, consentPolicy, version,
    ...(pixelUrl !== undefined && { pixelUrl }),
    ...(isProvisional?.() === true && { provisional: true }),
  };
}

const rawPathOf = (request: FastifyRequest): string => (request.raw.url ?? '/').split(/[?#]/, 1)[0] ?? '/';

function pathOf(request: FastifyRequest): string {
  const raw = rawPathOf(request);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

const isCall = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Which file answers a path; null where nothing does. Documents have no address of their own: they are sent at those of pages. */
function fileFor({ files, hasDrawnLobby = true }: Hosting, path: string, request: FastifyRequest): string | null {
  if (path === '/' && hasDrawnLobby && readCookie(request, BINDING_COOKIE) === null && files.has(LOBBY)) return LOBBY;
  if (files.has(path) && !path.endsWith('.html')) return path;
  if (isNavigation(request.raw)) return isPageAddress(rawPathOf(request)) ? SHELL : null;
  if (path === KEPT_SHELL) return KEPT_SHELL;
  return isAsset(path) ? null : SHELL;
}

/** What a script, a picture or a machine asks for with such a path can only be a file; a browser that goes there says so. */
function isAsset(path: string): boolean {
  return !isPageAddress(path) || path.includes('.') || path.includes('\0');
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, file: HostedFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], (each) => file.bodies.has(each));
  const tag = encoding === 'identity' ? file.tag : `${file.tag}-${encoding}`;
  void reply.code(200).header('cache-control', cacheControlOf(name)).header('etag', `"${tag}"`);
  if (name.endsWith('.html')) void reply.header('vary', 'accept-encoding, cookie, sec-fetch-mode, accept');
  else if (file.bodies.size > 1) void reply.header('vary', 'accept-encoding');
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bodies.get(encoding));
}

function cacheControlOf(name: string): string {
  // Their names change with their content.
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (name.startsWith('/cdn/') || name.startsWith('/icons/') || name.startsWith('/screenshots/')) {
    return `public, max-age=${DAY_SECONDS}`;
  }
  return 'no-cache';
}

/** What each file is sent with beyond the headers of every answer; made once. */
function headersByPath({ files, config }: Hosting): ReadonlyMap<string, Record<string, string>> {
  const special = new Map<string, Record<string, string>>();
  for (const [name, { bodies }] of files) {
    if (name.endsWith('.html')) special.set(name, documentHeaders(String(bodies.get('identity')), config));
    else if (/^\/sw\.js$|worker[^/]*\.js$/.test(name)) special.set(name, workerHeaders(config));
    // Pages on another host of the operator's may show the art.
    else if (name.startsWith('/cdn/')) special.set(name, { 'cross-origin-resource-policy': 'cross-origin' });
  }
  return special;
}

function sendSmall(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  const tag = tagOf(text);
  void reply.header('cache-control', 'no-cache').header('etag', `"${tag}"`);
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
