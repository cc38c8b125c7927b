/** A face is a game's part of the page. The page knows stakes, money and the platform; the face knows its game. */
import type { ComponentType } from 'react';
import type { AnyEngine } from '../core/games/engine';
import type { AnySteppedEngine } from '../core/games/stepped';
import type { Kobo } from '../core/money';
import type { GameOdds } from './embedded-game';

/** A decided round to be shown, or a round of several steps up to its present step. */
export interface Showing {
  /** Names the round and its step. Showing starts when the key changes. */
  readonly key: string;
  readonly outcome: unknown;
  /** The bet that was sent; null where nobody knows it any more. */
  readonly bet?: unknown;
  /** All stakes of the round so far. */
  readonly stake: Kobo;
  /** 0 while the round is not over. */
  readonly win: Kobo;
  /** False: the round stands at its end without movement, because it was played before. */
  readonly moving: boolean;
  /** Missing = the round is over, as games of one step are once they are decided. */
  readonly isOpen?: boolean;
}

export interface StageProps<Choice = unknown> {
  readonly showing: Showing | null;
  /** The platform is deciding, so nothing may move yet. */
  readonly waiting: boolean;
  /** Called once for each key, when the round was shown to its end, also when nothing moved. */
  readonly onShown: (key: string) => void;
  /** Called for something on the way that a screen reader must announce, like free spins. */
  readonly onAnnounce: (text: string) => void;
  /** The choice for the next round; games without a choice have none. */
  readonly choice?: Choice;
  /** Changes the choice on the stage itself. It is missing where nothing can be chosen, as when a past round is watched. */
  readonly onChoice?: (choice: Choice) => void;
  /** A round is running, so the choice can't change. */
  readonly disabled?: boolean;
  /** Takes the next step of an open round; null while there is none. */
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
  /** The stake in the field, or the last valid one while the text is no stake. */
  readonly stake: Kobo;
  readonly limits: Limits;
  /** A round is running. */
  readonly disabled: boolean;
}

/** The choice that a player makes beside, or instead of, the stake. */
export interface BetFace<Choice> {
  readonly initial: Choice;
  readonly Controls: ComponentType<ControlsProps<Choice>>;
  /** The bet in the form of the engine's schema. */
  readonly betOf: (choice: Choice) => Record<string, unknown>;
  /** The return as a share of the stake. Missing = every choice returns the same as the game. */
  readonly returns?: (choice: Choice, stake: Kobo) => number;
  /** The stake that the bet makes by itself; null while there is none. Missing = the player sets the stake. */
  readonly stakeOf?: (choice: Choice) => Kobo | null;
  /** How often the choice pays what. Missing = as the game. Null while there is no bet. */
  readonly odds?: (choice: Choice, stake: Kobo) => GameOdds | null;
  /** Says why it can't be played at this stake; null when it can. */
  readonly problem?: (choice: Choice, stake: Kobo) => string | null;
  /** The choice after its round has been shown. Missing = the same choice. */
  readonly after?: (choice: Choice) => Choice;
  /** The choice that a key on the stage leads to; null for a key that is none of the game's. */
  readonly onKey?: (choice: Choice, key: string) => Choice | null;
}

export interface ActionsProps {
  /** The present state of the round. */
  readonly view: unknown;
  /** All stakes of the round so far. */
  readonly stake: Kobo;
  /** The money that can still be staked; null where the platform decides that. */
  readonly funds: Kobo | null;
  /** Null while an answer is awaited. */
  readonly act: ((action: unknown) => void) | null;
}

/** A game of several steps adds this to its stage. */
export interface StepsFace {
  /** The buttons under the thumb while a round is open. */
  readonly Actions: ComponentType<ActionsProps>;
  /** The action of a key on the stage; null for a key without a meaning now. */
  readonly actionOf: (view: unknown, key: string) => unknown;
  /** True for an action that adds the first stake once more. Missing = none does. */
  readonly addsStake?: (action: unknown) => boolean;
  /** The state of an open round in words, for the line below the stage and for screen readers. */
  readonly describe: (view: unknown, stake: Kobo) => string;
}

/** The choice of a past round, for watching it again. */
export interface ChoiceSummary<Choice> {
  /** The choice as the stage shows it; null where the stage shows none. */
  readonly choice: Choice | null;
  /** The same in words, the bet first and then the actions in their order. */
  readonly texts: readonly string[];
}

export interface GameFace<Choice = unknown> {
  readonly engine: AnyEngine | AnySteppedEngine;
  readonly Stage: ComponentType<StageProps<Choice>>;
  /** The stage's label and its keys. Missing = the stage shows reels. */
  readonly stage?: { readonly label: string; readonly help: string };
  readonly bet?: BetFace<Choice>;
  readonly steps?: StepsFace;
  /** Reads a bet and actions that nobody has checked. Missing = the game has no choice. */
  readonly choiceSummary?: (bet: unknown, actions: readonly unknown[]) => ChoiceSummary<Choice>;
  /** The rules and the pay table at the stake of the field. */
  readonly Rules: ComponentType<{ readonly stake: Kobo }>;
  /** The wins of a round, each in a few words without a full stop. It is empty when nothing paid, or the outcome is none of this game. */
  readonly winTexts: (outcome: unknown, stake: Kobo) => readonly string[];
}

/** Hides the type of a face's choice from the page. The cast is sound, because the page hands back to a face only what the face gave it. */
export function hideChoiceType<Choice>(face: GameFace<Choice>): GameFace {
  return face as unknown as GameFace;
}
