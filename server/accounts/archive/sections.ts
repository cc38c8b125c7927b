/** Everything that the platform keeps of a player, file by file. Whoever adds a table about players adds a row here. */
import { ACCOUNT_SECTIONS } from './account-sections';
import { MONEY_SECTIONS } from './money-sections';
import type { Section } from './section';

export const SECTIONS: readonly Section[] = [...ACCOUNT_SECTIONS, ...MONEY_SECTIONS];
