/** Chooses the move of the strategy table on the rules page. */
import { blackjackPoints, cardValue } from '../../src/core/games/blackjack';
import type { BlackjackMove, BlackjackView } from '../../src/core/games/blackjack';
import { BLACKJACK_STRATEGY } from '../../src/core/games/blackjack-strategy';

const COLUMNS = [1, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8];

export function bookMove({ hands, dealer, can }: BlackjackView): BlackjackMove {
  const cards = hands.find(({ isDone }) => !isDone)?.cards ?? [];
  const { points, isSoft } = blackjackPoints(cards);
  const column = COLUMNS[cardValue(dealer[0] ?? 0)] ?? 0;
  const row = can.includes('split')
    ? BLACKJACK_STRATEGY.pair[cardValue(cards[0] ?? 0) - 1]
    : isSoft ? BLACKJACK_STRATEGY.soft[points - 12] : BLACKJACK_STRATEGY.hard[points - 4];
  const letter = row?.[column] ?? '';
  if (letter === 'P') return 'split';
  if (letter.toUpperCase() === 'D' && can.includes('double')) return 'double';
  return letter === 'H' || letter === 'D' ? 'hit' : 'stand';
}
