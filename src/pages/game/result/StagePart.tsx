import { Suspense, lazy, useEffect, useRef } from 'react';
import type OpenNoticesType from '../OpenNotices';
import type { KeyboardEvent } from 'react';
import type { GameOdds } from '../../../games/embedded-game';
import { slotWords } from '../../../games/slots/words';
import { MoneyMessages, hasMessage } from '../Messages';
import { ResultLine } from './ResultLine';
import { SealLine } from '../seal/SealLine';
import { useSignedIn } from '../../../state/use';
import { nextStake } from '../controls/stake';
import type { PlayState, PlayProps } from '../rounds/use-play';

/** Loaded late, because rounds are rarely left. The lobby names them, too. */
const OpenNotices = lazy<typeof OpenNoticesType>(() => import('../OpenNotices').catch(() => ({ default: () => <></> })));

interface Props extends PlayProps {
  play: PlayState;
  odds: GameOdds | null;
}

const REELS = { label: slotWords.stage, help: slotWords.stageHelp };

/** The stage with the result on its lower edge, the game's own choices, and the messages that lie over them. */
export function StagePart({ game, face, mode, onMode, play, odds }: Props) {
  const { rounds, money, choice, act } = play;
  const { phase, showing } = rounds;
  const { Stage, steps, bet, stage = REELS } = face;
  const signedIn = useSignedIn();
  const box = useRef<HTMLDivElement>(null);

  // Scrolls to the stage for a player who started a round further down.
  const isRoundUnderWay = phase === 'asking' || phase === 'showing';
  useEffect(() => {
    if (isRoundUnderWay && (box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView({ block: 'start' });
  }, [isRoundUnderWay]);

  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const action = act === null || showing === null ? null : (steps?.actionOf(showing.outcome, key) ?? null);
    const isSpin = key === ' ' || key === 'Enter';
    const isStep = (key === 'ArrowUp' || key === 'ArrowDown') && !play.isSum;
    const next = bet?.onKey?.(choice, key) ?? null;
    if (action === null && !isSpin && !isStep && next === null) return;
    event.preventDefault();
    const isFree = !play.isUnderWay && phase !== 'open';
    // A key that is held down would play automatically, so its repeats are ignored.
    if (action !== null) {
      if (!event.repeat) act?.(action);
    } else if (isSpin) {
      if (!event.repeat) play.spin();
    } else if (isFree && isStep) {
      play.changeStake(nextStake(play.lastTyped, key === 'ArrowUp' ? 1 : -1, play.limits));
    } else if (isFree) {
      play.setChoice(next);
    }
  };

  return (
    <div className="play-stage">
      <div className="stage" data-public={showing === null || undefined} ref={box} role="group" tabIndex={0} aria-label={`${stage.label}. ${stage.help}`} onKeyDown={onKey}>
        <Stage
          key={mode} showing={showing} waiting={phase === 'asking'} onShown={play.onShown} onAnnounce={play.announce} choice={choice} act={act}
          onChoice={play.setChoice} disabled={phase !== 'idle'}
        />
      </div>
      {mode === 'money' && hasMessage(money) ? <div className="result" /> : (
        <ResultLine
          game={game} odds={odds} face={face} showing={showing} phase={phase} isPast={rounds.isPast} bonusPart={mode === 'money' ? money.bonusPart : null}
        />
      )}
      {bet === undefined ? null : (
        <div className="play-bet">
          <bet.Controls choice={choice} onChoice={play.setChoice} stake={play.lastStake} limits={play.limits} disabled={phase !== 'idle'} />
        </div>
      )}
      <SealLine mode={mode} signedIn={signedIn} />
      <div className="play-cards">
        <MoneyMessages money={money} mode={mode} onMode={onMode} />
        <Suspense><OpenNotices gameId={game.gameId} mode={mode} play={play} /></Suspense>
      </div>
      <p className="unseen" aria-live="polite">{play.announcement}</p>
    </div>
  );
}
