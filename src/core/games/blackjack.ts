/**
 * Blackjack from an infinite deck: each card is one draw below 52, so that no card changes the next one's chances.
 * The dealer stands on every 17 and looks for a blackjack at once; a blackjack pays 3:2; any two cards can be doubled,
 * after a split, too; a pair (tens and faces are alike) can be split once, aces then get one card each; 21 after a split
 * is no blackjack; no insurance, no surrender.
 */
import * as z from '../zod';
import type { Draws } from '../fairness/draws';
import { fraction } from '../fraction';
import { ZERO_KOBO, addKobo, kobo, multiplyFloor } from '../money';
import type { Kobo } from '../money';
import { refuseUnplayable } from './engine';
import type { DeclaredFigures } from './engine';
import type { SteppedEngine } from './stepped';

export const DECK = 52;
const RANKS = 13;
export const BLACKJACK = 21;
const DEALER_STANDS = 17;

export const BLACKJACK_ACTIONS = ['hit', 'stand', 'double', 'split'] as const;
const kind = z.enum(BLACKJACK_ACTIONS);
export type BlackjackMove = z.infer<typeof kind>;

export const blackjackBet = z.strictObject({});
export type BlackjackBet = z.infer<typeof blackjackBet>;
export const blackjackAction = z.strictObject({ kind });
export type BlackjackAction = z.infer<typeof blackjackAction>;

/** A card is 0 … 51. Its rank is card mod 13 (0 ace, 1 two … 12 king); its suit, ⌊card ÷ 13⌋, is only shown. */
const cards = z.array(z.int().check(z.nonnegative(), z.maximum(DECK - 1)));
const hand = z.strictObject({ cards, isDoubled: z.boolean(), isDone: z.boolean() });
export type BlackjackHand = z.infer<typeof hand>;

export const blackjackView = z.strictObject({
  /** One hand, or two after a split. The first hand that is not done is played. */
  hands: z.array(hand),
  /** The open card; all of the dealer's cards when the round is over. */
  dealer: cards,
  /** The actions that are open now; doubling and splitting add a first stake each. */
  can: z.array(kind),
});
export type BlackjackView = z.infer<typeof blackjackView>;

export interface BlackjackState {
  readonly stake: Kobo;
  readonly hands: readonly BlackjackHand[];
  /** The open card, the hole card, then what was drawn at the end. */
  readonly dealer: readonly number[];
}

/** An ace is 1 here, tens and faces are 10. */
export const cardValue = (card: number): number => Math.min((card % RANKS) + 1, 10);

/** An ace counts 11 where that does not go over 21; then the hand is soft. */
export function blackjackPoints(cardList: readonly number[]): { readonly points: number; readonly isSoft: boolean } {
  const hard = cardList.reduce((sum, card) => sum + cardValue(card), 0);
  const isSoft = hard <= BLACKJACK - 10 && cardList.some((card) => cardValue(card) === 1);
  return { points: isSoft ? hard + 10 : hard, isSoft };
}

const pointsOf = (cardList: readonly number[]): number => blackjackPoints(cardList).points;
const isNatural = (cardList: readonly number[]): boolean => cardList.length === 2 && pointsOf(cardList) === BLACKJACK;
const isOver = ({ hands }: BlackjackState): boolean => hands.every(({ isDone }) => isDone);

/** A hand of 21 or more is done without a move of the player. */
const handOf = (cardList: readonly number[], isDone = false, isDoubled = false): BlackjackHand => ({
  cards: [...cardList],
  isDoubled,
  isDone: isDone || pointsOf(cardList) >= BLACKJACK,
});

/** Lets the dealer draw to 17 once all hands are done, unless all of them are above 21. */
function drawForDealer(state: BlackjackState, draws: Draws): BlackjackState {
  const dealer = [...state.dealer];
  if (isOver(state) && state.hands.some((playedHand) => pointsOf(playedHand.cards) <= BLACKJACK)) {
    while (pointsOf(dealer) < DEALER_STANDS) dealer.push(draws.below(DECK));
  }
  return { ...state, dealer };
}

