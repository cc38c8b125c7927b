/** Decides what the button that starts a round says and does. Pure. */
import type { Kobo } from '../../../core/money';
import type { Reach } from '../../../state/connection';

/** Practice moves no money. The app never changes the mode by itself. */
export type PlayMode = 'practice' | 'money';

/** The phase of a round. `checking`: the answer was lost, so the platform is asked for it. `open`: a round of several steps waits for the player. */
export type RoundPhase = 'idle' | 'asking' | 'checking' | 'showing' | 'open';

export type MoneyBlock = 'not-offered' | 'guest' | 'offline' | 'portal' | 'protected' | 'place' | 'email';

export interface MoneyFacts {
  /** The platform offers this game for money. */
  readonly offered: boolean;
  readonly signedIn: boolean;
  readonly reach: Reach;
  /** Undefined until the platform has said it. */
  readonly protection: 'none' | 'cool-off' | 'excluded' | undefined;
  /** The platform has said that this place is not served. */
  readonly notServed: boolean;
  readonly emailActivated: boolean | undefined;
}

/**
 * Returns the reason why no money can be staked now; null when there is none. Of several reasons it returns the one that the player can do the
 * least about. This is only for the page: the platform checks again.
 */
export function moneyBlock({ offered, signedIn, reach, protection, notServed, emailActivated }: MoneyFacts): MoneyBlock | null {
  if (signedIn && (protection === 'cool-off' || protection === 'excluded')) return 'protected';
  if (!offered) return 'not-offered';
  if (notServed) return 'place';
  if (!signedIn) return 'guest';
  if (reach === 'portal') return 'portal';
  if (reach === 'offline') return 'offline';
  if (emailActivated === false) return 'email';
  return null;
}

export type SpinState =
  | { readonly kind: 'ready' }
  /**
   * The button waits, because of the phase, or of a fact in `SpinFacts`: `resting` of `isInMinimumCycle`, `rechecking` of `isRechecking`,
   * `looking` of `isLoadingOpenRounds`, `sealing` of `isBindingBet`.
   */
  | { readonly kind: 'asking' | 'checking' | 'showing' | 'open' | 'resting' | 'rechecking' | 'looking' | 'sealing' }
  /** `bet`: the stake is allowed, but not the bet. */
  | { readonly kind: 'stake' | 'bet' }
  | { readonly kind: 'funds' }
  | { readonly kind: 'blocked'; readonly block: MoneyBlock };

export interface SpinFacts {
  readonly mode: PlayMode;
  readonly phase: RoundPhase;
  /** The page came back through the browser's cache, and the balance is not loaded again yet. */
  readonly isRechecking: boolean;
  /** The page is reading this device's own bets, or asking the platform for open rounds of this game. */
  readonly isLoadingOpenRounds?: boolean;
  /** The bet can't be bound to a pair of seeds yet. */
  readonly isBindingBet?: boolean;
  /** The shortest time between two rounds is not over. */
  readonly isInMinimumCycle: boolean;
  /** Null while the typed text is no stake. */
  readonly stake: Kobo | null;
  /** The bet can't be played at this stake. */
  readonly badBet?: boolean;
  /** Null while it is not known. */
  readonly balance: Kobo | null;
  readonly block: MoneyBlock | null;
}

export function spinState(facts: SpinFacts): SpinState {
  const { mode, phase, isRechecking, isLoadingOpenRounds = false, isBindingBet = false, isInMinimumCycle } = facts;
  const { stake, badBet = false, balance, block } = facts;
  if (phase !== 'idle') return { kind: phase };
  // A break closes practice, too.
  if (block !== null && (mode === 'money' || block === 'protected')) return { kind: 'blocked', block };
  if (mode === 'money' && isRechecking) return { kind: 'rechecking' };
  if (mode === 'money' && isLoadingOpenRounds) return { kind: 'looking' };
  if (mode === 'money' && isBindingBet) return { kind: 'sealing' };
  if (isInMinimumCycle) return { kind: 'resting' };
  if (stake === null) return { kind: 'stake' };
  if (badBet) return { kind: 'bet' };
  // With real money the platform decides, because the balance here may be old and leaves out bonus money.
  if (mode === 'practice' && balance !== null && stake > balance) return { kind: 'funds' };
  return { kind: 'ready' };
}

interface PressFacts {
  readonly mode: PlayMode;
  /** A reality check is due. */
  readonly isStopped: boolean;
  readonly state: SpinState;
  /** The player was asked to set limits before. */
  readonly limitsOffered: boolean;
}

/**
 * The effect of a press on the button. The player is asked about limits once, before the first stake for money; answering plays nothing.
 */
export function pressOf({ mode, isStopped, state, limitsOffered }: PressFacts): 'nothing' | 'ask-limits' | 'start' {
  if (isStopped || state.kind !== 'ready') return 'nothing';
  return mode === 'money' && !limitsOffered ? 'ask-limits' : 'start';
}
