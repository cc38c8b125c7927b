/** Writes the part of a document's head that search engines and previews read. */
import { brand } from '../../src/core/brand';

/** Previews read no SVG, so `npm run shots -- --readme` makes a picture from the art of each game, and one for all other pages. */
export const PREVIEW = { width: 800, height: 420 } as const;
export const SITE_PREVIEW = '/screenshots/preview.png';

/** The address of the picture that was made from some art: `/games/dice.svg` is on `/screenshots/preview-dice.png`. */
export const previewPath = (art: string): string => `/screenshots/preview-${art.replace(/^.*\/|\.\w+$/g, '')}.png`;

export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly isListed: boolean;
  /** The one address under which search engines list the page; null for a page that has none. */
  readonly path: string | null;
  /** The address of its picture in previews, on this site. */
  readonly picture: string;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** Lists the lines for the head. Without the address of the site those that need it are left out. */
function headLines({ title, description, isListed, path, picture }: PageHead, siteUrl: string | undefined): string[] {
  const metaTag = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const openGraphTag = (property: string, content: string | number): string => `<meta property="og:${property}" content="${escapeHtml(String(content))}" />`;
  if (!isListed) return [metaTag('robots', 'noindex')];
  const addressTags = siteUrl === undefined || path === null ? [] : [`<link rel="canonical" href="${escapeHtml(siteUrl + path)}" />`, openGraphTag('url', siteUrl + path)];
  const pictureTags = siteUrl === undefined ? [] : [
    openGraphTag('image', siteUrl + picture), openGraphTag('image:width', PREVIEW.width), openGraphTag('image:height', PREVIEW.height), metaTag('twitter:card', 'summary_large_image'),
  ];
  return [...addressTags, openGraphTag('type', 'website'), openGraphTag('site_name', brand.name), openGraphTag('title', title), openGraphTag('description', description), ...pictureTags];
}

/** Returns the document with its own title, description and lines in the head. The replacements are functions, because names may contain "$&". */
export function withHead(html: string, head: PageHead, siteUrl: string | undefined): string {
  const lines = headLines(head, siteUrl).map((line) => `\n    ${line}`).join('');
  return html
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${escapeHtml(head.description)}" />`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>${lines}`);
}
