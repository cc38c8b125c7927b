import { Suspense, lazy, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useSignedIn } from '../../state/use';
import { Skeleton } from '../../ui/States';
import { useCan } from '../shared/shelf/use-shelf';
import { ControlsPart } from './controls/ControlsPart';
import { Fold } from './facts/Fold';
import { ModeSwitch } from './controls/ModeSwitch';
import { figuresOf } from './facts/figures';
import { FAIRNESS_ID, RULES_ID } from './facts/folds';
import { StagePart } from './result/StagePart';
import { usePlay } from './rounds/use-play';
import type { PlayProps } from './rounds/use-play';
import { words } from './words';

/** Loaded late, because few need them. */
const PracticeFairness = lazy(() => import('./seal/PracticeFairness'));
const MoneyFairness = lazy(() => import('./seal/MoneyFairness'));
const ParSheetPart = lazy(() => import('./facts/ParSheetPart'));
/** About as high as the last rounds are. */
const LAST_ROUNDS_LINES = 6;

/** Loaded late, because they stand below the game. */
const LastRounds = lazy(() => import('./facts/LastRounds'));
/** Loaded late, because it is needed once an hour, and once in a player's life. */
const RealityCheck = lazy(async () => ({ default: (await import('./session/RealityCheck')).RealityCheck }));
const LimitsOffer = lazy(async () => ({ default: (await import('../shared/protection/LimitsOffer')).LimitsOffer }));

interface Props extends PlayProps {
  /** The place in the page's head for the choice between practice and money. */
  modeSwitchPlace: HTMLElement | null;
}

/** A game's page while somebody plays: the stage, the dock under the thumb, and the facts about the game. */
export function Play({ modeSwitchPlace, ...props }: Props) {
  const { game, face, mode, onMode } = props;
  const play = usePlay(props);
  const canHistories = useCan('histories');
  const signedIn = useSignedIn();
  const { Rules, bet } = face;
  const { choice, lastStake, onBreak } = play;
  const figures = useMemo(() => figuresOf(game, bet, choice, lastStake), [game, bet, choice, lastStake]);
  const partProps = { ...props, play, game: { ...game, rtp: figures.rtp }, odds: figures.odds };
  const hasModes = onBreak === null || play.rounds.phase !== 'idle';
  return (
    <div className="play">
      {hasModes && modeSwitchPlace !== null
        ? createPortal(<ModeSwitch mode={mode} locked={play.isUnderWay} onChange={onMode} />, modeSwitchPlace)
        : null}
      <StagePart {...partProps} />
      <ControlsPart {...partProps}>
        {signedIn && canHistories && game.real ? (
          <div className="play-history">
            <Suspense fallback={<Skeleton lines={LAST_ROUNDS_LINES} />}>
              <LastRounds gameId={game.gameId} keyStillShown={play.money.keyStillShown} />
            </Suspense>
          </div>
        ) : null}
      </ControlsPart>
      <Suspense>
        {play.isStopped && play.dueCheck !== null ? <RealityCheck play={play.dueCheck} /> : null}
        {play.asksLimits ? <LimitsOffer onClose={play.closeLimits} /> : null}
      </Suspense>

      <div className="play-about">
        <Fold title={words.rules} id={RULES_ID}>{() => <Rules stake={play.lastStake} />}</Fold>
        <Fold title={words.parSheet}>{() => <Suspense fallback={<Skeleton lines={3} />}><ParSheetPart gameId={game.gameId} /></Suspense>}</Fold>
        <Fold title={words.fairness} id={FAIRNESS_ID}>
          {() => <Suspense fallback={<Skeleton lines={3} />}>{mode === 'practice' || !signedIn ? <PracticeFairness /> : <MoneyFairness />}</Suspense>}
        </Fold>
      </div>
    </div>
  );
}
