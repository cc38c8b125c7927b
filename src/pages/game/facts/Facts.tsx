import { formatNaira, kobo, subKobo } from '../../../core/money';
import { bytesWords } from '../../../core/time';
import type { GameOdds } from '../../../games/embedded-game';
import { everyWords, percentCut, timesWords } from '../../../games/facts';
import { GameHeart } from '../../shared/shelf/GameHeart';
import type { ShelfGame } from '../../shared/shelf/shelf';
import { words } from '../words';

const THOUSAND_NAIRA = kobo(100_000);

/** The house's share of each ₦1,000 in whole naira. It is rounded up, so that the price is never understated. */
export function houseShare(rtp: number): string {
  const back = kobo(Math.floor(THOUSAND_NAIRA * rtp));
  const share = subKobo(THOUSAND_NAIRA, back);
  return formatNaira(kobo(Math.ceil(share / 100) * 100), { whole: true });
}

/** All facts before the first stake, in figures. */
export default function Facts({ game, odds }: { game: ShelfGame; odds: GameOdds | null }) {
  const stakes = `${formatNaira(game.minStake, { whole: true })} – ${formatNaira(game.maxStake, { whole: true })}`;
  return (
    <section className="play-facts" aria-label={words.facts}>
      <GameHeart game={game} isLone className="facts-heart" />
      <dl className="game-facts" data-public>
        <div className="game-facts-wide">
          <dt>{words.rtp}</dt>
          <dd>
            {percentCut(game.rtp)} <span className="game-facts-note">{words.rtpNote(houseShare(game.rtp), game.kind === 'blackjack')}</span>
          </dd>
        </div>
        {odds === null ? null : (
          <>
            {odds.hitRate === undefined || odds.profitRate === undefined ? null : (
              <>
                <div>
                  <dt>{words.hits}</dt>
                  <dd>{odds.hitRate === 1 ? words.allRounds : percentCut(odds.hitRate, 1)}</dd>
                </div>
                <div>
                  <dt>{words.profits}</dt>
                  <dd>{percentCut(odds.profitRate, 1)}</dd>
                </div>
              </>
            )}
            <div className="game-facts-wide">
              <dt>{words.maxWin}</dt>
              <dd>{words.upTo(timesWords(odds.maxWin))} <span className="game-facts-note">{everyWords(odds.maxWinEvery)}</span></dd>
            </div>
          </>
        )}
        <div>
          <dt>{words.stakes}</dt>
          <dd>{stakes}</dd>
        </div>
        <div>
          <dt>{words.size}</dt>
          <dd>{game.bytes === null ? words.onDevice : bytesWords(game.bytes)}</dd>
        </div>
      </dl>
    </section>
  );
}
