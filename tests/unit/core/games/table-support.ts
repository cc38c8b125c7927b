import { drawsFrom } from '../../../../src/core/fairness/draws';
import type { Draws } from '../../../../src/core/fairness/draws';
import { kobo } from '../../../../src/core/money';
import { steppedEngines, tableEngines } from '../../../../src/core/games/tables';
import type { BlackjackView } from '../../../../src/core/games/blackjack';
import type { DiceOutcome } from '../../../../src/core/games/dice';
import type { MinesView } from '../../../../src/core/games/mines';
import type { PlinkoOutcome } from '../../../../src/core/games/plinko';
import type { RouletteBet, RouletteOutcome } from '../../../../src/core/games/roulette';
import type { SteppedAnswer } from '../../../../src/core/games/stepped';
import * as reference from './reference-tables';
import type { Seeds, Amount } from './reference-tables';

/** One draw that is known beforehand, whatever is asked for. */
export const fixedDraw = (value: number): Draws => ({ below: () => value, used: () => 1 });

export interface TableRound extends Seeds {
  readonly gameId: string;
  readonly stake: number;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

export type SteppedOk = Extract<SteppedAnswer, { ok: true }>;

export function run(round: TableRound, actions: readonly unknown[] = round.actions, abandoned = false): SteppedOk {
  const answer = steppedEngines.get(round.gameId)?.runUnchecked({ ...round, stake: kobo(round.stake), draws: drawsFrom(round), actions, abandoned });
  if (!answer?.ok) throw new Error(`${round.gameId} refused: ${answer?.code ?? 'no such game'}`);
  return answer;
}

export function play(round: TableRound): { readonly outcome: unknown; readonly win: number } {
  const answer = tableEngines.get(round.gameId)?.playUnchecked({ ...round, stake: kobo(round.stake), draws: drawsFrom(round) });
  if (!answer?.ok) throw new Error(`${round.gameId} refused: ${answer?.code ?? 'no such game'}`);
  return answer;
}

/** Returns the engine's result of a round that is over, in the form of the reference. */
export function byEngine(round: TableRound): Amount {
  if (steppedEngines.has(round.gameId)) {
    const { view, staked, win, isOver } = run(round);
    if (!isOver) throw new Error('the round is not over');
    if (round.gameId === 'mines') return { win, staked, shown: [(view as MinesView).laid ?? []] };
    const { dealer, hands } = view as BlackjackView;
    return { win, staked, shown: [dealer, ...hands.map(({ cards }) => cards)] };
  }
  const { outcome, win } = play(round);
  const shown = {
    roulette: () => [(outcome as RouletteOutcome).number],
    dice: () => [(outcome as DiceOutcome).roll],
    plinko: () => [...(outcome as PlinkoOutcome).path],
  }[round.gameId];
  return { win, staked: round.stake, shown: [shown?.() ?? []] };
}

export function byReference(round: TableRound): Amount {
  const next = reference.reader(round);
  const { stake, bet, actions } = round;
  switch (round.gameId) {
    case 'roulette': return reference.roulette((bet as RouletteBet).bets, next);
    case 'dice': return reference.dice(stake, Number(bet['under']), next);
    case 'plinko': return reference.plinko(stake, String(bet['risk']), next);
    case 'mines': return reference.mines(stake, Number(bet['mines']), actions.flatMap(({ cell }) => (cell === undefined ? [] : [Number(cell)])), next);
    default: return reference.blackjack(stake, actions.map(({ kind }) => String(kind)), next);
  }
}
