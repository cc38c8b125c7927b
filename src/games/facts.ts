/** A game's figures in words. Returns are cut and never rounded up, because the text must not promise more than is true. */
import { language } from '../core/words/language';
import { words } from './words';

/** A share this near to a decimal is taken for that decimal, because doubles are not exact (0.57 × 10⁴ is 5699.999…). */
const DOUBLE_SLACK = 1e-6;

/** A share of 0 … 1 as a percentage, cut after `decimals` places: 0.972972… is "97.29%". */
export function percentCut(share: number, decimals = 2): string {
  const scale = 10 ** decimals;
  return `${(Math.floor(share * 100 * scale + DOUBLE_SLACK) / scale).toFixed(decimals)}%`;
}

/** A share of 0 … 1 as a percentage without needless places: 0.2 is "20%", 0.125 is "12.5%". */
export function percentPlain(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** A win as a multiple of the stake: "6,651.2×". */
export function timesWords(times: number): string {
  return `${times.toLocaleString(language.tag, { maximumFractionDigits: 2 })}×`;
}

/** From here on the text says only that it is rare, because nobody plays so many rounds. */
const RARE_FROM = 1e9;
const MILLION = 1e6;
/** Below this the text gives a share instead of "once in". */
const OFTEN_BELOW = 10;

const figures = (number: number): string => number.toLocaleString(language.tag, { maximumSignificantDigits: 3 });

/** How often something comes that comes once in `every` rounds: "once in 37 rounds", "about once in 5.89 million rounds". */
export function everyWords(every: number): string {
  if (every >= RARE_FROM) return words.rare;
  if (every >= MILLION) return words.everyMillion(figures(every / MILLION));
  if (Number.isInteger(every) && every < 1_000) return words.every(figures(every));
  return every < OFTEN_BELOW ? words.inShare(percentCut(1 / every, 1)) : words.everyAbout(figures(every));
}

/** A single win as a multiple with up to four decimals, cut: "1.125×". */
export function timesCut(times: number): string {
  const cut = Math.floor(times * 10_000 + DOUBLE_SLACK) / 10_000;
  return `${cut.toLocaleString(language.tag, { maximumFractionDigits: 4 })}×`;
}
