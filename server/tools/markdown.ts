import { marked } from 'marked';
import type { Token, Tokens } from 'marked';
import type { Block, ContentMeta, ContentPage, Inline, Section } from '../../src/core/prose.ts';
import { inlineText } from '../../src/core/prose.ts';

const KEYS = new Set(['title', 'description', 'updated', 'version', 'keywords', 'codes']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAFE_LINK = /^(?:\/(?!\/)|#|mailto:|https:\/\/)/;

/**
 * Turns one content page (front matter, `{{token}}`s and Markdown) into data.
 * Throws for everything that it does not know (a token, a key, raw HTML, an image, a code block, a first-level heading), so that
 * such a page stops the build and is never shown.
 */
export function compileMarkdown(source: string, tokens: Readonly<Record<string, string>>): ContentPage {
  const { front, body } = splitFrontMatter(fillTokens(source, tokens));
  const blocks = readBlocks(marked.lexer(body), new Set());
  const sections: Section[] = blocks.flatMap((block) =>
    block.t === 'h' && block.level === 2 ? [{ id: block.id, title: inlineText(block.c) }] : [],
  );
  return { meta: readMeta(front, sections), blocks };
}

function fillTokens(source: string, tokens: Readonly<Record<string, string>>): string {
  return source.replace(/\{\{([^}]*)\}\}/g, (_, name: string) => {
    const value = tokens[name.trim()];
    if (value === undefined) throw new Error(`unknown token {{${name}}}`);
    return value;
  });
}

function splitFrontMatter(source: string): { front: Map<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source.replaceAll('\r\n', '\n'));
  if (match?.[1] === undefined) throw new Error('front matter is missing');
  const front = new Map<string, string>();
  for (const line of match[1].split('\n')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).trim();
    if (colon < 1 || !KEYS.has(key)) throw new Error(`front matter: "${line}" is not understood`);
    front.set(key, line.slice(colon + 1).trim());
  }
  return { front, body: source.replaceAll('\r\n', '\n').slice(match[0].length) };
}

function readMeta(front: ReadonlyMap<string, string>, sections: Section[]): ContentMeta {
  const requireKey = (key: string): string => {
    const value = front.get(key);
    if (!value) throw new Error(`front matter: ${key} is missing`);
    return value;
  };
  const updated = requireKey('updated');
  if (!DAY.test(updated)) throw new Error(`front matter: updated must be YYYY-MM-DD, not "${updated}"`);
  const version = front.get('version');
  const keywords = front.get('keywords');
  const codes = front.get('codes');
  return {
    title: toTypographicText(requireKey('title')),
    description: toTypographicText(requireKey('description')),
    updated,
    ...(version === undefined ? {} : { version }),
    ...(keywords === undefined ? {} : { keywords: splitList(keywords) }),
    ...(codes === undefined ? {} : { codes: splitList(codes) }),
    sections,
  };
}

const splitList = (text: string): string[] => text.split(',').map((word) => word.trim());

function readBlocks(tokens: readonly Token[], ids: Set<string>): Block[] {
  return tokens.flatMap((token) => readBlock(token, ids));
}

function readBlock(token: Token, ids: Set<string>): Block[] {
  if (isKind(token, 'space')) return [];
  if (isKind(token, 'hr')) return [{ t: 'hr' }];
  if (isKind(token, 'paragraph')) return [{ t: 'p', c: readInlines(token.tokens) }];
  // A tight list item has its text here.
  if (isKind(token, 'text')) return [{ t: 'p', c: readInlines(token.tokens ?? [token]) }];
  if (isKind(token, 'blockquote')) return [{ t: 'quote', c: readBlocks(token.tokens, ids) }];
  if (isKind(token, 'list')) return [readList(token, ids)];
  if (isKind(token, 'table')) return [readTable(token)];
  if (isKind(token, 'heading')) return [readHeading(token, ids)];
  throw new Error(`"${token.type}" is not supported: ${token.raw.slice(0, 60)}`);
}

function readHeading(token: Tokens.Heading, ids: Set<string>): Block {
  if (token.depth !== 2 && token.depth !== 3) {
    throw new Error(`heading of level ${token.depth}: the page's title is its only level 1, and levels end at 3`);
  }
  const c = readInlines(token.tokens);
  const id = toSlug(inlineText(c));
  if (ids.has(id)) throw new Error(`two headings are called "${id}"`);
  ids.add(id);
  return { t: 'h', level: token.depth, id, c };
}

function readList(token: Tokens.List, ids: Set<string>): Block {
  if (token.items.some((item) => item.task)) throw new Error('task lists are not supported');
  if (token.ordered && token.start !== 1) throw new Error('an ordered list starts at 1');
  return { t: 'list', ordered: token.ordered, items: token.items.map((item) => readBlocks(item.tokens, ids)) };
}

function readTable(token: Tokens.Table): Block {
  return {
    t: 'table',
    head: token.header.map((cell) => readInlines(cell.tokens)),
    rows: token.rows.map((row) => row.map((cell) => readInlines(cell.tokens))),
  };
}

function readInlines(tokens: readonly Token[]): Inline[] {
  const parts: Inline[] = [];
  for (const token of tokens) {
    const part = readInline(token);
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

function readInline(token: Token): Inline {
  if (isKind(token, 'text') || isKind(token, 'escape')) return toPlainText(token.text);
  if (isKind(token, 'strong')) return { t: 'strong', c: readInlines(token.tokens) };
  if (isKind(token, 'em')) return { t: 'em', c: readInlines(token.tokens) };
  if (isKind(token, 'codespan')) return { t: 'code', v: token.text };
  if (isKind(token, 'link')) {
    if (!SAFE_LINK.test(token.href)) throw new Error(`link to ${token.href} is not allowed`);
    return { t: 'link', href: token.href, c: readInlines(token.tokens) };
  }
  throw new Error(`"${token.type}" is not supported: ${token.raw.slice(0, 60)}`);
}

/** Joins wrapped source lines. Throws for an entity, which the page would show as it is written. */
function toPlainText(text: string): string {
  if (/&[a-z#0-9]+;/i.test(text)) throw new Error(`write the character itself, not an entity: ${text}`);
  return toTypographicText(text.replace(/\s*\n\s*/g, ' '));
}

/** Replaces straight quotes by typographic ones; a pair of them must stand within one run of plain text. */
function toTypographicText(text: string): string {
  const result = text.replace(/(?<=\p{L})'/gu, '’').replace(/"([^"]*)"/g, '“$1”');
  if (/["']/.test(result)) throw new Error(`a quote without its partner: ${text}`);
  return result;
}

function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

interface SupportedTokens {
  space: Tokens.Space;
  hr: Tokens.Hr;
  paragraph: Tokens.Paragraph;
  blockquote: Tokens.Blockquote;
  list: Tokens.List;
  table: Tokens.Table;
  heading: Tokens.Heading;
  text: Tokens.Text;
  escape: Tokens.Escape;
  strong: Tokens.Strong;
  em: Tokens.Em;
  codespan: Tokens.Codespan;
  link: Tokens.Link;
}

/** Narrows a token, because the open member (`Generic`) of marked's union keeps `token.type` from narrowing by itself. */
function isKind<K extends keyof SupportedTokens>(token: Token, kind: K): token is SupportedTokens[K] {
  return token.type === kind;
}
