/** Blackjack, as its par sheet describes it. */
import type { CheckedResult, CheckedRound, Draw } from './round';

interface Hand {
  readonly cards: number[];
  stakes: bigint;
  isDone: boolean;
}

const MOST = 21;
const worth = (card: number, ranks: number): number => Math.min(10, (card % ranks) + 1);

function pointsOf(cards: readonly number[], ranks: number): number {
  const low = cards.reduce((sum, card) => sum + worth(card, ranks), 0);
  const hasAce = cards.some((card) => card % ranks === 0);
  return hasAce && low + 10 <= MOST ? low + 10 : low;
}

export function checkBlackjack(parameters: Readonly<Record<string, unknown>>, round: CheckedRound, draw: Draw): CheckedResult {
  const { ranks, suits, dealerStands, blackjackPays } = parameters as unknown as {
    readonly ranks: number;
    readonly suits: number;
    readonly dealerStands: number;
    readonly blackjackPays: string;
  };
  const card = (): number => draw(ranks * suits);
  const points = (cards: readonly number[]): number => pointsOf(cards, ranks);
  const stake = BigInt(round.stake);

  const [first, open, second, hidden] = [card(), card(), card(), card()];
  const dealer = [open, hidden];
  const hands: Hand[] = [{ cards: [first, second], stakes: 1n, isDone: false }];
  const ended = (win: bigint): CheckedResult => ({
    win,
    staked: hands.reduce((sum, hand) => sum + hand.stakes, 0n) * stake,
    shown: [dealer, ...hands.map(({ cards }) => cards)],
  });

  const [isNatural, isDealerNatural] = [points([first, second]) === MOST, points(dealer) === MOST];
  if (isNatural || isDealerNatural) {
    const [above = '0', below = '1'] = blackjackPays.split('/');
    if (isNatural) return ended(isDealerNatural ? stake : (stake * BigInt(above)) / BigInt(below));
    return ended(0n);
  }

  for (const { kind } of round.actions) {
    const hand = hands.find(({ isDone }) => !isDone);
    if (hand === undefined) throw new Error('an action after the end');
    if (kind === 'stand') hand.isDone = true;
    else if (kind === 'split') {
      const [one = 0, other = 0] = hand.cards;
      const pair = [one, other].map((each): Hand => ({ cards: [each, card()], stakes: 1n, isDone: worth(each, ranks) === 1 }));
      hands.splice(hands.indexOf(hand), 1, ...pair);
    } else {
      if (kind === 'double') hand.stakes = 2n;
      hand.cards.push(card());
      hand.isDone = kind === 'double';
    }
    for (const each of hands) each.isDone ||= points(each.cards) >= MOST;
  }
  if (hands.some(({ isDone }) => !isDone) && !round.abandoned) throw new Error('the round is not over');
  if (hands.some(({ cards }) => points(cards) <= MOST)) while (points(dealer) < dealerStands) dealer.push(card());

  let win = 0n;
  for (const { cards, stakes } of hands) {
    const [own, others] = [points(cards), points(dealer)];
    if (own > MOST) continue;
    if (others > MOST || own > others) win += 2n * stakes * stake;
    else if (own === others) win += stakes * stake;
  }
  return ended(win);
}
