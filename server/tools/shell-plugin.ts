import type { Plugin } from 'vite';
import { brand } from '../../src/core/brand.ts';

/**
 * Renders the shell that is on the screen before any script runs: the brand's mark, and nothing that could be wrong. It knows
 * neither the player nor the page, so it may be shown to everybody at every address.
 */
export function renderShell(): string {
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

function fillTemplate(html: string): string {
  return html
    .replaceAll('%BRAND_NAME%', escapeHtml(brand.name))
    .replaceAll('%BRAND_DESCRIPTION%', escapeHtml(brand.description))
    .replaceAll('%BRAND_DARK%', brand.colours.darkGround)
    .replaceAll('%BRAND_LIGHT%', brand.colours.lightGround)
    .replace('<!--shell-->', renderShell());
}

/** Fills the brand and the shell into index.html. */
export function shellPlugin(): Plugin {
  return { name: 'ayo-shell', transformIndexHtml: { order: 'post', handler: fillTemplate } };
}
