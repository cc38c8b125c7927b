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
import { getFairness, listGames, listOpenRounds, listRounds, playAction, playRound } from '../../src/core/contract/games';
import { getIdentity, verifyIdentity } from '../../src/core/contract/identity';
import { getLeaderboard } from '../../src/core/contract/leaderboard';
import { changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getPlace } from '../../src/core/contract/place';
import { CAPABILITIES } from '../../src/core/contract/platform';
import type { Capability } from '../../src/core/contract/platform';
import { deleteConsent, getAccount, listConsents } from '../../src/core/contract/player';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { exclude, getProtection, setLimit } from '../../src/core/contract/protection';
import { closeAccount, listSessions, requestArchive, revokeSession } from '../../src/core/contract/sessions';
import { getStatement } from '../../src/core/contract/statement';
import { listThreads, sendMessage } from '../../src/core/contract/support';
import { addBankAccount, createWithdrawal, listBankAccounts, listWithdrawals } from '../../src/core/contract/withdrawals';

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
  readonly now: () => number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

export interface OperatorCapabilities {
  /** What is known now; asks again in the background when nothing is. */
  readonly current: () => readonly Capability[];
  /** Resolves when an answer came, or none in time. Never rejects. */
  readonly ask: () => Promise<void>;
}

const ASK_DEADLINE_MS = 3_000;
const ASK_INTERVAL_MS = 10_000;

/** Asks an operator's platform for its OpenAPI document until it answers; one that has none can do the given calls alone. */
export function operatorCapabilities({ platformUrl, fetch: get, now, log }: OperatorDeps): OperatorCapabilities {
  let known: readonly Capability[] | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = -Infinity;

  async function read(): Promise<void> {
    try {
      const response = await get(`${platformUrl}/openapi.json`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(ASK_DEADLINE_MS),
      });
      // Not there to be read now: that says nothing about what it can do.
      if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
      known = (response.ok ? capabilitiesIn(await response.json().catch(() => null)) : null) ?? [];
      log('operator.capabilities', { known });
    } catch (error) {
      log('operator.unreachable', { error });
    }
  }

  function ask(): Promise<void> {
    askedAt = now();
    asking ??= read().finally(() => {
      asking = null;
    });
    return asking;
  }

  return {
    ask,
    current: () => {
      if (known === null && now() - askedAt >= ASK_INTERVAL_MS) void ask();
      return known ?? [];
    },
  };
}
