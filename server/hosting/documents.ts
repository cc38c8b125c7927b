/** Makes the document of each page from the shell and from what the build drew of the page. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CONTENT_PLACE } from '../../src/core/page-documents';
import type { Caller, PageDocument, PageDocuments, Placeholder } from '../../src/core/page-documents';
import type { Encoding } from '../http/encoding';
import { tagOf } from '../http/etag';
import { documentHeaders } from './headers';
import type { PolicyConfig } from './headers';
import { SITE_PREVIEW, escapeHtml, previewPath, withHead } from './page-head';

export interface ReadyDocument {
  readonly headers: Readonly<Record<string, string>>;
  /** A strong tag of the uncompressed bytes; each encoding adds its name. */
  readonly tag: string;
  body(encoding: Encoding): Promise<Buffer>;
}

export type Values = Readonly<Partial<Record<Placeholder, string>>>;

/** One page as it is asked for. */
export interface DocumentRequest {
  readonly page: PageDocument;
  readonly caller: Caller;
  /** The canonical address; null for what has none. */
  readonly path: string | null;
  readonly values: Values;
}

export interface DocumentParts {
  /** `visit.html` of the build. */
  readonly shell: string;
  /** `lobby.html` of the build, the whole document of `/` for a guest; null where there is none. */
  readonly lobby: string | null;
  readonly documents: PageDocuments;
  readonly siteUrl: string | undefined;
  /** Says whether a file is on the host. */
  readonly hasFile: (path: string) => boolean;
  readonly config: PolicyConfig;
}

const ROOT = /<div id="root">[\s\S]*?<\/div>(?=\s*(?:<script|<noscript|<\/body))/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Replaces `%GAME_NAME%` and its like. */
const fill = (text: string, values: Values): string =>
  text.replace(/%([A-Z_]+)%/g, (whole, name: string) => (isPlaceholder(name, values) ? values[name] ?? '' : whole));

/** The values as they may stand in markup and its attributes. */
const escapeValues = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]));

const isPlaceholder = (name: string, values: Values): name is Placeholder => Object.hasOwn(values, name);

/** Draws one document. Pure. */
export function drawDocument({ shell, lobby, documents, siteUrl, hasFile }: Omit<DocumentParts, 'config'>, { page, caller, path, values }: DocumentRequest): string {
  const { title, description, isListed } = page;
  // A game with art of its own that came later has no such picture.
  const preview = previewPath(values.GAME_ART ?? '');
  // The head escapes by itself.
  const picture = hasFile(preview) ? preview : SITE_PREVIEW;
  const head = { title: fill(title, values), description: fill(description, values), isListed, path, picture };
  if (path === '/' && caller === 'guest' && lobby !== null) return withHead(lobby, head, siteUrl);
  const content = (caller === 'guest' ? page.guestContent : undefined) ?? page.content;
  const { markup, css, drawnFrom } = content;
  const frame = documents.frames[page.frames[caller]] ?? CONTENT_PLACE;
  // The app takes over only markup that it would draw itself, and replaces any other markup.
  const games = drawnFrom === undefined || caller !== 'guest' ? '' : ` data-games="${escapeHtml(JSON.stringify(drawnFrom.games))}"`;
  const root = `<div id="root"${games}>${frame.replace(CONTENT_PLACE, () => fill(markup, escapeValues(values)))}</div>`;
  return withHead(shell, head, siteUrl).replace(ROOT, () => root).replace(/<\/style>/, () => `${css}</style>`);
}

function toReady(html: string, config: PolicyConfig): ReadyDocument {
  const source = Buffer.from(html);
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(source)]]);
  const compress = async (encoding: Encoding): Promise<Buffer> =>
    encoding === 'br' ? compressBrotli(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) : compressGzip(source, { level: 9 });
  return {
    headers: documentHeaders(html, config),
    tag: tagOf(source),
    body(encoding) {
      const cachedBody = bodies.get(encoding);
      if (cachedBody !== undefined) return cachedBody;
      const body = compress(encoding);
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** Each game has a document of its own, so only so many documents stay in memory, of some 50 KB each. */
const MAX_READY = 400;

/** Keeps the documents that were asked for, because compressing one takes some 30 ms. */
export function createDocuments(parts: DocumentParts): (request: DocumentRequest) => ReadyDocument {
  const ready = new Map<string, ReadyDocument>();
  return (request) => {
    const { page, caller, path, values } = request;
    const key = JSON.stringify([page.name, page.paths, caller, path, values]);
    const cachedDocument = ready.get(key);
    if (cachedDocument !== undefined) return cachedDocument;
    const document = toReady(drawDocument(parts, request), parts.config);
    const [oldest] = ready.keys();
    if (ready.size >= MAX_READY && oldest !== undefined) ready.delete(oldest);
    ready.set(key, document);
    return document;
  };
}
