/** What the tab's own address says: which cases are listed, which one is open, or that the rules are shown. Pure. */
import type { CaseState } from '../../../bridge/actions/risk';
import { CASE_KINDS } from '../../../core/contract/risk';
import type { CaseKind } from '../../../core/contract/risk';

const ID = /^[0-9A-Za-z_-]{1,64}$/;
export const CASE_LISTS = ['waiting', 'mine', 'decided', 'closed'] as const satisfies readonly CaseState[];

export type RiskView =
  | { readonly view: 'case'; readonly caseId: string }
  | { readonly view: 'rules' }
  | { readonly view: 'cases'; readonly state: CaseState; readonly kind: CaseKind | null };

export function riskViewOf(search: URLSearchParams): RiskView {
  const caseId = search.get('case') ?? '';
  if (ID.test(caseId)) return { view: 'case', caseId };
  if (search.get('view') === 'rules') return { view: 'rules' };
  return {
    view: 'cases', state: CASE_LISTS.find((state) => state === search.get('list')) ?? 'waiting', kind: CASE_KINDS.find((kind) => kind === search.get('kind')) ?? null,
  };
}

export const CASES_ADDRESS = '/admin?tab=risk';
export const RULES_ADDRESS = `${CASES_ADDRESS}&view=rules`;
export const addressOfCase = (caseId: string): string => `${CASES_ADDRESS}&case=${encodeURIComponent(caseId)}`;
export const addressOfCases = (state: CaseState, kind: CaseKind | null): string =>
  `${CASES_ADDRESS}${state === 'waiting' ? '' : `&list=${state}`}${kind === null ? '' : `&kind=${kind}`}`;
