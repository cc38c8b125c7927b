import { Celebration } from '../../../games/Celebration';
import type { GameOdds } from '../../../games/embedded-game';
import type { GameFace, Showing } from '../../../games/face';
import { everyWords, percentCut, timesWords } from '../../../games/facts';
import type { ShelfGame } from '../../shared/shelf/shelf';
import { bonusPartWords, ownPartOf } from '../rounds/bonus-part';
import type { BonusPart } from '../rounds/bonus-part';
import type { RoundPhase } from '../rounds/spin-state';
import { resultWords } from './result';
import { words } from '../words';

/** This many wins are named, because more do not fit below the reels; the others are counted. */
const NAMED_WINS = 1;

/** Shows the main facts of the game before the first round. */
function GameSummary({ game, odds }: Pick<Props, 'game' | 'odds'>) {
  return (
    <div className="result" data-public>
      <p className="result-detail">{words.beforehand(percentCut(game.rtp), game.kind === 'blackjack')}</p>
      {odds === null ? null : <p className="result-detail">{oddsText(odds)}</p>}
    </div>
  );
}

/** How often it pays, or where that depends on the player, how often it pays the most. */
function oddsText({ hitRate, profitRate, maxWin, maxWinEvery }: GameOdds): string {
  if (hitRate === undefined || profitRate === undefined) return words.atMost(timesWords(maxWin), everyWords(maxWinEvery));
  const profits = percentCut(profitRate, 1);
  return hitRate === 1 ? words.paysAlways(profits) : words.paysIn(percentCut(hitRate, 1), profits);
}

interface Props {
  game: ShelfGame;
  odds: GameOdds | null;
  face: GameFace;
  showing: Showing | null;
  phase: RoundPhase;
  isPast: boolean;
  bonusPart: BonusPart | null;
}

/** The result of the last round. It is empty and keeps its height while a round is being shown. */
export function ResultLine({ game, odds, face, showing, phase, isPast, bonusPart }: Props) {
  if (phase === 'showing' || phase === 'asking') return <div className="result" />;
  if (showing === null) return <GameSummary game={game} odds={odds} />;
  if (showing.isOpen) return <div className="result"><p className="result-detail">{face.steps?.describe(showing.outcome, showing.stake)}</p></div>;
  const { tone, text } = resultWords(showing.stake, showing.win);
  const wins = face.winTexts(showing.outcome, showing.stake);
  const unnamedCount = wins.length - NAMED_WINS;
  return (
    <div className="result" data-tone={tone}>
      <p className="result-text">{isPast ? `${words.lastRound}: ${text}` : text}</p>
      {isPast ? null : <Celebration key={showing.key} showing={showing} own={ownPartOf(showing, bonusPart)} winText={words.won} />}
      <p className="result-detail">
        {wins.slice(0, NAMED_WINS).join(', ')} {unnamedCount > 0 ? words.more(unnamedCount) : ''} {bonusPart === null ? '' : bonusPartWords(bonusPart)}
      </p>
    </div>
  );
}
