import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { playRound } from '../../bridge/actions/rounds';
import { whenSettled } from '../../bridge/intents';
import type { IntentOutcome } from '../../bridge/intents';
import { roundAnswer } from '../../core/contract/games';
import type { RoundAnswer } from '../../core/contract/games';
import type { Intent } from '../../core/intent';
import { koboToNaira, nairaToKobo, subKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { GameKind } from '../../core/games/engine';
import type { Showing } from '../../games/face';
import { intentsStore, openIntents } from '../../state/intents';
import { useIntents } from '../../state/use';
import { bonusPartOf, realWinOf } from './bonus-part';
import type { BonusPart } from './bonus-part';
import type { RoundPhase } from './play-state';
import type { Refused } from './refusals';
import { cycleMs } from './rounds';
import type { MoneyRounds, Wish } from './rounds';
import { hearProtecting } from './use-reality-check';

/** A confirmed round as something to show; null where amounts don't fit. */
export function showingOf(key: string, answer: RoundAnswer, moving: boolean): Showing | null {
  const [stake, win] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
  return stake === null || win === null ? null : { key, outcome: answer.outcome, stake, win, moving };
}

/** The last round of a game that this device knows the end of. */
export function lastEndedOf(byKey: Readonly<Record<string, Intent>>, gameId: string): Intent | null {
  let last: Intent | null = null;
  for (const intent of Object.values(byKey)) {
    const isEnded = intent.kind === 'round' && intent.gameId === gameId && intent.state === 'confirmed';
    if (isEnded && (last === null || intent.at > last.at)) last = intent;
  }
  return last;
}

interface Drawn {
  readonly showing: Showing | null;
  readonly balanceMeanwhile: Kobo | null;
  readonly isPast: boolean;
  readonly inProgress: boolean;
  readonly bonusPart: BonusPart | null;
}

const NOTHING_DRAWN: Drawn = { showing: null, balanceMeanwhile: null, isPast: false, inProgress: false, bonusPart: null };

/**
 * Rounds for money. What is under way is told by the intents store, so a reload, another page or a crash in between comes
 * back to the same state: an open round is followed to its end and shown before another can start.
 */
export function useMoneyRounds(gameId: string, kind: GameKind): MoneyRounds {
  const openKey = useIntents((state) => openIntents(state, 'round', gameId)[0]?.key ?? null);
  const [drawn, setDrawn] = useState<Drawn>(NOTHING_DRAWN);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [lost, setLost] = useState(false);
  const [readyAt, setReadyAt] = useState(0);
  const [unknownKey, setUnknownKey] = useState<string | null>(null);
  const here = useRef(true);
  const seenOpen = useRef(new Set<string>());
  const followed = useRef(new Set<string>());

  const hear = useCallback((outcome: IntentOutcome<unknown>) => {
    if (!here.current) return;
    setUnknownKey(outcome.state === 'unknown' ? outcome.key : null);
    if (outcome.state === 'unknown') return;
    if (outcome.state === 'refused') {
      if (outcome.problem !== null) hearProtecting(outcome.problem);
      setRefused({ problem: outcome.problem, notSent: outcome.notSent });
      return;
    }
    setReadyAt(Date.now() + cycleMs(kind));
    const fit = roundAnswer.safeParse(outcome.answer);
    const showing = fit.success ? showingOf(outcome.key, fit.data, true) : null;
    if (!fit.success || showing === null) {
      setLost(true);
      return;
    }
    const balance = nairaToKobo(fit.data.balance);
    setDrawn({
      showing,
      // Of a win of bonus money nothing is in the balance.
      balanceMeanwhile: balance === null ? null : subKobo(balance, realWinOf(fit.data, showing.win)),
      isPast: false,
      inProgress: true,
      bonusPart: bonusPartOf(fit.data),
    });
  }, []);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  // Rounds that were under way when the page was opened, and those whose answer got lost.
  const followedKey = asking ? null : (unknownKey ?? openKey);
  useEffect(() => {
    // Followed to its end once: when that is known, the key is not open any more.
    if (followedKey === null || followed.current.has(followedKey)) return;
    followed.current.add(followedKey);
    void whenSettled(followedKey).then(hear);
  }, [followedKey, hear]);

  // On the way back the last round comes first, as it stood at its end. One that was seen open here is shown by itself.
  useEffect(() => {
    if (openKey !== null) seenOpen.current.add(openKey);
  }, [openKey]);
  const lastKey = useIntents((state) => lastEndedOf(state.byKey, gameId)?.key ?? null);
  const past = useMemo(() => {
    const last = lastKey === null ? undefined : intentsStore.getState().byKey[lastKey];
    const fit = last === undefined ? null : roundAnswer.safeParse(last.answer);
    const showing = last !== undefined && fit?.success ? showingOf(last.key, fit.data, false) : null;
    return showing === null || !fit?.success ? null : { showing, bonusPart: bonusPartOf(fit.data) };
  }, [lastKey]);
  useEffect(() => {
    if (past === null || seenOpen.current.has(past.showing.key)) return;
    setDrawn((before) => (before.showing === null ? { ...NOTHING_DRAWN, ...past, isPast: true } : before));
  }, [past]);

  const start = useCallback(
    ({ stake, bet, freeSpinOf }: Wish) => {
      setRefused(null);
      setLost(false);
      setAsking(true);
      void playRound({ gameId, stake: koboToNaira(stake), bet, ...(freeSpinOf !== undefined && { freeSpinOf }) }).then((outcome) => {
        if (!here.current) return;
        setAsking(false);
        hear(outcome);
      });
    },
    [gameId, hear],
  );

  const shown = useCallback((key: string) => {
    setDrawn((before) =>
      before.showing?.key === key
        ? { ...before, showing: { ...before.showing, moving: false }, inProgress: false, balanceMeanwhile: null }
        : before,
    );
  }, []);

  const phase: RoundPhase = drawn.inProgress ? 'showing' : asking ? 'asking' : followedKey !== null ? 'checking' : 'idle';
  return {
    phase,
    showing: drawn.showing,
    isPast: drawn.isPast,
    bonusPart: drawn.bonusPart,
    readyAt,
    refused,
    lost,
    start,
    shown,
    balanceMeanwhile: drawn.balanceMeanwhile,
    hiddenKey: drawn.inProgress ? (drawn.showing?.key ?? null) : null,
  };
}
