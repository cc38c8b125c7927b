import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PAGE_ROUTES } from '../../../src/app/routes';
import { HELP_CATEGORIES, helpArticles } from '../../../src/content/help';
import { loadHelpTexts } from '../../../src/content/load-help-texts';
import type { Block, ContentPage, Inline } from '../../../src/core/prose';
import { proseText } from '../../../src/core/prose';

const CONTENT = new URL('../../../src/content/', import.meta.url);
const BUDGET_BYTES = 45 * 1024;

const pages = import.meta.glob<ContentPage>('../../../src/content/*.md', { eager: true });
const helpPages = import.meta.glob<ContentPage>('../../../src/content/help/*/*.md', { eager: true });

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}

const byAddress = new Map(Object.entries(pages).map(([path, page]) => [`/${nameOf(path)}`, page]));
const slugs = new Set(Object.keys(helpPages).map(nameOf));
const routes = new Set<string>(PAGE_ROUTES.flatMap(({ paths }) => [...paths]));

function linksIn(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((part) => {
    if (typeof part === 'string' || part.t === 'code') return [];
    return part.t === 'link' ? [part.href, ...linksIn(part.c)] : linksIn(part.c);
  });
}

function linksOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.t === 'h' || block.t === 'p') return linksIn(block.c);
    if (block.t === 'list') return block.items.flatMap(linksOf);
    if (block.t === 'quote') return linksOf(block.c);
    return block.t === 'table' ? [...block.head, ...block.rows.flat()].flatMap(linksIn) : [];
  });
}

/** Null when the link leads somewhere. */
function brokenBecause(href: string, blocks: readonly Block[]): string | null {
  if (href.startsWith('mailto:')) return null;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? { blocks } : byAddress.get(path);
  const [route = ''] = path.split('?');
  if (path !== '' && !routes.has(route)) return 'no such route';
  if (anchor === undefined) return null;
  if (path === '/help') return slugs.has(anchor) ? null : 'no such article';
  return target?.blocks.some((block) => block.t === 'h' && block.id === anchor) ? null : 'no such heading';
}

describe('the content pages', () => {
  test.each(Object.entries({ ...pages, ...helpPages }).map(([path, page]) => [nameOf(path), page] as const))(
    '%s: every link leads to a page, an article or a heading that exists',
    (_, { blocks }) => {
      expect(linksOf(blocks).map((href) => ({ href, broken: brokenBecause(href, blocks) }))).toEqual(
        linksOf(blocks).map((href) => ({ href, broken: null })),
      );
    },
  );

  test('legal pages carry a version, so that an acceptance can name it', () => {
    for (const page of byAddress.values()) expect(page.meta.version).toMatch(/^\d+\.\d+$/);
  });

  test('all of them together stay light enough to be precached', () => {
    const files = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const text = files.map((file) => readFileSync(new URL(file, CONTENT), 'utf8')).join('');
    expect(brotliCompressSync(text).length).toBeLessThan(BUDGET_BYTES);
  });
});

describe('the help centre', () => {
  test('has at least two dozen articles, each in a known category, and no category is empty', () => {
    expect(helpArticles.length).toBeGreaterThanOrEqual(24);
    const used = new Set(helpArticles.map(({ category }) => category));
    expect([...used].sort()).toEqual(HELP_CATEGORIES.map(({ id }) => id).sort());
  });

  test('has a text for every article, with words in it', async () => {
    const texts = await loadHelpTexts();
    for (const { slug } of helpArticles) {
      expect(proseText(texts.get(slug) ?? []).split(/\s+/).length, slug).toBeGreaterThan(30);
    }
  });

  test('keeps its categories in order and its articles by title', () => {
    const order = helpArticles.map(({ category }) => HELP_CATEGORIES.findIndex(({ id }) => id === category));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('has keywords on every article and no two articles of one title', () => {
    for (const { keywords, slug } of helpArticles) expect(keywords.length, slug).toBeGreaterThan(2);
    expect(new Set(helpArticles.map(({ title }) => title)).size).toBe(helpArticles.length);
  });
});
