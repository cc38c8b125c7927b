/** What the page and the worker that solves puzzles say to each other. Types only. */
import type { ProofRequest } from '../core/contract/proof-of-work';

export type PuzzleQuestion = ProofRequest;

export interface PuzzleAnswer {
  readonly answer: number;
}
