/**
 * Hosts the built app: its files, the documents of its pages, and the small ones with configuration, version and what search engines read.
 * It knows no player.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPageAddress } from '../../src/core/address-kinds';
import type { Game } from '../../src/core/contract/games';
import type { HostConfig, HostVersion } from '../../src/core/contract/platform';
import type { Caller, PageDocuments } from '../../src/core/page-documents';
import type { Config } from '../config';
import { BINDING_COOKIE, readCookie } from '../http/cookies';
import { chooseEncoding } from '../http/encoding';
import { sendProblem } from '../http/errors';
import { namesTag, tagOf } from '../http/etag';
import { isRead } from '../http/guards';
import { isNavigation } from '../http/navigation';
import { answerNotFound } from '../http/not-found';
import { ProblemError } from '../http/problem';
import { createCatalogueCache } from './catalogue-cache';
import { createDocuments } from './documents';
import type { ReadyDocument } from './documents';
import type { HostedFile, HostedFiles } from './files';
import { documentHeaders, workerHeaders } from './headers';
import { createPages, listPublicPaths } from './pages';
import { robotsText, sitemapText } from './robots';
import { countOfflineBytes, withKillSwitch } from './service-worker';

export interface HostOptions {
  readonly files: HostedFiles;
  readonly config: Pick<Config, 'cdnUrl' | 'consentPolicy'> & Partial<Pick<Config, 'pixelUrl' | 'gameProviders'>>;
  readonly version: string;
  /** Returns what the platform behind `/api` can do, as far as it is known now. */
  readonly capabilities: () => readonly string[];
  /** Says whether that platform has not answered yet, and may be able to do more. Default: no. */
  readonly isProvisional?: () => boolean;
  /**
   * With false, neither the prerendered lobby nor its frame is sent, which are drawn for a platform that can do everything. Default:
   * true.
   */
  readonly hasPrerenderedLobby?: boolean;
  /** The address of the site, which canonical addresses and previews begin with. Without it the documents name none. */
  readonly siteUrl?: string;
  /** Reads the games that the platform behind `/api` has; missing where only that platform itself knows. */
  readonly readGames?: () => Promise<readonly Game[]>;
  /** With `off`, the kill switch is served in the place of the service worker. Default: `on`. */
  readonly serviceWorker?: Config['serviceWorker'];
}

/** The shell with its styles inside, for visits over the network. */
const SHELL = '/visit.html';
/** The shell that the service worker precaches. */
const CACHED_SHELL = '/index.html';
/** The lobby as a guest sees it; the build prerenders it. */
const LOBBY = '/lobby.html';
/** The other pages as the build drew them. */
const DOCUMENTS = '/documents.json';
const NO_DOCUMENTS: PageDocuments = { frames: [], pages: [] };
const DOCUMENT_VARY = 'accept-encoding, cookie, sec-fetch-mode, accept';
/** The files are in memory, and the games that the sitemap names are kept. */
const WITHOUT_LANE = { config: { lane: 'none' } } as const;
const DAY_SECONDS = 86_400;

/** Serves the app at every address outside `/api`. Call it after all other routes are registered. */
export function registerHost(app: FastifyInstance, options: HostOptions): void {
  const { files, serviceWorker = 'on' } = options;
  const hosting = { ...options, files: serviceWorker === 'off' ? withKillSwitch(files) : files };
  const headers = headersByPath(hosting);
  const version: HostVersion = { version: hosting.version, serviceWorker, offlineBytes: countOfflineBytes(files) };
  const { findPage, drawDocument, listPaths } = createPageHost(hosting);
  app.get('/robots.txt', WITHOUT_LANE, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robotsText(hosting.siteUrl)));
  const { siteUrl } = hosting;
  // A sitemap needs whole addresses, and we can't take the host from the request, because its sender may write any.
  if (siteUrl !== undefined) {
    app.get('/sitemap.xml', WITHOUT_LANE, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemapText(siteUrl, await listPaths())));
  }
  app.get('/config.json', WITHOUT_LANE, async (request, reply) => sendJson(request, reply, configOf(hosting)));
  app.get('/version.json', WITHOUT_LANE, async (request, reply) => sendJson(request, reply, version));
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (isCall(isNavigation(request.raw) ? rawPathOf(request) : path)) return answerNotFound(request, reply);
    if (!isRead(request.method)) {
      void reply.header('allow', 'GET, HEAD');
      return sendProblem(request, reply, new ProblemError('method-not-allowed', 'Use GET or HEAD here.'));
    }
    const name = chooseFile(hosting.files, path, request);
    if (name === PAGE) return sendPage(request, reply);
    const file = name === null ? undefined : hosting.files.get(name);
    if (name === null || file === undefined) return sendMissing(reply);
    void reply.headers(headers.get(name) ?? {});
    return sendFile(request, reply, name, file);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!hosting.files.has(SHELL)) return sendMissing(reply);
    const { page, path, values, isThere } = await findPage(rawPathOf(request));
    return sendDocument(request, reply, { document: drawDocument({ page, caller: callerOf(request, hosting), path, values }), isThere });
  }
}

