/** Writes what search engines read about the whole site. */
import { escapeHtml } from './page-head';

/** `/robots.txt`. Pages that no search engine may list say so themselves. */
export function robotsText(siteUrl: string | undefined): string {
  const sitemap = siteUrl === undefined ? '' : `Sitemap: ${siteUrl}/sitemap.xml\n`;
  return `User-agent: *\nDisallow: /api/\nDisallow: /admin\n${sitemap}`;
}

/** `/sitemap.xml`. */
export function sitemapText(siteUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(siteUrl + path)}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}
