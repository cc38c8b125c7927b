/**
 * Two documents for one shell. `index.html`, as Vite writes it, is what the service worker keeps: it names the style sheet,
 * which lies beside it on the device. Whoever comes over the network is sent `visit.html`, with the style sheet inside: the
 * first paint waits for nothing but the document.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const KEPT_DOCUMENT = 'index.html';
export const VISIT_DOCUMENT = 'visit.html';

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * The document with its linked style sheets as one inline style, which the host allows by its hash. Pages wait for the style
 * sheets that they share with the frame, and look for the link of one: a disabled link says that it is here, and is never
 * fetched. Throws where it links none. Pure.
 */
export function withStylesInside(html: string, styles: ReadonlyMap<string, string>): string {
  const linked = stylesLinkedIn(html);
  if (linked.length === 0) throw new Error('The document links no style sheet.');
  const inside = linked.map((file) => (styles.get(file) ?? '').trim()).join('');
  const noted = html.replace(LINK, (_link, file: string) => `<link rel="stylesheet" disabled href="/${file}">`);
  // A function: a style sheet may hold "$&".
  return noted.replace(/\s*<\/head>/, () => `\n    <style>${inside}</style>\n  </head>`);
}

/** Files in the app's folder, as `assets/app-1a2b3c4d.css`. */
export const stylesLinkedIn = (html: string): string[] => [...html.matchAll(LINK)].flatMap(([, file]) => file ?? []);

/** Writes `visit.html` into the built app, and returns it. */
export async function writeVisitDocument(appDir: string): Promise<string> {
  const html = await readFile(join(appDir, KEPT_DOCUMENT), 'utf8');
  const files = stylesLinkedIn(html);
  const styles = new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(appDir, file), 'utf8')] as const)));
  const document = withStylesInside(html, styles);
  await writeFile(join(appDir, VISIT_DOCUMENT), document);
  return document;
}