/** Makes the functions that find a page, draw its document, and list the pages for search engines. */
function createPageHost({ files, config, siteUrl, capabilities, isProvisional, readGames }: HostOptions) {
  const textOf = (name: string): string | null => files.get(name)?.bodies.get('identity')?.toString() ?? null;
  const documents = JSON.parse(textOf(DOCUMENTS) ?? JSON.stringify(NO_DOCUMENTS)) as PageDocuments; // The build of this very host wrote it.
  const options = {
    documents,
    can: (capability: string) => isProvisional?.() === true || capabilities().includes(capability),
    readGames: readGames === undefined ? () => Promise.resolve(null) : createCatalogueCache(readGames),
    cdnUrl: config.cdnUrl,
  };
  return {
    findPage: createPages(options),
    drawDocument: createDocuments({ shell: textOf(SHELL) ?? '', lobby: textOf(LOBBY), documents, siteUrl, config, hasFile: (path) => files.has(path) }),
    listPaths: () => listPublicPaths(options),
  };
}

/** Chooses the frame around a page. A browser with a session's cookie counts as a player's: before the scripts run we know no more. */
function callerOf(request: FastifyRequest, { hasPrerenderedLobby = true }: HostOptions): Caller {
  if (!hasPrerenderedLobby) return 'unknown-platform';
  return readCookie(request, BINDING_COOKIE) === null ? 'guest' : 'player';
}

function configOf({ capabilities, isProvisional, config, version }: HostOptions): HostConfig {
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

/** The choice of `chooseFile` where the answer is no file but a document: that of a page, or the one for an address that leads nowhere. */
const PAGE: unique symbol = Symbol('page');

/** Chooses the file for a path; null where there is none. A document has no address of its own: the addresses of pages answer with it. */
function chooseFile(files: HostedFiles, path: string, request: FastifyRequest): string | typeof PAGE | null {
  if (files.has(path) && !path.endsWith('.html') && path !== DOCUMENTS) return path;
  if (isNavigation(request.raw)) return isPageAddress(rawPathOf(request)) ? PAGE : null;
  if (path === CACHED_SHELL) return CACHED_SHELL;
  return isAsset(path) ? null : PAGE;
}

/** Says whether a path can only mean a file when a script, a picture or a machine asks for it; a browser's navigation was recognised before. */
function isAsset(path: string): boolean {
  return !isPageAddress(path) || path.includes('.') || path.includes('\0');
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
}

/** Sends the document of a page. That of an address that leads nowhere has the status 404 and no tag, so it is sent whole each time. */
async function sendDocument(
  request: FastifyRequest, reply: FastifyReply, { document, isThere }: { readonly document: ReadyDocument; readonly isThere: boolean },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], () => true);
  const tag = encoding === 'identity' ? document.tag : `${document.tag}-${encoding}`;
  void reply.code(isThere ? 200 : 404).headers(document.headers).header('cache-control', 'no-cache').header('vary', DOCUMENT_VARY);
  if (isThere) {
    void reply.header('etag', `"${tag}"`);
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(await document.body(encoding));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, file: HostedFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], (each) => file.bodies.has(each));
  const tag = encoding === 'identity' ? file.tag : `${file.tag}-${encoding}`;
  void reply.code(200).header('cache-control', cacheControlOf(name)).header('etag', `"${tag}"`);
  if (name.endsWith('.html')) void reply.header('vary', DOCUMENT_VARY);
  else if (file.bodies.size > 1) void reply.header('vary', 'accept-encoding');
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bodies.get(encoding));
}

function cacheControlOf(name: string): string {
  // The names of these files change with their content.
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (name.startsWith('/cdn/') || name.startsWith('/icons/') || name.startsWith('/screenshots/')) {
    return `public, max-age=${DAY_SECONDS}`;
  }
  return 'no-cache';
}

/** Makes, once, the headers of each file beyond those of every answer. */
function headersByPath({ files, config }: HostOptions): ReadonlyMap<string, Record<string, string>> {
  const headersByName = new Map<string, Record<string, string>>();
  for (const [name, { bodies }] of files) {
    if (name.endsWith('.html')) headersByName.set(name, documentHeaders(String(bodies.get('identity')), config));
    else if (/^\/sw\.js$|worker[^/]*\.js$/.test(name)) headersByName.set(name, workerHeaders(config));
    // The operator's pages on another host may show the art.
    else if (name.startsWith('/cdn/')) headersByName.set(name, { 'cross-origin-resource-policy': 'cross-origin' });
  }
  return headersByName;
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  const tag = tagOf(text);
  void reply.header('cache-control', 'no-cache').header('etag', `"${tag}"`);
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
