import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadRound } from '../../bridge/actions/histories';
import { actInRound, playRound } from '../../bridge/actions/rounds';
import { whenSettled } from '../../bridge/intents';
import type { IntentOutcome } from '../../bridge/intents';
import { koboToNaira } from '../../core/money';
import type { GameFace } from '../../games/face';
import { intentsStore } from '../../state/intents';
import { useIntents } from '../../state/use';
import type { RoundPhase } from './play-state';
import type { Refused } from './refusals';
import { noteStart, readNextStart } from './rounds';
import type { MoneyRounds, Wish } from './rounds';
import { drawnOf, lastEndedOf, openKeyOf } from './told-rounds';
import type { Drawn } from './told-rounds';
import type { OpenRounds } from './use-open-rounds';
import { hearProtecting } from './use-reality-check';

interface OnStage {
  readonly drawn: Drawn | null;
  readonly isPast: boolean;
  readonly inProgress: boolean;
  /** `performance.now()` at which the platform told of it; 0 for what was on the device. */
  readonly heardAt: number;
}

const NOTHING: OnStage = { drawn: null, isPast: false, inProgress: false, heardAt: 0 };
const standing = (drawn: Drawn): OnStage => ({ drawn, isPast: true, inProgress: false, heardAt: performance.now() });

/** What the platform has told of the round meanwhile is not older. */
const isKnown = ({ drawn }: OnStage, { roundId, step }: Drawn): boolean => drawn?.roundId === roundId && drawn.step >= step;

/**
 * Rounds for money. What is under way is told by the intents store, so a reload, another page or a crash in between comes
 * back to the same state: an open round is followed to its end and shown before another can start. What other devices did
 * meanwhile is told by the platform's list of open rounds.
 */
