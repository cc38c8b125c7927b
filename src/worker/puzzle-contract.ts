/** What the page and the worker that solves puzzles say to each other. Types only. */
import type { ProofAsked } from '../core/contract/proof-of-work';

export type PuzzleQuestion = ProofAsked;

export interface PuzzleAnswer {
  readonly answer: number;
}
