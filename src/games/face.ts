/** What a game's face gives to the page around it. The page knows stakes, money and the platform; the face knows its game. */
import type { ComponentType } from 'react';
import type { AnyEngine } from '../core/games/engine';
import type { Kobo } from '../core/money';

/** A decided round, to be shown. */
export interface Showing {
  /** Another key is another round: showing starts when it changes. */
  readonly key: string;
  readonly outcome: unknown;
  readonly stake: Kobo;
  readonly win: Kobo;
  /** False: as it stood at the end, without movement (a round that was played before). */
  readonly moving: boolean;
}

export interface StageProps {
  readonly showing: Showing | null;
  /** The platform is being asked; nothing may move yet, because nothing is decided. */
  readonly waiting: boolean;
  /** The whole round has been seen. Called once for each key, also when nothing moved. */
  readonly onShown: (key: string) => void;
  /** Something on the way that a screen reader must hear, like free spins. */
  readonly onTell: (text: string) => void;
}

export interface GameFace {
  readonly engine: AnyEngine;
  readonly Stage: ComponentType<StageProps>;
  /** The rules and the pay table, for the stake that is set. */
  readonly Rules: ComponentType<{ readonly stake: Kobo }>;
  /** What paid in a round, a few words each without a full stop; empty when nothing did or the outcome is not one of this game. */
  readonly paidBy: (outcome: unknown, stake: Kobo) => readonly string[];
}
