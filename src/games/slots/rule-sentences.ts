/** Describes a theme's features in sentences. Pure. */
import { REELS } from '../../core/games/slots/theme';
import type { LinePays, SlotTheme } from '../../core/games/slots/theme';
import type { SymbolNames } from './symbol-names';
import { slotWords } from './words';

/** Joins numbers: "8, 10 or 12". */
const choice = (counts: LinePays): string => counts.join(', ').replace(/, (\d+)$/, ' or $1');

function scatterSentence({ scatter }: SlotTheme, names: SymbolNames): string[] {
  if (scatter === null) return [];
  const several = names[scatter.symbol]?.[1] ?? scatter.symbol;
  const feature = scatter.freeSpins;
  if (feature === null) return [slotWords.scatterPays(several)];
  const climbs = feature.climbs ? slotWords.climbs : '';
  const end = feature.again ? slotWords.again(several, choice(feature.again)) : slotWords.noMore;
  return [slotWords.scatterRule(several, choice(feature.awards), feature.multiplier) + climbs + end];
}

/** The reels with the symbol on them, counted from 1. */
const reelsWith = (strips: readonly (readonly string[])[], symbol: string): number[] =>
  strips.flatMap((strip, reel) => (strip.includes(symbol) ? [reel + 1] : []));

/** Says where the wild is, unless it is everywhere. */
function wildSentence({ wild, strips, scatter }: SlotTheme, name: string): string[] {
  if (wild === null) return [];
  const reels = reelsWith(strips, wild);
  const free = scatter?.freeSpins ? reelsWith(scatter.freeSpins.strips, wild) : reels;
  if (free.join() !== reels.join()) return [slotWords.wildOnFree(name, reels, free)];
  return reels.length === REELS ? [] : [slotWords.wildOn(name, reels)];
}

/** All sentences from the lines to the scatter. One or two sentences make a paragraph. */
export function ruleSentences(theme: SlotTheme, names: SymbolNames): readonly string[] {
  const wild = theme.wild === null ? '' : (names[theme.wild]?.[0] ?? theme.wild).toLowerCase();
  return [
    `${slotWords.rules(theme.lines.length)} ${slotWords.runs[theme.runs ?? 'left']}`,
    ...wildSentence(theme, wild),
    ...(theme.wildMultiplier === undefined ? [] : [slotWords.wildTimes(wild, theme.wildMultiplier)]),
    ...(theme.wildExpands ? [slotWords.wildExpands(wild)] : []),
    ...scatterSentence(theme, names),
    theme.scatter?.freeSpins ? slotWords.decidedFree : slotWords.decided,
  ];
}
