/** Decides what the button that starts a round says and does. Pure. */
import type { Kobo } from '../../../core/money';
import type { Reach } from '../../../state/connection';

/** Practice is no money; the app never changes from the one to the other by itself. */
export type PlayMode = 'practice' | 'money';

/**
 * The phase of a round. `checking`: it went out and no answer came, so nobody knows yet. `open`: a round of several steps waits
 * for the player.
 */
export type RoundPhase = 'idle' | 'asking' | 'checking' | 'showing' | 'open';

export type MoneyBlock = 'not-offered' | 'guest' | 'offline' | 'portal' | 'protected' | 'place' | 'email';

export interface MoneyFacts {
  /** The platform offers this game for money. */
  readonly offered: boolean;
  readonly signedIn: boolean;
  readonly reach: Reach;
  /** Undefined while the platform has not said. */
  readonly protection: 'none' | 'cool-off' | 'excluded' | undefined;
  /** It is known that the place is not served. */
  readonly elsewhere: boolean;
  readonly emailActivated: boolean | undefined;
}

/** Why no money can be staked now, the reason that can't be helped first; null when it can. Platform and ledger check again. */
export function moneyBlock({ offered, signedIn, reach, protection, elsewhere, emailActivated }: MoneyFacts): MoneyBlock | null {
  if (signedIn && (protection === 'cool-off' || protection === 'excluded')) return 'protected';
  if (!offered) return 'not-offered';
  if (elsewhere) return 'place';
  if (!signedIn) return 'guest';
  if (reach === 'portal') return 'portal';
  if (reach === 'offline') return 'offline';
  if (emailActivated === false) return 'email';
  return null;
}

export type SpinState =
  | { readonly kind: 'ready' }
  /** A round is under way, or the shortest cycle has not passed. */
  | { readonly kind: 'asking' | 'checking' | 'showing' | 'open' | 'resting' | 'rechecking' | 'looking' }
  /** `bet`: the stake fits, what is bet with it does not. */
  | { readonly kind: 'stake' | 'bet' }
  | { readonly kind: 'funds' }
  | { readonly kind: 'blocked'; readonly block: MoneyBlock };

export interface SpinFacts {
  readonly mode: PlayMode;
  readonly phase: RoundPhase;
  /** The page came back through the browser's cache, and the balance is not loaded again yet. */
  readonly rechecking: boolean;
  /** Whether a round of this game is open somewhere is being asked. */
  readonly looking?: boolean;
  /** The shortest time from one round to the next has not passed. */
  readonly resting: boolean;
  /** Null while what was typed is no stake. */
  readonly stake: Kobo | null;
  /** The bet can't be played at this stake. */
  readonly badBet?: boolean;
  /** Null while it is not known. */
  readonly balance: Kobo | null;
  readonly block: MoneyBlock | null;
}

export function spinState({ mode, phase, rechecking, looking = false, resting, stake, badBet = false, balance, block }: SpinFacts): SpinState {
  if (phase !== 'idle') return { kind: phase };
  // A break is one from practice, too.
  if (block !== null && (mode === 'money' || block === 'protected')) return { kind: 'blocked', block };
  if (mode === 'money' && rechecking) return { kind: 'rechecking' };
  if (mode === 'money' && looking) return { kind: 'looking' };
  if (resting) return { kind: 'resting' };
  if (stake === null) return { kind: 'stake' };
  if (badBet) return { kind: 'bet' };
  // For money the platform decides: the balance here may be old, and bonus money is not in it.
  if (mode === 'practice' && balance !== null && stake > balance) return { kind: 'funds' };
  return { kind: 'ready' };
}

interface PressFacts {
  readonly mode: PlayMode;
  /** It is time to look at how long the play has been going on. */
  readonly isStopped: boolean;
  readonly state: SpinState;
  /** The player was asked for limits before. */
  readonly offered: boolean;
}

/**
 * The effect of a press on the button. Limits are asked for once, before the first stake for money; the answer plays nothing by
 * itself.
 */
export function pressOf({ mode, isStopped, state, offered }: PressFacts): 'nothing' | 'ask-limits' | 'start' {
  if (isStopped || state.kind !== 'ready') return 'nothing';
  return mode === 'money' && !offered ? 'ask-limits' : 'start';
}
