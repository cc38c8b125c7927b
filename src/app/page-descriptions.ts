/** Titles and one sentence about each page for search engines and previews. Only the build reads them, so they cost a player nothing. */
import { brand } from '../core/brand';
import type { FrontMatter } from '../core/prose';
import { helpArticles } from '../content/help';

/** The titles of documents that are not the route's. */
export const OWN_TITLES = { lobby: `${brand.name} – ${brand.tagline}`, game: `%GAME_NAME% – ${brand.name}` };

/** The front matter of the content pages. */
const metas = import.meta.glob<FrontMatter>('../content/*.md', { eager: true, query: '?meta', import: 'meta' });

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  game: `Play %GAME_NAME% at ${brand.name}. It pays back %GAME_RETURN% over time. Practice is free, works offline, and you can check every result. 18+`,
  'sign-in': `Sign in to ${brand.name} with your username and password.`,
  'sign-up': `Open an account at ${brand.name}. You need a username, an e-mail and a phone number. 18+`,
  help: `Answers to ${helpArticles.length} questions about your account, paying in, getting paid out, bonuses and fair results.`,
  feedback: `Tell ${brand.name} what is wrong and what could be better.`,
  'bank-codes': 'The codes and USSD numbers of Nigerian banks, in one list that opens without a connection.',
  'bonus-contribution': 'How much of a stake in each game counts toward the wagering of a bonus, and what a bonus costs.',
  'promo-welcome-bonus': 'The welcome bonus: exact terms, an example in naira, and how to claim it. 18+',
  'promo-free-spins': 'Free spins: exact terms, an example in naira, and how to claim them. 18+',
  'promo-friday': 'The Friday reload: exact terms, an example in naira, and how to claim it. 18+',
  'promo-giveaway': 'The weekly giveaway: exact terms, the prizes, and how to check the draw. 18+',
};

/** Pages without a sentence of their own have the brand's. */
export const descriptionOf = (name: string): string => DESCRIPTIONS[name] ?? metas[`../content/${name}.md`]?.description ?? brand.description;

/** The description of a category; `name` is its heading. */
export const categoryDescription = (name: string): string => `${name} at ${brand.name}: what each game pays back, and practice that is free and works offline. 18+`;
