/**
 * Every game is a pure function of stake, bet and draws. The same function decides rounds on the platform, in practice play and
 * when a player checks a receipt, so there is no second set of odds.
 */
import type * as z from '../zod';
import type { Draws } from '../fairness/draws';
import type { Fraction } from '../fraction';
import { MAX_KOBO } from '../money';
import type { Kobo } from '../money';
import type { GAME_KINDS } from '../contract/games';
import { largestStake } from './largest-win';
import type { WinRule } from './largest-win';

export type GameKind = (typeof GAME_KINDS)[number];

export interface RoundInput<Bet> {
  /** Kobo, above zero and a multiple of the engine's `stakeStep`. */
  readonly stake: Kobo;
  readonly bet: Bet;
  readonly draws: Draws;
}

export interface RoundResult<Outcome> {
  /** Everything that the game's face shows; it is stored with the round. Plain JSON. */
  readonly outcome: Outcome;
  /** Kobo paid back, the stake included where the game returns it; 0 for nothing. */
  readonly win: Kobo;
}

/** The figures that a game declares beside its rules. A par sheet has all of them, too. */
export type DeclaredFigures = Pick<GameEngine<unknown, unknown>, 'rtp' | 'maxRtp' | 'maxWin' | 'stakeStep' | 'maxRoundWin'>;

export interface GameEngine<Bet, Outcome> extends WinRule<Bet> {
  readonly gameId: string;
  readonly kind: GameKind;
  /**
   * Exact return to player with best play, of the first stake, for stakes that are multiples of `stakeStep`; where bets
   * return differently, of the one that returns least. Held by the tests.
   */
  readonly rtp: Fraction;
  /** The return of the bet that returns most. Missing = all return the same. */
  readonly maxRtp?: Fraction | undefined;
  /** Kobo. Stakes are multiples of it, so that dividing them never loses a part of a kobo. */
  readonly stakeStep: Kobo;
  readonly betSchema: z.ZodMiniType<Bet>;
  readonly outcomeSchema: z.ZodMiniType<Outcome>;
  /** Where a bet lists its parts of the stake: whether these add up to `stake`, in kobo. Missing = every bet fits. */
  readonly fits?: (bet: Bet, stake: Kobo) => boolean;
  /** Kobo. The part of the stake that is at risk, in games where parts of a bet can cover each other. Missing = all of it. */
  readonly risked?: (bet: Bet) => Kobo;
  /** Pure. Throws a RangeError for a stake that is not above zero or not a multiple of `stakeStep`, or a bet that does not fit it. */
  play(round: RoundInput<Bet>): RoundResult<Outcome>;
}

/** The answer to a bet as it came over the wire, which the engine checks before it plays. */
export type PlayAnswer =
  | { readonly ok: true; readonly outcome: unknown; readonly win: Kobo; /** The part of the stake that the bet risked. */ readonly risked: Kobo }
  | { readonly ok: false; readonly code: 'bet-invalid' | 'stake-invalid' }
  | WinTooHigh;

/** The bet could win more than `MAX_ROUND_WIN`. */
export interface WinTooHigh {
  readonly ok: false;
  readonly code: 'win-too-high';
  /** Kobo, on this bet. */
  readonly largestStake: Kobo;
}

/** An engine whose bet and outcome have been closed over: what a table of different games can hold. */
export interface AnyEngine extends Pick<GameEngine<unknown, unknown>, 'gameId' | 'kind' | 'rtp' | 'maxRtp' | 'maxWin' | 'stakeStep'> {
  /** Plays a round with a bet nobody has looked at yet. Never throws for what a client can send. */
  playUnchecked(round: RoundInput<unknown>): PlayAnswer;
}

/** Returns true if `stake` (kobo) can be played at all. The platform checks the limits. */
export function isPlayableStake(engine: Pick<AnyEngine, 'stakeStep'>, stake: Kobo): boolean {
  return stake > 0 && stake % engine.stakeStep === 0;
}

/** Returns true if `stake` can be played, and even the largest win on it is an amount that an account can hold. */
export function isPayableStake(engine: Pick<AnyEngine, 'stakeStep' | 'maxWin'>, stake: Kobo): boolean {
  const { numerator, denominator } = engine.maxWin;
  return isPlayableStake(engine, stake) && BigInt(stake) * numerator <= BigInt(MAX_KOBO) * denominator;
}

/** Throws the RangeError of `play`. Callers have checked the stake before, so this is an engine's last guard. */
export function refuseUnplayable(stakeStep: Kobo, stake: Kobo): void {
  if (!isPlayableStake({ stakeStep }, stake)) throw new RangeError(`stake must be a multiple of ${stakeStep} kobo`);
}

/** The refusal of a stake with which this bet could win more than `MAX_ROUND_WIN`; null where it could not. */
export function refuseTooHighWin<Bet>(engine: WinRule<Bet>, bet: Bet, stake: Kobo): WinTooHigh | null {
  const most = largestStake(engine, bet);
  return stake > most ? { ok: false, code: 'win-too-high', largestStake: most } : null;
}

/** Closes over an engine's types: the bet is parsed before it is played. */
export function closeEngine<Bet, Outcome>(engine: GameEngine<Bet, Outcome>): AnyEngine {
  return {
    gameId: engine.gameId,
    kind: engine.kind,
    rtp: engine.rtp,
    maxRtp: engine.maxRtp,
    maxWin: engine.maxWin,
    stakeStep: engine.stakeStep,
    playUnchecked({ stake, bet, draws }) {
      if (!isPayableStake(engine, stake)) return { ok: false, code: 'stake-invalid' };
      const parsedBet = engine.betSchema.safeParse(bet);
      if (!parsedBet.success || engine.fits?.(parsedBet.data, stake) === false) return { ok: false, code: 'bet-invalid' };
      const refusal = refuseTooHighWin(engine, parsedBet.data, stake);
      if (refusal !== null) return refusal;
      return { ok: true, ...engine.play({ stake, bet: parsedBet.data, draws }), risked: engine.risked?.(parsedBet.data) ?? stake };
    },
  };
}
