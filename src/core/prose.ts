/**
 * The shape of a content page after the build has read its Markdown: data, no HTML strings, so that it can be
 * rendered under a strict content policy, searched offline, and checked by tests.
 */

export type Inline =
  | string
  | { t: 'strong' | 'em'; c: Inline[] }
  | { t: 'code'; v: string }
  | { t: 'link'; href: string; c: Inline[] };

export type Block =
  | { t: 'h'; level: 2 | 3; id: string; c: Inline[] }
  | { t: 'p'; c: Inline[] }
  | { t: 'list'; ordered: boolean; items: Block[][] }
  | { t: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { t: 'quote'; c: Block[] }
  | { t: 'hr' };

export interface Section {
  /** Anchor of the heading on its page. */
  id: string;
  title: string;
}

export interface FrontMatter {
  title: string;
  /** One sentence: for search results, help lists and the page's description. */
  description: string;
  /** Day of the last change of wording, `YYYY-MM-DD`. */
  updated: string;
  /** Version of a legal text, as a consent or an acceptance records it. Help articles have none. */
  version?: string;
  /** Help articles only: words that people search with and the text may lack. */
  keywords?: string[];
  /** Help articles only: the error codes that they explain; each is an address of the article, too. */
  codes?: string[];
}

export interface ContentMeta extends FrontMatter {
  /** The second-level headings, in order. */
  sections: Section[];
}

export interface ContentPage {
  meta: ContentMeta;
  blocks: Block[];
}

/** The words of inline content, without marks. */
export function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.t === 'code' ? part.v : inlineText(part.c);
    })
    .join('');
}

/** The words of a whole page, for searching in it: one line per block. */
export function proseText(blocks: readonly Block[]): string {
  return blocks.map(blockText).filter((text) => text !== '').join('\n');
}

function blockText(block: Block): string {
  switch (block.t) {
    case 'h':
    case 'p':
      return inlineText(block.c);
    case 'list':
      return block.items.map(proseText).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(' ')).join('\n');
    case 'quote':
      return proseText(block.c);
    case 'hr':
      return '';
  }
}
