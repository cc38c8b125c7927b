/** How a case is solved: what the form asks for, and the call. Pure but for the calls. */
import { proposeDepositSolution, proposeDifference, proposePayoutReturn } from '../../../bridge/actions/payment-cases';
import type { DifferenceBody } from '../../../bridge/actions/payment-cases';
import * as contract from '../../../core/contract/payment-cases';
import type { Correction } from '../../../core/contract/corrections';
import type { Result } from '../../../core/errors';

/** What somebody is about to propose; `what` names the case in words. */
export type Solution = { readonly what: string } & (
  | { readonly kind: 'give'; /** Empty: it is typed. */ readonly reference: string }
  | { readonly kind: 'credit' | 'sent-back'; readonly depositId: string }
  | { readonly kind: 'explain'; readonly difference: Omit<DifferenceBody, 'note'> });

export type SolutionField = 'reference' | 'bankReference' | 'note' | 'playerText';
export type SolutionValues = Readonly<Record<SolutionField, string>>;

/** The fields that a solution asks for, in their order. */
export function fieldsOf(solution: Solution): readonly SolutionField[] {
  switch (solution.kind) {
    case 'give':
      return solution.reference === '' ? ['reference', 'bankReference', 'note', 'playerText'] : ['bankReference', 'note', 'playerText'];
    case 'credit':
      return ['note', 'playerText'];
    case 'sent-back':
      return ['bankReference', 'note', 'playerText'];
    case 'explain':
      return ['note'];
  }
}

interface Parsed {
  /** What is wrong at each field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Sends it; null where something is wrong. */
  readonly send: (() => Promise<Result<Correction>>) | null;
}

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
}

type Parse<Body> =
  | { readonly success: true; readonly data: Body }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

function parsed<Body>(result: Parse<Body>, send: (body: Body) => Promise<Result<Correction>>): Parsed {
  if (result.success) return { errors: {}, send: () => send(result.data) };
  return { errors: Object.fromEntries(result.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message])), send: null };
}

export function readSolution(solution: Solution, { reference, bankReference, note, playerText }: SolutionValues): Parsed {
  switch (solution.kind) {
    case 'give': {
      const body = { reference: solution.reference === '' ? reference.trim() : solution.reference, bankReference, note, playerText };
      return parsed(contract.proposePayoutReturn.body.safeParse(body), proposePayoutReturn);
    }
    case 'credit':
    case 'sent-back': {
      const body = { depositId: solution.depositId, solution: solution.kind, note, playerText, ...(solution.kind === 'sent-back' && { bankReference }) };
      return parsed(contract.proposeDepositSolution.body.safeParse(body), proposeDepositSolution);
    }
    case 'explain':
      return parsed(contract.proposeDifference.body.safeParse({ ...solution.difference, note }), proposeDifference);
  }
}
