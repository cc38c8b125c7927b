/** Writes the amounts, days and names of a report. Pure. */
import { figureWords } from '../../../core/reports/figure-words';
import { stateName } from '../../../core/nigeria-states';
import { lagosDayStart, shortDate } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import type { ReportLine } from '../../../core/contract/reports';
import type { OpenList } from './address';
import { words } from './words';

export const dayText = (day: string): string => shortDate(lagosDayStart(day));

export const nameOfFigure = (figure: OpenList['figure']): string => (figure === 'register' ? words.register : figureWords.figures[figure].name);

/** The head of a column. */
export function shortNameOf(figure: keyof typeof figureWords.figures): string {
  const text: { readonly name: string; readonly short?: string } = figureWords.figures[figure];
  return text.short ?? text.name;
}

export function nameOfLine(breakdown: 'game' | 'method' | 'state', { value, name }: Pick<ReportLine, 'value' | 'name'>): string {
  if (value === '') return words.none[breakdown];
  if (breakdown === 'state') return stateName(value);
  return breakdown === 'method' ? (entryOf(words.methods, value) ?? value) : (name ?? value);
}
