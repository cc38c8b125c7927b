import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { renewPage } from '../../bridge/actions/update';
import type { GameFace } from '../../games/face';
import { loadFace, loadedFace } from '../../games/faces';
import { connectionStore } from '../../state/connection';
import { intentsStore } from '../../state/intents';
import { figuresStore } from '../../state/figures';
import { sessionStore } from '../../state/session';
import { useFigures, useSession, useSignedIn } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Illustration } from '../../ui/illustrations';
import { Icon } from '../../ui/more-icons';
import { EmptyState } from '../../ui/States';
import { GameBoard } from '../shared/board/GameBoard';
import { GameHeart } from '../shared/shelf/GameHeart';
import type { ShelfGame } from '../shared/shelf/shelf';
import { useShelf } from '../shared/shelf/use-shelf';
import { gameAt, practiceGame } from './game-at';
import { hasChosenPractice, storeChosenMode } from './mode-choice';
import { oldestOpenIntent } from './rounds/game-intents';
import './game.css';
import { Play } from './Play';
import { openRules } from './facts/folds';
import type { PlayMode } from './rounds/spin-state';
import { words } from './words';

/** Loaded late with its drawings. Where it can't be loaded, games stay silent. */
const SoundSwitch = lazy<ComponentType>(() => import('./controls/SoundSwitch').catch(() => ({ default: () => null })));
/** Loaded late, because only some platforms have games of other providers. Without a connection the code may be missing. */
const FramedGame = lazy(() => import('./framed/FramedGame').catch(() => ({ default: () => <NotLoaded again={() => void renewPage()} /> })));

/**
 * Money comes first for a player with an open round, or with a connection and something to stake who has not chosen practice. After that only
 * the player changes the mode.
 */
function firstMode(game: ShelfGame): PlayMode {
  if (oldestOpenIntent(intentsStore.getState().byKey, game.gameId) !== null) return 'money';
  if (hasChosenPractice()) return 'practice';
  const { reach } = connectionStore.getState();
  const { sessionId, balance } = sessionStore.getState();
  const isEmpty = balance === 0 && figuresStore.getState().wallets?.some(({ status }) => status === 'active') === false;
  return sessionId !== null && !isEmpty && game.real && reach !== 'offline' && reach !== 'portal' ? 'money' : 'practice';
}

type FaceState = { readonly is: 'loading' | 'missing' | 'failed' } | { readonly is: 'ready'; readonly face: GameFace };

const ready = (face: GameFace): FaceState => ({ is: 'ready', face });

