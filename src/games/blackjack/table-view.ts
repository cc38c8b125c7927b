/** Turns a round of blackjack into what the stage shows. Pure. */
import { BLACKJACK, blackjackPoints, blackjackView } from '../../core/games/blackjack';
import type { BlackjackHand, BlackjackMove, BlackjackView } from '../../core/games/blackjack';
import { kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { words } from './words';

export function readView(view: unknown): BlackjackView | null {
  const parsed = blackjackView.safeParse(view);
  return parsed.success ? parsed.data : null;
}

const RANKS = 13;
/** The rank as the card shows it. */
export const rankText = (card: number): string => ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'][card % RANKS] ?? '';
export const suitOf = (card: number): number => Math.floor(card / RANKS);
export const cardName = (card: number): string => words.card(words.ranks[card % RANKS] ?? '', words.suits[suitOf(card)] ?? '');

/** The value of a hand in words: "soft 17", "bust on 24", "blackjack". */
export function pointsText(cards: readonly number[], canBeBlackjack: boolean): string {
  const { points, isSoft } = blackjackPoints(cards);
  if (points > BLACKJACK) return words.bust(points);
  if (points === BLACKJACK && cards.length === 2 && canBeBlackjack) return words.blackjack;
  return words.points(points, isSoft && points < BLACKJACK);
}

export const handText = (view: BlackjackView, { cards }: BlackjackHand): string => pointsText(cards, view.hands.length === 1);

/** The hand that is being played; -1 when the round is over. */
export const playedHand = (view: BlackjackView): number => view.hands.findIndex(({ isDone }) => !isDone);

/** The first stake, worked out from the sum of all stakes. */
export const firstStake = ({ hands }: BlackjackView, staked: Kobo): Kobo =>
  kobo(staked / hands.reduce((sum, { isDoubled }) => sum + (isDoubled ? 2 : 1), 0));

export const addsStake = (move: BlackjackMove): boolean => move === 'double' || move === 'split';

const KEYS: Readonly<Record<string, BlackjackMove>> = { h: 'hit', s: 'stand', d: 'double', p: 'split' };

/** The move of a key, where the rules allow it now. */
export function moveOf(view: BlackjackView | null, key: string): { readonly kind: BlackjackMove } | null {
  const move = KEYS[key.toLowerCase()];
  return move !== undefined && view?.can.includes(move) ? { kind: move } : null;
}

const cardList = (cards: readonly number[], more: readonly string[] = []): string =>
  [...cards.map(cardName), ...more].join(', ').replace(/, ([^,]+)$/, `${words.and}$1`);

/** The whole table in words. */
export function tableWords(view: BlackjackView): string {
  const isOver = playedHand(view) < 0;
  const dealer = words.shows(words.dealer, cardList(view.dealer, isOver ? [] : [words.hidden]), pointsText(view.dealer, isOver));
  const hands = view.hands.map((hand, at) => {
    const who = view.hands.length > 1 ? words.hand(at + 1) : words.you;
    return words.shows(who, cardList(hand.cards), handText(view, hand));
  });
  return [dealer, ...hands].join('. ');
}

/** The state of an open round in a few words. */
export function tableSummary(view: BlackjackView): string {
  const at = Math.max(0, playedHand(view));
  const hand = view.hands[at];
  if (hand === undefined) return '';
  const [ownHand, dealers] = [handText(view, hand), pointsText(view.dealer, false)];
  return view.hands.length > 1 ? words.tellHand(at + 1, ownHand, dealers) : words.tell(ownHand, dealers);
}

/** The result of each hand in words. */
export const endings = (view: BlackjackView): readonly string[] =>
  view.hands.map((hand) => words.against(handText(view, hand), pointsText(view.dealer, true)));
