/** A game's figures in words. Returns are cut, never rounded up: what a player reads is never better than what is true. */
import { language } from '../core/words/language';

/** Below this a share written as a double is taken for the decimal it stands for (0.57 × 10⁴ is 5699.999…). */
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

/** The same of a single win: up to four decimals, cut. "1.125×". */
export function timesCut(times: number): string {
  const cut = Math.floor(times * 10_000 + DOUBLE_SLACK) / 10_000;
  return `${cut.toLocaleString(language.tag, { maximumFractionDigits: 4 })}×`;
}