function allowedMoves(state: BlackjackState): BlackjackMove[] {
  const playedHand = state.hands.find(({ isDone }) => !isDone);
  if (!playedHand) return [];
  const [first = 0, second = 0, third] = playedHand.cards;
  if (third !== undefined) return ['hit', 'stand'];
  const isPair = state.hands.length === 1 && cardValue(first) === cardValue(second);
  return isPair ? [...BLACKJACK_ACTIONS] : ['hit', 'stand', 'double'];
}

/** Makes the hand, or the two hands, that `playedHand` becomes by the move. */
function handsAfter(playedHand: BlackjackHand, move: BlackjackMove, draws: Draws): BlackjackHand[] {
  if (move === 'stand') return [handOf(playedHand.cards, true)];
  if (move !== 'split') return [handOf([...playedHand.cards, draws.below(DECK)], move === 'double', move === 'double')];
  return playedHand.cards.map((card) => handOf([card, draws.below(DECK)], cardValue(card) === 1));
}

/** Returns the pay of one hand in halves of the first stake, because a blackjack pays 3:2. */
function payInHalves(state: BlackjackState, playedHand: BlackjackHand): number {
  const [playerPoints, dealerPoints] = [pointsOf(playedHand.cards), pointsOf(state.dealer)];
  const stakes = playedHand.isDoubled ? 2 : 1;
  if (state.hands.length === 1 && isNatural(playedHand.cards)) return isNatural(state.dealer) ? 2 : 5;
  if (playerPoints > BLACKJACK || isNatural(state.dealer)) return 0;
  if (dealerPoints > BLACKJACK || playerPoints > dealerPoints) return 4 * stakes;
  return playerPoints === dealerPoints ? 2 * stakes : 0;
}

/** The return with best play is 99.42961 % of the first stake. Every card is one of 13 ranks, so the denominator is a power of 13. */
const RTP = fraction(7_016_161_098_045_143_337_706_614_398n, 13n ** 25n);

export function blackjackEngineOf(declared: DeclaredFigures): SteppedEngine<BlackjackBet, BlackjackAction, BlackjackState, BlackjackView> {
  return {
    ...declared,
    gameId: 'blackjack',
    kind: 'blackjack',
    betSchema: blackjackBet,
    actionSchema: blackjackAction,
    viewSchema: blackjackView,
    /** Four draws: player, dealer's open card, player, hole card. */
    start({ stake, draws }) {
      refuseUnplayable(declared.stakeStep, stake);
      const [first, up, second, hole] = Array.from({ length: 4 }, () => draws.below(DECK));
      const dealer = [up ?? 0, hole ?? 0];
      const firstCards = [first ?? 0, second ?? 0];
      // A blackjack on either side ends the round before the dealer draws.
      return { stake, hands: [handOf(firstCards, isNatural(dealer))], dealer };
    },
    act(state, { kind: move }, draws) {
      if (!allowedMoves(state).includes(move)) return null;
      const at = state.hands.findIndex(({ isDone }) => !isDone);
      const hands = state.hands.flatMap((playedHand, i) => (i === at ? handsAfter(playedHand, move, draws) : [playedHand]));
      return drawForDealer({ ...state, hands }, draws);
    },
    /** An abandoned round is settled as if the player stood on every open hand. */
    settleAbandoned: (state, draws) => drawForDealer({ ...state, hands: state.hands.map((playedHand) => ({ ...playedHand, isDone: true })) }, draws),
    view(state) {
      const dealer = isOver(state) ? [...state.dealer] : state.dealer.slice(0, 1);
      return { hands: [...state.hands], dealer, can: allowedMoves(state) };
    },
    isOver,
    staked: ({ stake, hands }) => addKobo(...hands.flatMap(({ isDoubled }) => (isDoubled ? [stake, stake] : [stake]))),
    win(state) {
      if (!isOver(state)) return ZERO_KOBO;
      return multiplyFloor(state.stake, state.hands.reduce((sum, playedHand) => sum + payInHalves(state, playedHand), 0), 2);
    },
  };
}

export const blackjackEngine = blackjackEngineOf({
  rtp: RTP,
  /** Both hands of a split doubled and won. */
  maxWin: fraction(8n),
  /** ₦1; 3:2 needs an even number of kobo. */
  stakeStep: kobo(100),
});