function useFace(gameId: string): readonly [FaceState, () => void] {
  const [here] = useState(() => loadedFace(gameId));
  const [state, setState] = useState<FaceState>(() => (here ? ready(here) : { is: 'loading' }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (here) return undefined;
    let current = true;
    loadFace(gameId).then(
      (face) => current && setState(face === null ? { is: 'missing' } : ready(face)),
      () => current && setState({ is: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [here, gameId, attempt]);
  const again = useCallback(() => {
    setState({ is: 'loading' });
    // It failed twice with a connection, so this version's file is gone from the host.
    if (attempt > 0 && navigator.onLine) void renewPage();
    else setAttempt(attempt + 1);
  }, [attempt]);
  return [state, again];
}

interface TitleProps {
  text: string;
  /** The game is one of this app, with its sound and rules. */
  isEmbedded: boolean;
  heart: ReactNode;
  /** Takes the place in which a game shows the choice between practice and money. */
  onModeSwitchPlace: (place: HTMLElement | null) => void;
}

function Title({ text, isEmbedded, heart, onModeSwitchPlace }: TitleProps) {
  return (
    <header className="game-head">
      <Link className="game-tool" to="/" aria-label={words.lobby}><Icon name="back" /></Link>
      <h1 data-public tabIndex={-1}>{text}</h1>
      {heart}
      <div ref={onModeSwitchPlace} />
      {isEmbedded ? (
        <>
          <Suspense fallback={<span className="game-tool" />}><SoundSwitch /></Suspense>
          <button type="button" className="game-tool" aria-label={words.rulesShort} onClick={openRules}><Icon name="help" /></button>
        </>
      ) : null}
    </header>
  );
}

/** Keeps the stage's place while the game is loading, so that nothing moves. */
function PlaySkeleton() {
  return (
    <div className="play" role="status" aria-label={words.loading}>
      <div className="play-stage"><div className="stage-rest skeleton" /></div>
      <div className="play-controls"><div className="dock skeleton" /></div>
    </div>
  );
}

function NotLoaded({ again }: { again: () => void }) {
  return (
    <EmptyState title={words.faceFailedTitle} art={<Illustration name="offline" />} action={<Button onClick={again}>{words.tryAgain}</Button>}>
      {words.faceFailed}
    </EmptyState>
  );
}

function NoGame({ heading, children }: { heading: ReactNode; children: string }) {
  return (
    <div className="state">
      <Illustration name="nothing-found" />
      {heading}
      <p className="quiet">{children}</p>
      <Link className={buttonClass()} to="/games">{words.toGames}</Link>
    </div>
  );
}

interface BodyProps {
  game: ShelfGame;
  modeSwitchPlace: HTMLElement | null;
}

function EmbeddedGameBody({ game, modeSwitchPlace }: BodyProps) {
  const [face, again] = useFace(game.gameId);
  const userId = useSession((session) => session.userId);
  // The mode outlives a sign-in on this page, so that a player who was practising stays in practice.
  const [first, setFirst] = useState(() => firstMode(game));
  const [chosen, choose] = useState<PlayMode | null>(null);
  const isUnconfirmed = useFigures(({ accountData }) => accountData?.emailActivated === false);
  const onMode = (mode: PlayMode) => {
    storeChosenMode(mode);
    choose(mode);
  };
  // The platform may say it only after the game has opened.
  if (isUnconfirmed && first === 'money') setFirst('practice');
  switch (face.is) {
    case 'loading':
      return <PlaySkeleton />;
    case 'missing':
      return (
        <NoGame heading={<p className="state-title">{words.notHereTitle}</p>}>{words.notHere}</NoGame>
      );
    case 'failed':
      return <NotLoaded again={again} />;
    case 'ready':
      // The key makes another player on the same device start afresh.
      return <Play key={userId ?? ''} game={game} face={face.face} mode={chosen ?? first} onMode={onMode} modeSwitchPlace={modeSwitchPlace} />;
  }
}

function GameBody({ game, modeSwitchPlace }: BodyProps) {
  const userId = useSession((session) => session.userId);
  if (game.provider === null) return <EmbeddedGameBody game={game} modeSwitchPlace={modeSwitchPlace} />;
  return <Suspense fallback={<PlaySkeleton />}><FramedGame key={userId ?? ''} game={game} provider={game.provider} /></Suspense>;
}

/** `/game/:gameId`. */
export default function GamePage() {
  const { gameId = '' } = useParams();
  const { games } = useShelf();
  const signedIn = useSignedIn();
  const [modeSwitchPlace, setModeSwitchPlace] = useState<HTMLElement | null>(null);
  const game = gameAt(games, gameId, signedIn);

  if (game === undefined) {
    return (
      <NoGame heading={<h1 tabIndex={-1}>{words.unknownTitle}</h1>}>{words.unknown}</NoGame>
    );
  }
  return (
    <div className="game">
      <Title
        text={game?.name ?? practiceGame(gameId)?.name ?? words.loading} isEmbedded={game?.practice ?? false}
        heart={game?.provider ? <GameHeart game={game} isLone /> : null} onModeSwitchPlace={setModeSwitchPlace}
      />
      {game === null ? <PlaySkeleton /> : <GameBody key={gameId} game={game} modeSwitchPlace={modeSwitchPlace} />}
      {game?.provider ? null : <GameBoard key={`board ${gameId}`} gameId={gameId} />}
    </div>
  );
}
