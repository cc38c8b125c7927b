import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { BlackjackView } from '../../core/games/blackjack';
import '../table/table.css';
import './blackjack.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { useShowing } from '../table/use-showing';
import { useRestingShowing } from '../use-resting-showing';
import { handText, playedHand, pointsText, rankText, readView, suitOf, tableWords } from './table-view';
import { words } from './words';

/** The time that a card takes to the table, and the time between two cards of the dealer. */
const DEAL_MS = 420;
const NEXT_MS = 320;

const SUITS = [
  'M10 1c2 4 8 6 8 11 0 4-5 5-7 2 0 3 1 4 2 5H7c1-1 2-2 2-5-2 3-7 2-7-2 0-5 6-7 8-11Z',
  'M10 18C6 14 2 11 2 7c0-5 6-6 8-2 2-4 8-3 8 2 0 4-4 7-8 11Z',
  'M10 1l7 9-7 9-7-9Z',
  'M10 1a4 4 0 0 1 3 7 4 4 0 1 1-2 6c0 3 1 4 2 5H7c1-1 2-2 2-5a4 4 0 1 1-2-6 4 4 0 0 1 3-7Z',
];

type Turn = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** `at` is the card's turn, so that cards that are dealt together come one after the other. */
function Card({ card, at = 0, isTurned }: { card: number | null; at?: number; isTurned?: boolean }) {
  const style: Turn = { '--wait': `${at * NEXT_MS}ms` };
  if (card === null) return <span className="bj-card bj-back" style={style} />;
  const suit = suitOf(card);
  return (
    <span className="bj-card" data-red={suit === 1 || suit === 2 || undefined} data-turned={isTurned || undefined} style={style}>
      <b>{rankText(card)}</b>
      <svg viewBox="0 0 20 20"><path d={SUITS[suit]} /></svg>
    </span>
  );
}

/** Where the first two cards of a hand will lie. */
const PLACES = <><span className="bj-card bj-place" /><span className="bj-card bj-place" /></>;

/** Counts the deals, so that each one lays new cards. */
function useDeal(key: string | null, isOver: boolean): number {
  const [deal, setDeal] = useState({ key, isOver: true, count: 0 });
  if (deal.key !== key) setDeal({ key, isOver, count: deal.isOver ? deal.count + 1 : deal.count });
  return deal.count;
}

/** `landedView` has the cards that have landed, whose totals may be written. */
function Hands({ view, landedView, deal }: { view: BlackjackView; landedView: BlackjackView | null; deal: number }) {
  const playedIndex = playedHand(view);
  return view.hands.map((hand, at) => (
    <div key={at} className="bj-hand" data-played={(at === playedIndex && view.hands.length > 1) || undefined}>
      <span className="bj-cards">{hand.cards.map((card, n) => <Card key={`${deal}:${n}`} card={card} at={hand.cards.length === 2 ? n : 0} />)}</span>
      <span className="bj-points">{view.hands.length > 1 ? words.hand(at + 1) : words.you} <b>{landedView?.hands[at] === undefined ? '' : handText(landedView, landedView.hands[at])}</b> {hand.isDoubled ? words.doubled : ''}</span>
    </div>
  ));
}

/** The dealer's cards above, the player's below. The hidden card is not known here, because the platform keeps it. */
export function BlackjackStage({ showing, waiting, onShown }: StageProps) {
  const view = readView(showing?.outcome);
  const isOver = view !== null && playedHand(view) < 0;
  // Two cards of a hand come one after the other, a further one comes alone.
  const dealtCount = isOver ? view.dealer.length : view?.hands.some(({ cards }) => cards.length === 2) ? 1 : 0;
  const { isMoving } = useShowing({ showing, onShown }, DEAL_MS + NEXT_MS * dealtCount);
  const deal = useDeal(showing?.key ?? null, isOver);
  const restingView = readView(useRestingShowing(showing, isMoving)?.outcome);
  const isSameDeal = restingView !== null && view !== null && restingView.hands.length === view.hands.length && playedHand(restingView) >= 0;
  const landedView = !isMoving ? view : isSameDeal ? restingView : null;
  const head = waiting ? words.asking : view === null ? words.before : isMoving ? words.dealing : isOver ? words.over : words.yourMove;
  return (
    <div className="table-cloth blackjack motif" data-waiting={waiting || undefined}>
      <p className="table-head">{head}</p>
      <div className="bj-table" aria-hidden="true">
        <div className="bj-hand">
          <span className="bj-points">{words.dealer} <b>{landedView === null || (isMoving && isOver) ? '' : pointsText(landedView.dealer, isOver)}</b></span>
          <span className="bj-cards">
            {view === null ? PLACES : view.dealer.map((card, n) => <Card key={`${deal}:${n}`} card={card} at={isOver && n > 1 ? n : 0} isTurned={isOver && n === 1} />)}
            {view !== null && !isOver ? <Card card={null} /> : null}
          </span>
        </div>
        <div className="bj-hands">
          {view === null ? <div className="bj-hand"><span className="bj-cards">{PLACES}</span><span className="bj-points">{words.you}</span></div> : <Hands view={view} landedView={landedView} deal={deal} />}
        </div>
      </div>
      {view === null || isMoving ? null : <p className="unseen">{tableWords(view)}</p>}
    </div>
  );
}