export function useMoneyRounds(gameId: string, { engine, steps }: GameFace, openRounds: OpenRounds): MoneyRounds {
  const openKey = useIntents((state) => openKeyOf(state.byKey, gameId));
  const [stage, setStage] = useState<OnStage>(NOTHING);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [lost, setLost] = useState(false);
  const [readyAt, setReadyAt] = useState(readNextStart);
  const [unknownKey, setUnknownKey] = useState<string | null>(null);
  const here = useRef(true);
  const seenOpen = useRef(new Set<string>());
  const followed = useRef(new Set<string>());
  const { reload } = openRounds;

  const hear = useCallback((outcome: IntentOutcome<unknown>) => {
    if (!here.current) return;
    setUnknownKey(outcome.state === 'unknown' ? outcome.key : null);
    if (outcome.state === 'unknown') return;
    const intent = intentsStore.getState().byKey[outcome.key];
    const isAction = intent?.kind === 'action';
    if (outcome.state === 'refused') {
      const { problem, notSent } = outcome;
      if (problem !== null) hearProtecting(problem);
      // The round has gone on elsewhere: it stands as the platform says, and that is said.
      const stands = isAction && problem?.code === 'conflict' ? drawnOf(outcome.key, problem.current, false) : null;
      if (stands !== null) setStage(standing(stands));
      else if (problem?.code === 'round-open' || problem?.code === 'not-found') reload();
      setRefused({ problem, notSent, isAction });
      return;
    }
    if (!isAction) setReadyAt(noteStart(engine.kind));
    const drawn = drawnOf(outcome.key, outcome.answer, true, intent?.body);
    if (drawn === null) setLost(true);
    else setStage((before) => (isKnown(before, drawn) ? before : { drawn, isPast: false, inProgress: true, heardAt: performance.now() }));
  }, [engine, reload]);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  // What was under way when the page was opened, and that whose answer got lost.
  const followedKey = asking ? null : (unknownKey ?? openKey);
  useEffect(() => {
    // Followed to its end once: when that is known, the key is not open any more.
    if (followedKey === null || followed.current.has(followedKey)) return;
    followed.current.add(followedKey);
    void whenSettled(followedKey).then((outcome) => {
      hear(outcome);
      // While this device waited, another one may have gone on.
      reload();
    });
  }, [followedKey, hear, reload]);

  // On the way back the last round comes first, as it stood at its end. One that was seen open here is shown by itself.
  useEffect(() => {
    if (openKey !== null) seenOpen.current.add(openKey);
  }, [openKey]);
  const lastKey = useIntents((state) => lastEndedOf(state.byKey, gameId)?.key ?? null);
  const past = useMemo(() => {
    const last = lastKey === null ? undefined : intentsStore.getState().byKey[lastKey];
    return last === undefined ? null : drawnOf(last.key, last.answer, false, last.body);
  }, [lastKey]);
  useEffect(() => {
    if (past === null || seenOpen.current.has(past.showing.key)) return;
    setStage((before) => (before.drawn === null ? { ...before, drawn: past, isPast: true } : before));
  }, [past]);

  // What the platform says of the game's open round, where that is newer than what was heard here.
  const { items, askedAt } = openRounds;
  const isNewer = items !== null && askedAt >= stage.heardAt;
  const item = items?.find((each) => each.gameId === gameId);
  const elsewhere = useMemo(() => {
    const known = stage.drawn?.open;
    if (!isNewer || item === undefined || (known?.roundId === item.roundId && known.step === (item.step ?? 0))) return null;
    return drawnOf(`${item.roundId}:${item.step ?? 0}`, item, false);
  }, [isNewer, item, stage.drawn]);
  const drawn = elsewhere ?? stage.drawn;

  // And where it knows of none: the round has ended elsewhere, or by the rule for unfinished rounds.
  // A step whose answer got lost changes nothing of that: it could not be taken any more.
  const followsStep = useIntents(({ byKey }) => followedKey !== null && byKey[followedKey]?.kind === 'action');
  const isBusy = asking || (followedKey !== null && !followsStep) || stage.inProgress;
  const endedId = isNewer && !isBusy && item === undefined ? stage.drawn?.open?.roundId : undefined;
  useEffect(() => {
    if (endedId === undefined) return undefined;
    const left = new AbortController();
    void loadRound(endedId, left.signal).then((answer) => {
      const ended = answer.ok ? drawnOf(`${endedId}:ended`, answer.data, false) : null;
      if (ended !== null && !left.signal.aborted) setStage(standing(ended));
    });
    return () => left.abort();
  }, [endedId]);

  const send = useCallback((sent: Promise<IntentOutcome<unknown>>) => {
    setRefused(null);
    setLost(false);
    setAsking(true);
    void sent.then((outcome) => {
      if (!here.current) return;
      setAsking(false);
      hear(outcome);
    });
  }, [hear]);
  const start = useCallback(
    ({ stake, bet, freeSpinOf }: Wish) =>
      send(playRound({ gameId, stake: koboToNaira(stake), bet, ...(freeSpinOf !== undefined && { freeSpinOf }) })),
    [gameId, send],
  );
  const open = drawn?.open ?? null;
  const act = useCallback(
    (action: unknown) => {
      if (open === null || typeof action !== 'object' || action === null) return;
      const { roundId, step, firstStake } = open;
      const adds = steps?.adds?.(action) ?? false;
      send(actInRound(gameId, { roundId, step, action: { ...action }, ...(adds && { stake: firstStake }) }));
    },
    [gameId, open, send, steps],
  );

  const shown = useCallback((key: string) => {
    setStage((before) => {
      if (before.drawn?.showing.key !== key) return before;
      const showing = { ...before.drawn.showing, moving: false };
      return { ...before, drawn: { ...before.drawn, showing }, inProgress: false };
    });
  }, []);

  const isMoot = followsStep && (elsewhere !== null || (drawn !== null && open === null));
  const rest: RoundPhase = asking ? 'asking' : followedKey !== null && !isMoot ? 'checking' : open !== null ? 'open' : 'idle';
  return {
    phase: stage.inProgress ? 'showing' : rest,
    showing: drawn?.showing ?? null,
    isPast: elsewhere !== null || stage.isPast,
    bonusPart: drawn?.bonusPart ?? null,
    settledAt: stage.isPast ? (drawn?.settledAt ?? null) : null,
    readyAt,
    // Of a round that has ended elsewhere nobody needs to know that a step of it was not taken here.
    refused: refused?.isAction === true && open === null && refused.problem?.code !== 'conflict' ? null : refused,
    lost,
    start,
    act,
    shown,
    balanceMeanwhile: stage.inProgress ? (drawn?.balanceBefore ?? null) : null,
    hiddenKey: stage.inProgress ? (drawn?.showing.key ?? null) : null,
  };
}
