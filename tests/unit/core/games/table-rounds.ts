import { SPOTS } from '../../../../src/core/games/roulette';
import { DICE_UNDER } from '../../../../src/core/games/dice';
import { PLINKO_RISKS } from '../../../../src/core/games/plinko';
import type { BlackjackView } from '../../../../src/core/games/blackjack';
import type { MinesView } from '../../../../src/core/games/mines';
import { steppedEngines } from '../../../../src/core/games/tables';
import type { Random } from '../../../support/seeds';
import { run } from './table-support';
import type { TableRound } from './table-support';

export const TABLE_GAMES = ['roulette', 'dice', 'plinko', 'mines', 'blackjack'] as const;
export type TableGame = (typeof TABLE_GAMES)[number];

const hex = (random: Random): string => Array.from({ length: 64 }, () => random.below(16).toString(16)).join('');

function betOf(gameId: TableGame, random: Random): Pick<TableRound, 'stake' | 'bet'> {
  const stake = 10_000 * (1 + random.below(50));
  if (gameId === 'dice') return { stake, bet: { under: DICE_UNDER.min + random.below(DICE_UNDER.max) } };
  if (gameId === 'plinko') return { stake, bet: { risk: random.pick(PLINKO_RISKS) } };
  if (gameId === 'mines') return { stake, bet: { mines: 1 + random.below(24) } };
  if (gameId === 'blackjack') return { stake, bet: {} };
  const spots = [...new Set(Array.from({ length: 1 + random.below(12) }, () => random.pick([...SPOTS.keys()])))];
  const bets = spots.map((spot) => ({ spot, stake: 100 * (1 + random.below(40)) }));
  return { stake: bets.reduce((sum, bet) => sum + bet.stake, 0), bet: { bets } };
}

function nextAction(view: unknown, gameId: TableGame, random: Random): Readonly<Record<string, unknown>> {
  if (gameId === 'blackjack') return { kind: random.pick((view as BlackjackView).can) };
  const { opened } = view as MinesView;
  if (opened.length > 0 && random.chance(0.25)) return { kind: 'cash-out' };
  const cells = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell));
  return { kind: 'open', cell: random.pick(cells) };
}

/** A round played to its end by a player who does what comes to mind. */
export function randomRound(gameId: TableGame, random: Random, nonce: number): TableRound {
  const round = { gameId, serverSeed: hex(random), clientSeed: `c${random.below(1_000)}`, nonce, ...betOf(gameId, random) };
  const actions: Readonly<Record<string, unknown>>[] = [];
  if (!steppedEngines.has(gameId)) return { ...round, actions };
  for (let result = run({ ...round, actions }); !result.isOver; result = run({ ...round, actions })) {
    actions.push(nextAction(result.view, gameId, random));
  }
  return { ...round, actions };
}
