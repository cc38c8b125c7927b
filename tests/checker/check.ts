/**
 * A checker of rounds that stands alone: it was written from the published par sheets and their descriptions, and knows nothing of the
 * platform's programs. Give it the text of a par sheet and a round with its revealed server seed.
 */
import { createHash } from 'node:crypto';
import { checkBlackjack } from './blackjack';
import { drawsOf } from './draws';
import type { CheckedResult, CheckedRound, Draw } from './round';
import { checkSlots } from './slots';
import { checkDice, checkMines, checkPlinko, checkRoulette } from './tables';

interface Sheet {
  readonly format: string;
  readonly gameId: string;
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly largestWin: { readonly amount: number };
}

type Method = (parameters: Sheet['parameters'], round: CheckedRound, draw: Draw, largestWin: number) => CheckedResult;

const METHODS: Readonly<Record<string, Method>> = {
  'slots/1': checkSlots,
  'roulette/1': checkRoulette,
  'dice/1': checkDice,
  'plinko/1': checkPlinko,
  'mines/1': checkMines,
  'blackjack/1': checkBlackjack,
};

/** The version that rounds by these rules name: the SHA-256 of the sheet, as it was sent. */
export const versionOf = (sheetText: string): string => createHash('sha256').update(sheetText, 'utf8').digest('hex');

/** Computes the result that the round must have by the rules of the sheet. Throws an Error for rules it does not know and for what is no round. */
export function checkRound(sheetText: string, round: CheckedRound): CheckedResult {
  const sheet = JSON.parse(sheetText) as Sheet;
  const method = METHODS[sheet.method];
  if (sheet.format !== 'ayo-par-sheet/1' || method === undefined) throw new Error(`no method ${sheet.method} of ${sheet.format}`);
  if (sheet.gameId !== round.gameId) throw new Error(`the sheet is of ${sheet.gameId}`);
  return method(sheet.parameters, round, drawsOf(round), sheet.largestWin.amount);
}
