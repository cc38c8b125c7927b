/** Lets a game's engine take a bet, and says what became of the round. */
import type { AnyEngine, RoundInput } from '../../src/core/games/engine';
import { MAX_ROUND_WIN } from '../../src/core/games/largest-win';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import { formatNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';

/** A round after its start; `view` is what the player may see of one that waits for their next step. */
export type EngineStart =
  | { readonly state: 'open'; readonly engine: AnySteppedEngine; readonly view: unknown }
  | {
      readonly state: 'over';
      /** True for a game of several steps, whose round ended with its start. */
      readonly isStepped: boolean;
      readonly outcome: unknown;
      readonly win: Kobo;
      /** The part of the stake that the bet risked. */
      readonly risked: Kobo;
    };

/** Starts a round, which is its end in a game of one step. Throws `validation` or `stake-out-of-range` for a bet that the engine refuses. */
export function startEngine(engine: AnyEngine | AnySteppedEngine, input: RoundInput<unknown>): EngineStart {
  if ('playUnchecked' in engine) {
    const result = engine.playUnchecked(input);
    if (!result.ok) throw toRefusal(result);
    return { state: 'over', isStepped: false, outcome: result.outcome, win: result.win, risked: result.risked };
  }
  const result = engine.runUnchecked({ ...input, actions: [] });
  if (!result.ok) throw toRefusal(result);
  if (!result.isOver) return { state: 'open', engine, view: result.view };
  return { state: 'over', isStepped: true, outcome: result.view, win: result.win, risked: result.staked };
}

type EngineRefusal = Extract<ReturnType<AnyEngine['playUnchecked']> | ReturnType<AnySteppedEngine['runUnchecked']>, { ok: false }>;

function toRefusal(result: EngineRefusal): ProblemError {
  if (result.code !== 'win-too-high') return badBetProblem();
  // The best outcome of this bet would pay more than a round may.
  const [stake, win] = [result.largestStake, MAX_ROUND_WIN].map((amount) => formatNaira(amount, { whole: true }));
  return badStakeProblem(`On this bet the largest stake is ${stake ?? ''}: a round pays ${win ?? ''} at most.`);
}

/** Makes `stake-out-of-range`, with the message at the stake's field. */
export function badStakeProblem(message: string): ProblemError {
  const errors = [{ field: 'stake', message }];
  return new ProblemError('stake-out-of-range', 'This stake can’t be played', { detail: message, errors });
}

/** Makes `validation` for a bet that the game does not have. */
export function badBetProblem(): ProblemError {
  const errors = [{ field: 'bet', message: 'This game has no such bet.' }];
  return new ProblemError('validation', 'This bet can’t be played', { errors });
}
