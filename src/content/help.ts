/** The help centre's articles: their front matter. `load-help-texts.ts` brings their texts. */
import type { FrontMatter } from '../core/prose';

/** In the order in which the help centre shows them; the articles of each are in the folder of its id. */
export const HELP_CATEGORIES = [
  { id: 'getting-started', title: 'Getting started' },
  { id: 'account', title: 'Your account' },
  { id: 'deposits', title: 'Paying in' },
  { id: 'withdrawals', title: 'Getting paid out' },
  { id: 'playing', title: 'Playing' },
  { id: 'fairness', title: 'Fair results' },
  { id: 'by-hand', title: 'Checking results by hand' },
  { id: 'bonuses', title: 'Bonuses' },
  { id: 'offline', title: 'Offline and data use' },
  { id: 'safety', title: 'Staying safe' },
  { id: 'problems', title: 'When something is wrong' },
] as const satisfies readonly { id: string; title: string }[];

export interface HelpArticle {
  /** File name without its ending; `/help#slug` shows the article. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly keywords: readonly string[];
  /** The error codes that it explains; `/help#code` shows it, too. */
  readonly codes: readonly string[];
  readonly updated: string;
}

const metas = import.meta.glob<FrontMatter>('./help/*/*.md', { eager: true, query: '?meta', import: 'meta' });

/** All articles, by category and then by title, without their texts, so that the list stays small. */
export const helpArticles: readonly HelpArticle[] = Object.entries(metas)
  .map(([path, meta]) => toArticle(path, meta))
  .sort((a, b) => categoryAt(a) - categoryAt(b) || a.title.localeCompare(b.title, 'en'));

/** The article at `/help#anchor`: by its slug, or by an error code that it explains. */
export function articleAt(anchor: string): HelpArticle | undefined {
  return helpArticles.find(({ slug, codes }) => slug === anchor || codes.includes(anchor));
}

function toArticle(path: string, meta: FrontMatter): HelpArticle {
  return {
    slug: path.slice(path.lastIndexOf('/') + 1, -'.md'.length),
    title: meta.title,
    description: meta.description,
    category: path.split('/').at(-2) ?? '',
    keywords: meta.keywords ?? [],
    codes: meta.codes ?? [],
    updated: meta.updated,
  };
}

function categoryAt({ category }: HelpArticle): number {
  return HELP_CATEGORIES.findIndex(({ id }) => id === category);
}
