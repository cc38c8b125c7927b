/** A par sheet as text and tables. Pure. */
import { fractionToNumber, fractionToPercent } from '../../../core/fraction';
import type { Fraction } from '../../../core/fraction';
import { readFraction, slotParameters } from '../../../core/games/rules/par-sheet';
import type { ParSheetDocument } from '../../../core/games/rules/par-sheet';
import type { Block, Inline } from '../../../core/prose';
import { entryOf } from '../../../core/words/is-key-of';
import { figure } from '../../../core/words/plural';
import { everyWords, timesWords } from '../../../games/facts';
import { words } from './words';

type Row = Inline[][];

/** The articles that work an example out. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'slots/1': '/help#slots-by-hand',
  'roulette/1': '/help#roulette-by-hand',
  'dice/1': '/help#dice-by-hand',
  'plinko/1': '/help#plinko-by-hand',
  'mines/1': '/help#mines-by-hand',
  'blackjack/1': '/help#blackjack-by-hand',
};

/** Longer fractions, as that of a largest win, are left to the sheet for computers. */
const MOST_LETTERS = 48;
/** The numbers of rare odds are too large for a double, so they are divided as integers, with three decimals. */
const PARTS = 1_000n;

const paragraph = (...c: Inline[]): Block => ({ t: 'p', c });
const heading = (title: string, id: string): Block => ({ t: 'h', level: 2, id, c: [title] });
const list = (ordered: boolean, texts: readonly string[]): Block => ({ t: 'list', ordered, items: texts.map((text) => [paragraph(text)]) });
/** Writes a fraction with spaces, so that a narrow table breaks it into two lines. */
const exactly = (text: string): Inline[] => (text.length > MOST_LETTERS ? [] : [' ', { t: 'code', v: text.replace('/', ' / ') }]);

const everyText = ({ numerator, denominator }: Fraction): string => everyWords(Number((denominator * PARTS) / numerator) / Number(PARTS));
const timesText = (stakes: string): string => timesWords(fractionToNumber(readFraction(stakes)));

const shareRow = (name: string, share: string | undefined): Row[] =>
  share === undefined ? [] : [[[name], [fractionToPercent(readFraction(share)), ...exactly(share)]]];

const oddsRow = (name: string, amount: string, odds: string): Row => [[name], [`${amount}, ${everyText(readFraction(odds))}`, ...exactly(odds)]];

function figuresOf({ figures }: ParSheetDocument): Block[] {
  const { largestWin, topAward, winsFreeSpins, returnOf } = figures;
  const rows = [
    ...shareRow(words.returns, figures.return),
    ...shareRow(words.returnsMost, figures.returnMost),
    ...shareRow(words.hits, figures.paysSomething),
    ...shareRow(words.profits, figures.paysMoreThanStake),
    ...shareRow(words.freeSpins, winsFreeSpins),
    ...(topAward === undefined ? [] : [oddsRow(words.topAward, words.lineStakes(figure(topAward.lineStakes)), topAward.odds)]),
    oddsRow(words.largest, words.largestWin(timesText(largestWin.stakes)), largestWin.odds),
  ];
  const notes = [returnOf && words.returnOf(returnOf), largestWin.when && words.when(largestWin.when)].filter((text) => text !== undefined && text !== '');
  return [{ t: 'table', head: [[words.figure], [words.exact]], rows }, ...(notes.length === 0 ? [] : [paragraph(notes.join(' '))])];
}

function betsOf({ figures: { bets } }: ParSheetDocument): Block[] {
  if (bets === undefined) return [];
  const rows = bets.map(({ bet, return: back, paysMoreThanStake, largestWin }): Row => {
    const [returns, profits] = [back, paysMoreThanStake].map((share) => fractionToPercent(readFraction(share)));
    return [[bet], [words.betFacts(returns ?? '', profits ?? '', timesText(largestWin.stakes), everyText(readFraction(largestWin.odds)))]];
  });
  return [heading(words.bets, 'bets'), { t: 'table', head: [[words.bet], [words.exact]], rows }];
}

const stripsOf = (strips: readonly (readonly string[])[]): Block =>
  list(false, strips.map((strip, reel) => words.reel(reel + 1, strip.length, strip.join(', '))));

function slotOf({ method, parameters }: ParSheetDocument): Block[] {
  const parsed = slotParameters.safeParse(parameters);
  if (method !== 'slots/1' || !parsed.success) return [];
  const { pays, strips, scatter } = parsed.data;
  const rows = [...pays, ...(scatter === null ? [] : [scatter])].map((row): Row => [[row.symbol], ...row.pays.map((pay): Inline[] => [figure(pay)])]);
  const freeSpins = scatter?.freeSpins ?? null;
  return [
    heading(words.pays, 'pays'),
    { t: 'table', head: [[words.symbol], ['3'], ['4'], ['5']], rows },
    heading(words.strips, 'strips'),
    stripsOf(strips),
    ...(freeSpins === null ? [] : [heading(words.stripsOfFreeSpins, 'free-strips'), stripsOf(freeSpins.strips)]),
  ];
}

export function sheetBlocks(sheet: ParSheetDocument): readonly Block[] {
  const example = entryOf(EXAMPLES, sheet.method);
  return [
    ...figuresOf(sheet),
    ...betsOf(sheet),
    ...slotOf(sheet),
    heading(words.how, 'how'),
    list(true, [...sheet.how, sheet.rounding, sheet.largestWin.how]),
    ...(example === undefined ? [] : [paragraph({ t: 'link', href: example, c: [words.byHand] })]),
  ];
}
