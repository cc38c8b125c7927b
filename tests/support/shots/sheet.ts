/** Writes the contact sheet: all pictures of a run on one page, by route, to be filtered by state, theme and size. */
import { STATES } from './list';
import type { State } from './list';

export interface SheetPicture {
  readonly name: string;
  readonly route: string;
  readonly state: State;
  readonly theme: string;
  readonly size: string;
  /** The file beside the sheet; null where the picture could not be made. */
  readonly file: string | null;
  /** The file with the whole page. */
  readonly whole: string | null;
}

export interface SheetStrip {
  readonly gameId: string;
  readonly frames: readonly { readonly at: number; readonly file: string }[];
}

export interface Failure {
  readonly name: string;
  readonly reason: string;
}

export interface Sheet {
  readonly pictures: readonly SheetPicture[];
  readonly strips: readonly SheetStrip[];
  readonly failures: readonly Failure[];
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The name of a place on the sheet: `/game/adire-gold` is `#route-game-adire-gold`. */
export const anchorOf = (route: string): string => `route-${route.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'lobby'}`;

const unique = (values: readonly string[]): string[] => [...new Set(values)];

function drawPicture({ name, state, theme, size, file, whole }: SheetPicture): string {
  const [width = '', height = ''] = size.split('x');
  const marks = `data-state="${state}" data-theme="${theme}" data-size="${size}"`;
  const title = `<b>${escape(name)}</b> ${state} · ${theme} · ${width} × ${height}`;
  if (file === null) return `<figure class="missing" ${marks}><figcaption>${title}</figcaption><p>Could not be made</p></figure>`;
  const more = whole === null ? '' : ` · <a href="${escape(whole)}">whole page</a>`;
  // The size stands before the picture has loaded, so that an anchor leads to its place.
  const image = `<a href="${escape(file)}"><img loading="lazy" alt="" src="${escape(file)}" width="${width}" height="${height}"></a>`;
  return `<figure ${marks} style="--width:${Number(width) < 600 ? 240 : 480}px">${image}<figcaption>${title}${more}</figcaption></figure>`;
}

const drawStrip = ({ gameId, frames }: SheetStrip): string =>
  `<section class="strip" id="strip-${escape(gameId)}"><h2>${escape(gameId)}, one round</h2><div class="row">${frames.map(({ at, file }) =>
    `<figure style="--width:180px"><a href="${escape(file)}"><img loading="lazy" alt="" src="${escape(file)}" width="360" height="660"></a><figcaption>${at} ms</figcaption></figure>`).join('')}</div></section>`;

const drawChoice = (name: string, values: readonly string[]): string =>
  `<label>${name} <select name="${name}"><option value="">all</option>${values.map((value) => `<option>${escape(value)}</option>`).join('')}</select></label>`;

/** Hides what was not chosen; the choice stays in the address, so that it can be sent to somebody. */
const SCRIPT = `
const form = document.querySelector('form');
const keys = ['state', 'theme', 'size'];
const shown = new URLSearchParams(location.search);
for (const key of keys) form[key].value = shown.get(key) ?? '';
function choose() {
  const chosen = keys.filter((key) => form[key].value !== '');
  for (const each of document.querySelectorAll('figure[data-state]')) each.hidden = chosen.some((key) => each.dataset[key] !== form[key].value);
  for (const each of document.querySelectorAll('section.route')) each.hidden = each.querySelector('figure:not([hidden])') === null;
  const query = new URLSearchParams(chosen.map((key) => [key, form[key].value])).toString();
  history.replaceState(null, '', location.pathname + (query && '?' + query) + location.hash);
}
form.addEventListener('change', choose);
choose();`;

const STYLE = `
body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #6b6b73; color: #fff; }
header { position: sticky; top: 0; z-index: 1; padding: 8px 16px; background: #26262b; }
form { display: flex; flex-wrap: wrap; gap: 16px; }
nav { max-height: 5.6em; overflow: auto; } nav a { margin-right: 12px; white-space: nowrap; }
a { color: #ffd862; } h2 { margin: 16px; } section { scroll-margin-top: 9em; }
.row { display: flex; flex-wrap: wrap; gap: 12px; padding: 0 16px; align-items: start; }
.strip .row { flex-wrap: nowrap; overflow-x: auto; }
figure { margin: 0; width: var(--width, 240px); } figure[hidden] { display: none; }
img { display: block; width: 100%; height: auto; background: #888; } figcaption { font-size: 12px; }
.strip figure { flex: none; }
.failures, .missing p { background: #b42318; padding: 8px 16px; } .missing p { min-height: 120px; }`;

/** Draws the sheet as one file; its pictures are beside it. */
export function drawSheet({ pictures, strips, failures }: Sheet): string {
  const routes = unique(pictures.map(({ route }) => route));
  const states = STATES.filter((state) => pictures.some((picture) => picture.state === state));
  const links = [
    ...routes.map((route) => `<a href="#${anchorOf(route)}">${escape(route)}</a>`),
    ...strips.map(({ gameId }) => `<a href="#strip-${escape(gameId)}">round: ${escape(gameId)}</a>`),
  ];
  const failed = failures.length === 0 ? '' : `<div class="failures" role="alert"><b>${failures.length} could not be made</b><ul>${failures.map(({ name, reason }) =>
    `<li>${escape(name)}: ${escape(reason)}</li>`).join('')}</ul></div>`;
  const sections = routes.map((route) =>
    `<section class="route" id="${anchorOf(route)}"><h2>${escape(route)}</h2><div class="row">${pictures.filter((picture) => picture.route === route).map(drawPicture).join('\n')}</div></section>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Contact sheet</title><style>${STYLE}</style></head><body>
<header><form>${drawChoice('state', states)}${drawChoice('theme', unique(pictures.map(({ theme }) => theme)))}${drawChoice('size', unique(pictures.map(({ size }) => size)))}
<span>${pictures.length} pictures, ${strips.length} strips</span></form><nav>${links.join('')}</nav></header>
${failed}<main>${sections.join('\n')}
${strips.map(drawStrip).join('\n')}</main><script>${SCRIPT}</script></body></html>
`;
}
