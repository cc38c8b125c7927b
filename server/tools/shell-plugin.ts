import type { Plugin } from 'vite';
import { brand } from '../../src/core/brand';

/**
 * The shell that is on screen before any script ran: the mark on its ground, and nothing that could be wrong. It knows
 * neither the player nor the page, so it may be shown to everybody at every address.
 */
export function shellMarkup(): string {
  const { viewBox, board, seeds } = brand.mark;
  return [
    '<header class="top-bar"><div class="top-bar-row"><span class="mark">',
    `<svg viewBox="${viewBox}" aria-hidden="true" fill="currentColor"><path fill-rule="evenodd" d="${board}"/><path d="${seeds}"/></svg>`,
    `<span class="mark-name">${brand.name}</span></span></div></header>`,
    '<main class="content" aria-busy="true"></main>',
  ].join('');
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

function fillIn(html: string): string {
  return html
    .replaceAll('%BRAND_NAME%', escapeHtml(brand.name))
    .replaceAll('%BRAND_DESCRIPTION%', escapeHtml(brand.description))
    .replaceAll('%BRAND_DARK%', brand.colours.darkGround)
    .replaceAll('%BRAND_LIGHT%', brand.colours.lightGround)
    .replace('<!--shell-->', shellMarkup());
}

/**
 * Fills the brand and the shell into index.html and, in a build, puts the style sheets of the first script into the
 * document as its one inline style (the host allows it by its hash): the first paint waits for nothing but the document.
 */
export function shellPlugin(): Plugin {
  return {
    name: 'ayo-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const filled = fillIn(html);
        if (bundle === undefined) return filled;
        let inlined = '';
        const linked = filled.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const asset = bundle[file];
          if (asset?.type !== 'asset') return link;
          inlined += (typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source)).trim();
          // Vite itself drops files so: the bundle is the list of what is written.
          Reflect.deleteProperty(bundle, file);
          // Pages wait for the style sheets that they share with the frame, and look for the link of one: a disabled
          // link says that it is here, and is never fetched.
          return `<link rel="stylesheet" disabled href="/${file}">`;
        });
        return linked.replace(/\s*<\/head>/, () => `\n    <style>${inlined}</style>\n  </head>`);
      },
    },
  };
}
