/**
 * Makes two documents of one shell. The service worker precaches `index.html`, as Vite writes it: it names the style sheet, which
 * is on the device, too. Visits over the network get `visit.html` with the style sheet inside, so that the first paint waits for
 * nothing but the document.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const CACHED_DOCUMENT = 'index.html';
export const VISIT_DOCUMENT = 'visit.html';

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * Returns the document with its linked style sheets as one inline style, which the host allows by its hash. Each link stays as a
 * disabled one, which is never fetched: a page that shares a style sheet with the frame waits until it finds the link. Throws where
 * the document links none. Pure.
 */
export function inlineStyles(html: string, styles: ReadonlyMap<string, string>): string {
  const files = listLinkedStyles(html);
  if (files.length === 0) throw new Error('The document links no style sheet.');
  const css = files.map((file) => (styles.get(file) ?? '').trim()).join('');
  const withDisabledLinks = html.replace(LINK, (_link, file: string) => `<link rel="stylesheet" disabled href="/${file}">`);
  // The replacement is a function, because a style sheet may contain "$&".
  return withDisabledLinks.replace(/\s*<\/head>/, () => `\n    <style>${css}</style>\n  </head>`);
}

/** Lists the linked style sheets as files in the app's folder, like `assets/app-1a2b3c4d.css`. */
export const listLinkedStyles = (html: string): string[] => [...html.matchAll(LINK)].flatMap(([, file]) => file ?? []);

const IMPORT_MAP = /(?<=<script type="importmap"[^>]*>)[\s\S]*?(?=<\/script>)/;

/** Sorts the entries of the import map by their length, because then it is compressed to less. Their order means nothing. Pure. */
export function sortImportMap(html: string): string {
  return html.replace(IMPORT_MAP, (text) => {
    const map = JSON.parse(text) as { readonly imports: Readonly<Record<string, string>> }; // Vite wrote it.
    const entries = Object.entries(map.imports).toSorted(([a], [b]) => a.length - b.length || a.localeCompare(b));
    return JSON.stringify({ ...map, imports: Object.fromEntries(entries) });
  });
}

/** Writes `visit.html` into the built app, and returns it. */
export async function writeVisitDocument(appDir: string): Promise<string> {
  const html = await readFile(join(appDir, CACHED_DOCUMENT), 'utf8');
  const files = listLinkedStyles(html);
  const styles = new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(appDir, file), 'utf8')] as const)));
  const document = sortImportMap(inlineStyles(html, styles));
  await writeFile(join(appDir, VISIT_DOCUMENT), document);
  return document;
}
