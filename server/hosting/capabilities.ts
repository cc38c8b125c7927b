/** What the platform behind `/api` can do. Of an operator's own, what it publishes about itself. */
import * as z from 'zod/mini';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../src/core/contract/approvals';
import { signIn } from '../../src/core/contract/auth';
import { forfeitBonus, listBonuses } from '../../src/core/contract/bonuses';
import { createDeposit, getOperation, listTransactions } from '../../src/core/contract/cashier';
import { getDetails, patchDetails } from '../../src/core/contract/details';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { addFavourite, listFavourites, removeFavourite } from '../../src/core/contract/favourites';
import { getFairness, listGames, listOpenRounds, listRounds, playAction, playRound } from '../../src/core/contract/games';
import { getIdentity, verifyIdentity } from '../../src/core/contract/identity';
import { getLeaderboard } from '../../src/core/contract/leaderboard';
import { confirmForPair, listIdentityPairs, listLookalikes, proposeForPair } from '../../src/core/contract/lookalikes';
import { changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getPlace } from '../../src/core/contract/place';
import { CAPABILITIES } from '../../src/core/contract/platform';
import type { Capability } from '../../src/core/contract/platform';
import { deleteConsent, listConsents } from '../../src/core/contract/consents';
import { getAccount } from '../../src/core/contract/player';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { exclude, getProtection, setLimit } from '../../src/core/contract/protection';
import { closeAccount, listSessions, requestArchive, revokeSession } from '../../src/core/contract/sessions';
import { getStatement } from '../../src/core/contract/statement';
import { listThreads, sendMessage } from '../../src/core/contract/support';
import { addBankAccount, createWithdrawal, listBankAccounts, listWithdrawals } from '../../src/core/contract/withdrawals';
import type { AbilityFile } from './known-abilities';

/** The calls that must be there for a capability. */
const CALLS_OF: Readonly<Record<Capability, readonly Endpoint[]>> = {
  'sign-in': [signIn],
  account: [getAccount],
  games: [listGames],
  rounds: [playRound, getOperation],
  steps: [playAction, listOpenRounds],
  deposits: [createDeposit, getOperation],
  histories: [listRounds, listTransactions],
  operations: [getOperation],
  'withdraw-consent': [deleteConsent],
  'consent-receipts': [listConsents],
  details: [getDetails, patchDetails],
  fairness: [getFairness],
  withdrawals: [createWithdrawal, listWithdrawals, listBankAccounts, addBankAccount, getOperation],
  identity: [getIdentity, verifyIdentity],
  statement: [getStatement],
  admin: [listAdminGames],
  approvals: [listApprovals, approveWithdrawal, refuseWithdrawal],
  admins: [listAdmins, inviteAdmin, acceptInvitation],
  lookalikes: [listLookalikes, listIdentityPairs, proposeForPair, confirmForPair],
  passwords: [changePassword, requestPasswordReset, resetPassword],
  sessions: [listSessions, revokeSession],
  archive: [requestArchive],
  closure: [closeAccount],
  protection: [getProtection, setLimit, exclude],
  place: [getPlace],
  bonuses: [listBonuses, forfeitBonus],
  promotions: [listPromotions, claimPromotion],
  leaderboard: [getLeaderboard],
  support: [listThreads, sendMessage],
  favourites: [listFavourites, addFavourite, removeFavourite],
};

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** `get /v1/games/{}`, whatever the parameters are called and wherever the document's paths begin. */
function callName(method: string, path: string): string {
  const bare = path.replace(/^\/api(?=\/)/, '').replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\/$/, '');
  return `${method.toLowerCase()} ${bare}`;
}

/** The capabilities that an OpenAPI document shows; null for anything that is no such document. */
export function capabilitiesIn(document: unknown): Capability[] | null {
  const read = openApi.safeParse(document);
  if (!read.success) return null;
  const calls = new Set(
    Object.entries(read.data.paths).flatMap(([path, item]) => Object.keys(item).map((method) => callName(method, path))),
  );
  return CAPABILITIES.filter((capability) =>
    CALLS_OF[capability].every(({ method, path }) => calls.has(callName(method, path))),
  );
}

export interface OperatorDeps {
  readonly platformUrl: string;
  readonly fetch: typeof fetch;
  readonly file: AbilityFile;
  /** In [0, 1): several hosts that start together don't ask together. */
  readonly random: () => number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

export interface KnownAbilities {
  readonly capabilities: readonly Capability[];
  /** True: the platform has said nothing yet, to this process or to one before it; there may be more. */
  readonly isProvisional: boolean;
}

export interface Operator {
  readonly current: () => KnownAbilities;
  /** Reads what is kept and asks; from then on it is asked in the background. Resolves with an answer, or without one in time. Never rejects. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

const ASK_DEADLINE_MS = 3_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** How often a description that was had is read anew. */
const READ_AGAIN_MS = 60 * 60_000;

/** How long after so many questions in a row without a description the next one is asked, in ms; `random` in [0, 1). */
export function pauseAfterMs(failures: number, random: () => number): number {
  const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  return whole * (0.75 + 0.5 * random());
}

/**
 * Asks an operator's platform for its OpenAPI document again and again until it is had, then hourly. Until then it can do what it
 * could when it was last had; where it never was, a platform that answers without one can do the given calls alone.
 */
export function createOperator({ platformUrl, fetch: get, file, random, log }: OperatorDeps): Operator {
  let known: readonly Capability[] | null = null;
  let hasAnswered = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function ask(): Promise<void> {
    try {
      const response = await get(`${platformUrl}/openapi.json`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(ASK_DEADLINE_MS),
      });
      // Not there to be read now: that says nothing about what it can do.
      if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
      hasAnswered = true;
      const said = response.ok ? capabilitiesIn(await response.json().catch(() => null)) : null;
      if (said === null) throw new Error(`no description, status ${response.status}`);
      failures = 0;
      if (JSON.stringify(said) === JSON.stringify(known)) return;
      known = said;
      log('operator.capabilities', { known });
      await file.write(said).catch((error: unknown) => log('operator.not-kept', { error }));
    } catch (error) {
      failures += 1;
      log('operator.unreachable', { error, failures, known: known ?? [] });
    }
  }

  async function askAndGoOn(): Promise<void> {
    await ask();
    if (isStopped) return;
    timer = setTimeout(() => void askAndGoOn(), failures === 0 ? READ_AGAIN_MS : pauseAfterMs(failures, random));
    // Nothing to stay alive for.
    timer.unref();
  }

  return {
    start: async () => {
      known = await file.read();
      await askAndGoOn();
    },
    current: () => ({ capabilities: known ?? [], isProvisional: known === null && !hasAnswered }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
