/** Makes the pictures that messengers and social networks show for a shared link: one for each game, from its art, and one for the site. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { PREVIEW, SITE_PREVIEW, previewPath } from '../../../server/hosting/page-head';
import { INITIAL_GAMES } from '../../../server/games/initial-games';
import { brand, operator } from '../../../src/core/brand';
import { compressPng } from '../small-png';
import { ROOT } from '../stages.mjs';

const MAX_BYTES = 40 * 1024;
/** On the picture of the site, from left to right. */
const SITE_ART = ['calabar-carnival', 'adire-gold'];

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');
const artOf = async (art: string): Promise<string> =>
  `<img class="art" src="data:image/svg+xml;base64,${Buffer.from(await read(`public/cdn${art}`)).toString('base64')}">`;

async function styleOf(): Promise<string> {
  const font = (await readFile(join(ROOT, 'src/ui/fonts/bricolage-grotesque.woff2'))).toString('base64');
  return `${await read('src/ui/tokens.css')}
    @font-face { font-family: display; font-weight: 200 800; src: url(data:font/woff2;base64,${font}); }
    * { box-sizing: border-box; margin: 0; }
    body { display: flex; align-items: center; gap: 48px; width: ${PREVIEW.width}px; height: ${PREVIEW.height}px; padding: 0 56px; background: var(--ground); color: var(--text); font: 800 30px/1.1 display; }
    .arts { display: flex; flex: none; }
    .art { width: 246px; height: 328px; border-radius: 24px; outline: 2px solid var(--line); }
    h1 { font-size: 68px; text-wrap: balance; }
    .site h1 { font-size: 40px; } .site .art { width: 174px; height: 232px; outline: 8px solid var(--ground); }
    .site .art:first-child { rotate: -9deg; translate: 12px 10px; } .site .art + .art { margin-left: -24px; } .site .art:last-child { rotate: 9deg; translate: -12px 10px; }
    p { display: flex; align-items: center; gap: 14px; margin-top: 36px; } svg { width: 48px; fill: var(--accent); }
    small { padding: 6px 14px; border: 2px solid var(--line); border-radius: 99px; color: var(--quiet); font-size: 22px; }`;
}

const mark = `<svg viewBox="${brand.mark.viewBox}"><path fill-rule="evenodd" d="${brand.mark.board}"/><path d="${brand.mark.seeds}"/></svg>`;

/** Draws all previews into `public`. */
export async function writePreviews(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: PREVIEW, colorScheme: 'dark' });
  const style = await styleOf();
  const write = async (path: string, kind: string, arts: readonly string[], title: string): Promise<void> => {
    const pictures = await Promise.all(arts.map(artOf));
    await page.setContent(`<style>${style}</style><body class="${kind}"><div class="arts">${pictures.join('')}</div>
      <div><h1>${title}</h1><p>${mark}${brand.name}<small>${operator.minimumAge}+</small></p></div></body>`);
    await page.evaluate(() => document.fonts.ready);
    const png = compressPng(await page.screenshot(), MAX_BYTES);
    await writeFile(join(ROOT, 'public', path), png);
    console.log(`${path}: ${png.length} bytes`);
  };
  for (const { name, art } of INITIAL_GAMES) await write(previewPath(art), 'game', [art], name);
  const siteArt = SITE_ART.flatMap((gameId) => INITIAL_GAMES.find((game) => game.gameId === gameId)?.art ?? []);
  await write(SITE_PREVIEW, 'site', siteArt, brand.tagline);
  await page.close();
}
