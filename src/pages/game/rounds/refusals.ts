/** Explains a refused round: what happened, that nothing was taken, and what to do. Pure. */
import type { Problem } from '../../../core/contract/problem';
import { errorWords } from '../../../core/error-words';
import { entryOf } from '../../../core/words/is-key-of';
import { words } from '../words';

export type RefusalStep =
  | { readonly to: string; readonly label: string }
  | { readonly identity: true }
  | { readonly dialog: 'sign-in'; readonly label: string }
  | { readonly practice: true; readonly label: string }
  | { readonly playHere: true; readonly label: string }
  | { readonly renew: true; readonly label: string }
  | { readonly password: true; readonly label: string };

export interface RefusalWords {
  readonly title: string;
  readonly text: string;
  readonly step: RefusalStep | null;
}

export interface RoundRefusal {
  /** Null where the platform gave no reason, or never saw the round. */
  readonly problem: Problem | null;
  readonly notSent: boolean;
  /** The refused call was a step of an open round, which stays as it was. */
  readonly isAction?: boolean;
}

const STEPS: Readonly<Record<string, RefusalStep>> = {
  'insufficient-funds': { to: '/deposit', label: words.toDeposit },
  'email-not-activated': { to: '/activate-email', label: words.toActivate },
  'identity-needed': { identity: true },
  'nin-in-use': { to: '/withdraw', label: words.toWithdraw },
  'playing-elsewhere': { playHere: true, label: words.playHere },
  'rules-changed': { renew: true, label: words.renew },
  'round-open': { to: '/help#round-open', label: words.toOpenHelp },
  'limit-exceeded': { to: '/self-exclusion', label: words.toLimits },
  'reality-check-due': { to: '/self-exclusion', label: words.toLimits },
  'cool-off': { to: '/self-exclusion', label: words.toOpen },
  'self-excluded': { to: '/self-exclusion', label: words.toOpen },
  'place-not-served': { to: '/location-restriction', label: words.toPlace },
  'game-disabled': { practice: true, label: words.toPractice },
  'money-unavailable': { practice: true, label: words.toPractice },
  'session-ended': { dialog: 'sign-in', label: words.signIn },
  unauthorised: { dialog: 'sign-in', label: words.signIn },
  'binding-missing': { dialog: 'sign-in', label: words.signIn },
  'password-needed': { password: true, label: words.givePassword },
};

/** The step that leads to the open round that blocks a new one, in whichever game it is; null where the platform does not name it. */
function toOpenRound({ code, current }: Problem): RefusalStep | null {
  if (code !== 'round-open' || typeof current !== 'object' || current === null || !('gameId' in current)) return null;
  return { to: `/game/${encodeURIComponent(String(current.gameId))}`, label: words.toOpenRound };
}

function actionRefusalWords(problem: Problem | null, notSent: boolean): RefusalWords {
  if (problem?.code === 'conflict') return { title: words.wentOnTitle, text: words.wentOn, step: null };
  if (notSent || problem === null) return { title: words.actionNotSentTitle, text: words.actionNotSent, step: null };
  const step = entryOf(STEPS, problem.code) ?? null;
  return { title: words.actionRefusedTitle, text: `${errorWords({ code: 'bad-request', retryable: false, problem })} ${words.roundStays}`, step };
}

/** Every sentence ends with where the money is, because a refused round moved nothing. */
export function refusalWords({ problem, notSent, isAction = false }: RoundRefusal): RefusalWords {
  if (isAction) return actionRefusalWords(problem, notSent);
  if (notSent) return { title: words.notSentTitle, text: words.notSent, step: null };
  if (problem === null) return { title: words.refusedTitle, text: words.nothingTaken, step: null };
  const { code } = problem;
  const text = errorWords({ code: 'bad-request', retryable: false, problem });
  const step = toOpenRound(problem) ?? entryOf(STEPS, code) ?? null;
  return { title: words.refusedTitle, text: `${text} ${words.nothingTaken}`, step };
}
