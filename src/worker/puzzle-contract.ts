/** The messages between the page and the worker that solves puzzles. Types only. */
import type { ProofRequest } from '../core/contract/proof-of-work';

export type PuzzleQuestion = ProofRequest;

export interface PuzzleAnswer {
  readonly answer: number;
}
