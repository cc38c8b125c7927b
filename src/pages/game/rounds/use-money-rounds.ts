import { useCallback, useEffect, useReducer, useState } from 'react';
import { loadRound } from '../../../bridge/actions/histories';
import { actInRound, newKey, playRound } from '../../../bridge/actions/rounds';
import { RULES_VERSIONS } from '../../../core/games/rules/versions';
import { koboToNaira } from '../../../core/money';
import { minimumCycleMs } from '../../../core/play-times';
import type { GameFace } from '../../../games/face';
import { bindsBets, can } from '../../../state/catalogue';
import { figuresStore } from '../../../state/figures';
import { intentsStore } from '../../../state/intents';
import { seedsStore } from '../../../state/seeds';
import { sessionStore } from '../../../state/session';
import type { OpenRounds } from '../../shared/open-rounds/use-open-rounds';
import type { MoneyRounds, RoundRequest } from './rounds';
import { emptyStage, missingRoundOf, nextStage, viewOf } from './stage';
import type { StageEvent } from './stage';
import { playTimesStore } from '../session/play-times';
import { applyProtectionRefusal } from '../session/use-reality-check';

const balanceOnScreen = () => figuresStore.getState().balanceDuringRound ?? sessionStore.getState().balance;

const intentsEvent = (): StageEvent => ({
  type: 'intents', byKey: intentsStore.getState().byKey, now: Date.now(), atMs: performance.now(), balance: balanceOnScreen(),
});

/** Plays rounds for money: connects `stage.ts` with the intents store, the platform's list of open rounds, and the page. */
export function useMoneyRounds(gameId: string, { engine, steps }: GameFace, { items, requestedAt, reload }: OpenRounds): MoneyRounds {
  const [stage, dispatch] = useReducer(nextStage, gameId, () => nextStage(emptyStage(gameId), intentsEvent()));
  const [firstReadyAt] = useState(() => playTimesStore.getState().readyAt);
  const view = viewOf(stage);

  useEffect(() => {
    const readIntents = () => dispatch(intentsEvent());
    readIntents();
    return intentsStore.subscribe(readIntents);
  }, []);

  useEffect(() => {
    const { byKey } = intentsStore.getState();
    if (items !== null) dispatch({ type: 'open-rounds', round: items.find((each) => each.gameId === gameId) ?? null, requestedAt, byKey });
  }, [items, requestedAt, gameId]);

  const missingId = missingRoundOf(stage);
  useEffect(() => {
    if (missingId === null) return undefined;
    const control = new AbortController();
    void loadRound(missingId, control.signal).then((answer) => {
      if (!answer.ok || control.signal.aborted) return;
      dispatch({ type: 'round-end', round: answer.data, atMs: performance.now(), byKey: intentsStore.getState().byKey });
    });
    return () => control.abort();
  }, [missingId]);

  // The time is noted for all games, so that a player who opens another one waits there as well.
  const readyAt = Math.max(firstReadyAt, stage.begunAt + minimumCycleMs(engine.kind));
  useEffect(() => playTimesStore.setState({ readyAt }), [readyAt]);

  const { end } = stage;
  useEffect(() => {
    if (end === null) return;
    if (end.problem !== null) applyProtectionRefusal(end.problem);
    if (end.mayBeBehind) reload();
  }, [end, reload]);

  const start = ({ stake, bet, freeSpinOf }: RoundRequest) => {
    const { pair } = seedsStore.getState();
    const shownPair = bindsBets() ? pair : null;
    // No bet goes out unsealed where it can be sealed; the button waits for that, too.
    if (shownPair === null && bindsBets()) return;
    const key = newKey();
    dispatch({ type: 'press', key, isAction: false, balance: balanceOnScreen() });
    const request = { gameId, rules: RULES_VERSIONS[gameId], stake: koboToNaira(stake), bet, ...(freeSpinOf !== undefined && { freeSpinOf }) };
    void playRound(request, shownPair, key);
  };
  const { open } = view;
  const act = useCallback(
    (action: unknown) => {
      if (open === null || typeof action !== 'object' || action === null) return;
      const { roundId, step, firstStake, before, seeds } = open;
      const bound = { ...(can('binding') && seeds !== null && { seeds }), ...(before !== null && { before }) };
      const adds = steps?.addsStake?.(action) ?? false;
      const key = newKey();
      dispatch({ type: 'press', key, isAction: true, balance: balanceOnScreen() });
      void actInRound(gameId, { roundId, step, action: { ...action }, ...(adds && { stake: firstStake }), ...bound }, key);
    },
    [gameId, open, steps],
  );
  const onShown = (key: string) => dispatch({ type: 'animation-end', key });

  return { ...view, readyAt, start, act, onShown };
}
