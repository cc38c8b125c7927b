/**
 * Games of several steps: mines, blackjack. A round is a pure function of stake, bet, the draws of one (seed pair,
 * nonce) and the list of the player's actions; the state between two steps follows from these and need not be kept.
 * The platform runs the same list once more with each action, and a receipt is checked by running it to its end.
 */
import type * as z from '../zod';
import type { Draws } from '../fairness/draws';
import { ZERO_KOBO, subKobo } from '../money';
import type { Kobo } from '../money';
import { isPayableStake, refuseTooHighWin } from './engine';
import type { AnyEngine, GameEngine, RoundInput, WinTooHigh } from './engine';

/**
 * `State` is plain JSON and knows what is hidden (mines, the hole card): it stays on the platform. `View` is what the
 * player may see of it. A round's `rtp` and `maxWin` are in first stakes, before what doubling and splitting add.
 */
export interface SteppedEngine<Bet, Action, State, View>
  extends Pick<GameEngine<Bet, View>, 'gameId' | 'kind' | 'rtp' | 'maxRtp' | 'maxWin' | 'maxRoundWin' | 'maxWinOfBet' | 'stakeStep' | 'betSchema'> {
  readonly actionSchema: z.ZodMiniType<Action>;
  readonly viewSchema: z.ZodMiniType<View>;
  /** Reads the draws from their first word. Throws a RangeError for a stake that `GameEngine.play` would refuse. */
  start(round: RoundInput<Bet>): State;
  /** The state after the action; null where the rules don't allow it now. Reads on in the draws where the last step ended. */
  act(state: State, action: Action, draws: Draws): State | null;
  /** The published rule for a round that was left open for 24 hours. Reads on in the draws; the answer is over. */
  settleAbandoned(state: State, draws: Draws): State;
  view(state: State): View;
  isOver(state: State): boolean;
  /** Kobo staked so far, first stake and all that actions added. */
  staked(state: State): Kobo;
  /** Kobo paid at the end; 0 before it. */
  win(state: State): Kobo;
}

/** A round up to some step, as it came over the wire or stands in a receipt. */
export interface SteppedRound extends RoundInput<unknown> {
  readonly actions: readonly unknown[];
  /** True if the rule for abandoned rounds settled the round after the last action. */
  readonly abandoned?: boolean;
}

export type SteppedAnswer =
  | {
      readonly ok: true;
      readonly view: unknown;
      readonly isOver: boolean;
      /** Kobo staked so far, and the part that the last action added, which the caller takes from the player before it answers. */
      readonly staked: Kobo;
      readonly added: Kobo;
      readonly win: Kobo;
    }
  | { readonly ok: false; readonly code: 'bet-invalid' | 'stake-invalid' | 'action-invalid' }
  | WinTooHigh;

/** An engine whose types have been closed over: what a table of different games can hold. */
export interface AnySteppedEngine extends Omit<AnyEngine, 'playUnchecked'> {
  /** Runs a round from its start with a bet and actions nobody has looked at. Never throws for what a client can send. */
  runUnchecked(round: SteppedRound): SteppedAnswer;
}

/** Closes over an engine's types: bet and actions are parsed before they are played. */
export function closeStepped<Bet, Action, State, View>(engine: SteppedEngine<Bet, Action, State, View>): AnySteppedEngine {
  const { gameId, kind, rtp, maxRtp, maxWin, stakeStep } = engine;
  return {
    gameId,
    kind,
    rtp,
    maxRtp,
    maxWin,
    stakeStep,
    runUnchecked({ stake, bet, draws, actions, abandoned }) {
      if (!isPayableStake(engine, stake)) return { ok: false, code: 'stake-invalid' };
      const parsedBet = engine.betSchema.safeParse(bet);
      if (!parsedBet.success) return { ok: false, code: 'bet-invalid' };
      const refusal = refuseTooHighWin(engine, parsedBet.data, stake);
      if (refusal !== null) return refusal;
      let state = engine.start({ stake, bet: parsedBet.data, draws });
      let stakeBefore = ZERO_KOBO;
      for (const rawAction of actions) {
        const action = engine.actionSchema.safeParse(rawAction);
        const next = action.success && !engine.isOver(state) ? engine.act(state, action.data, draws) : null;
        if (next === null) return { ok: false, code: 'action-invalid' };
        stakeBefore = engine.staked(state);
        state = next;
      }
      if (abandoned) {
        if (engine.isOver(state)) return { ok: false, code: 'action-invalid' };
        stakeBefore = engine.staked(state);
        state = engine.settleAbandoned(state, draws);
      }
      const staked = engine.staked(state);
      const result = { view: engine.view(state), isOver: engine.isOver(state), win: engine.win(state) };
      return { ok: true, ...result, staked, added: subKobo(staked, stakeBefore) };
    },
  };
}
