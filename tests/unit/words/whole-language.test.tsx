/** Every page drawn in a made-up language that puts each word in marks: what stands outside of marks is no word of the catalogue. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PAGE_ROUTES } from '../../../src/app/routes';
import { renderStaticPage } from '../../../src/app/static-markup';
import { HELP_CATEGORIES, helpArticles } from '../../../src/content/help';
import { banks } from '../../../src/core/banks/banks';
import { brand, legalLine } from '../../../src/core/brand';
import type { ContentPage } from '../../../src/core/prose';
import { speech } from '../../../src/core/words/catalogue';
import { speak } from '../../../src/core/words/speak';
import { appStore } from '../../../src/state/app';
import { catalogueStore } from '../../../src/state/catalogue';
import { enterSession, sessionStore } from '../../../src/state/session';

/** On a server React wants a second reader of each store; here it is the first one. */
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>();
  const read: typeof react.useSyncExternalStore = (subscribe, get, onServer = get) => react.useSyncExternalStore(subscribe, get, onServer);
  return { ...react, useSyncExternalStore: read };
});

const [OPEN, CLOSE] = ['⟦', '⟧'];
const inMarks = (text: string): string => `${OPEN}${text}${CLOSE}`;

/** A section in the made-up language: each text in marks, also what a function makes. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : inMarks(value);
  if (typeof value === 'function') return (...args: unknown[]) => marked((value as (...args: unknown[]) => unknown)(...args));
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each)]));
}

/** Every file with a section, so that the language has them all; no page. */
const sections = import.meta.glob([
  '../../../src/**/words.ts', '../../../src/**/*-words.ts', '../../../src/**/names.ts',
]);
const content = import.meta.glob<ContentPage>('../../../src/content/*.md', { eager: true });

/** The single texts of a content page, and the names of its tables, which are made of their heads. */
function stringsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  const heads = 'head' in data && Array.isArray(data.head) ? [data.head.map((cell: unknown) => stringsIn(cell).join('')).join(', ')] : [];
  return [...heads, ...Object.values(data).flatMap(stringsIn)];
}

/** Texts of content pages, of the operator's own file and of the platform. They do not come from the catalogue. */
const elsewhere = new Set([
  brand.name, brand.supportEmail, brand.careEmail, brand.complaintsEmail, brand.privacyEmail, legalLine(undefined), 'Adire Gold',
  'Indigo cloth, gold cowries, and dye pots that win free spins at double pay.', 'ada@example.com',
  ...HELP_CATEGORIES.map(({ title }) => title),
  ...helpArticles.flatMap(({ title, description }) => [title, description]),
  ...Object.values(content).flatMap(({ meta, blocks }) => [meta.title, meta.description, ...stringsIn(blocks), ...stringsIn(meta.sections)]),
  ...banks.flatMap((bank) => Object.values(bank).map(String)),
].map((text) => text.trim()));

/** Removes everything in marks from a text, inner marks first. */
function unmarked(text: string): string {
  const less = text.replace(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g'), '');
  return less === text ? text : unmarked(less);
}

const decoded = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '’');

/** Texts between tags, and the attributes that are read out or shown. */
function textsIn(html: string): string[] {
  const shown = [...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text = '']) => text);
  return [...html.replace(/<!--.*?-->/g, '\n').split(/<[^>]*>|\n/), ...shown].map(decoded);
}

function looseIn(html: string): string[] {
  return textsIn(html)
    .map((text) => unmarked(text).trim())
    .filter((text) => /\p{L}{2}/u.test(text.replace(/\b(?:18|KB|px|NGN)\b/g, '')) && !elsewhere.has(text));
}

async function draw(path: string): Promise<string> {
  const page = await renderStaticPage(path);
  if ('to' in page) return `<a>${inMarks(`to ${page.to}`)}</a>`;
  return page.markup;
}

/** The pages of everybody and of one audience, with something in the place of their parameters. */
const addresses = (who: readonly string[]) =>
  PAGE_ROUTES.filter((route) => who.includes(route.who)).flatMap(({ paths }) => paths.map((path) => path.replace(':gameId', 'adire-gold').replace(':categoryId', 'slots')));

beforeAll(async () => {
  await Promise.all(Object.values(sections).map((load) => load()));
  speak(Object.fromEntries(Object.entries(speech.sections).map(([name, section]) => [name, marked(section) as object])));
  // Pages use these parts of the browser while they are drawn.
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }), history: { length: 1 }, location: { search: '' } });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { visibilityState: 'visible', hidden: false });
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', languages: [] });
  // React on a server draws a store's first state.
  for (const store of [sessionStore, catalogueStore, appStore]) Object.assign(store, { getInitialState: store.getState });
  // A machine with much to do takes longer for it than a player would wait.
  await Promise.all(PAGE_ROUTES.map(({ load }) => load()));
});

describe('a made-up language', () => {
  test('puts marks around every word that there is', () => {
    expect(Object.keys(speech.sections).length).toBeGreaterThan(50);
    expect(looseIn(`<p>Pay ${inMarks(`in ${inMarks('now')}`)} <b title="Oh no">${inMarks('x')}</b></p>`)).toEqual(['Pay', 'Oh no']);
  });

  test.each(addresses(['all', 'guest']))('to a guest nothing at %s is in English', async (path) => {
    const html = await draw(path);
    expect(html).toContain(OPEN);
    expect(looseIn(html)).toEqual([]);
  });

  test.each(addresses(['all', 'player', 'admin']))('to a player nothing at %s is in English', async (path) => {
    enterSession({ sessionId: 's', userId: 'u' });
    const html = await draw(path);
    expect(html).toContain(OPEN);
    expect(looseIn(html)).toEqual([]);
  });
});
