import { language } from '../../core/words/language';

/** The multiple as "12.5×". */
export const timesWords = (multiplier: number): string =>
  `${multiplier.toLocaleString(language.tag, { maximumFractionDigits: 2 })}×`;
