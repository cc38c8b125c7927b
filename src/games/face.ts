/** A face is a game's part of the page. The page knows stakes, money and the platform; the face knows its game. */
import type { ComponentType } from 'react';
import type { AnyEngine } from '../core/games/engine';
import type { AnySteppedEngine } from '../core/games/stepped';
import type { Kobo } from '../core/money';

/** A decided round, or a round of several steps as far as it is decided, to be shown. */
export interface Showing {
  /** Another key is another round, or another step of it: showing starts when it changes. */
  readonly key: string;
  readonly outcome: unknown;
  /** The bet as it was sent; null where nobody knows it any more. */
  readonly bet?: unknown;
  /** Everything staked so far. */
  readonly stake: Kobo;
  /** 0 while the round is not over. */
  readonly win: Kobo;
  /** False: as it stood at the end, without movement (a round that was played before). */
  readonly moving: boolean;
  /** Missing = it is over: games of one step are, once they are decided. */
  readonly isOpen?: boolean;
}

export interface StageProps<Choice = unknown> {
  readonly showing: Showing | null;
  /** The platform is being asked; nothing may move yet, because nothing is decided. */
  readonly waiting: boolean;
  /** The whole round has been seen. Called once for each key, also when nothing moved. */
  readonly onShown: (key: string) => void;
  /** Something on the way that a screen reader must hear, like free spins. */
  readonly onTell: (text: string) => void;
  /** The choice for the next round; games without a choice have none. */
  readonly choice?: Choice;
  /** Takes the next step of an open round; null while there is none to take. */
  readonly act?: ((action: unknown) => void) | null;
}

export interface Limits {
  readonly min: Kobo;
  readonly max: Kobo;
  readonly step: Kobo;
}

export interface ControlsProps<Choice> {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
  /** The stake that is set, or the last valid one where the typed text is no stake. */
  readonly stake: Kobo;
  readonly limits: Limits;
  /** A round is under way. */
  readonly disabled: boolean;
}

/** The choice that a player makes beside, or instead of, the stake. */
export interface BetFace<Choice> {
  readonly initial: Choice;
  readonly Controls: ComponentType<ControlsProps<Choice>>;
  /** The bet in the form of the engine's schema. */
  readonly betOf: (choice: Choice) => Record<string, unknown>;
  /** The return, as a share of the stake. Missing = every choice returns what the game does. */
  readonly returns?: (choice: Choice) => number;
  /** The stake that the bet makes up by itself; null while there is none. Missing = the player sets the stake. */
  readonly stakeOf?: (choice: Choice) => Kobo | null;
  /** Why it can't be played at this stake, in words; null when it can. */
  readonly problem?: (choice: Choice, stake: Kobo) => string | null;
  /** The choice after a round with it has been shown. Missing = the same. */
  readonly after?: (choice: Choice) => Choice;
  /** The choice that a key on the stage leads to; null for a key that is none of the game's. */
  readonly onKey?: (choice: Choice, key: string) => Choice | null;
}

export interface ActionsProps {
  /** The round as it stands. */
  readonly view: unknown;
  /** Everything staked so far. */
  readonly stake: Kobo;
  /** The money that can still be staked; null where the platform decides that. */
  readonly funds: Kobo | null;
  /** Null while an answer is on its way. */
  readonly act: ((action: unknown) => void) | null;
}

/** A game of several steps adds this to its stage. */
export interface StepsFace {
  /** The buttons under the thumb while a round is open. */
  readonly Actions: ComponentType<ActionsProps>;
  /** The action of a key on the stage; null for a key that means nothing now. */
  readonly actionOf: (view: unknown, key: string) => unknown;
  /** Whether an action adds the first stake once more. Missing = none does. */
  readonly adds?: (action: unknown) => boolean;
  /** How an open round stands, for the line below the stage and for screen readers. */
  readonly tell: (view: unknown, stake: Kobo) => string;
}

/** The choice of a past round, for looking at it again. */
export interface ChoiceSummary<Choice> {
  /** The choice as the stage shows it; null where it shows nothing. */
  readonly choice: Choice | null;
  /** The same in words, the bet first and then the actions in their order. */
  readonly texts: readonly string[];
}

export interface GameFace<Choice = unknown> {
  readonly engine: AnyEngine | AnySteppedEngine;
  readonly Stage: ComponentType<StageProps<Choice>>;
  /** The stage's label and its keys. Missing = it is reels. */
  readonly stage?: { readonly label: string; readonly help: string };
  readonly bet?: BetFace<Choice>;
  readonly steps?: StepsFace;
  /** Read from a bet and actions that nobody has looked at. Missing = there is nothing to choose. */
  readonly choiceSummary?: (bet: unknown, actions: readonly unknown[]) => ChoiceSummary<Choice>;
  /** The rules and the pay table, for the stake that is set. */
  readonly Rules: ComponentType<{ readonly stake: Kobo }>;
  /** The wins of a round, a few words each without a full stop; empty when nothing paid or the outcome is not one of this game. */
  readonly paidBy: (outcome: unknown, stake: Kobo) => readonly string[];
}

/** Hides the type of a face's choice from the page. The cast is sound, because the page hands back to a face only what the face gave it. */
export function closeFace<Choice>(face: GameFace<Choice>): GameFace {
  return face as unknown as GameFace;
}
